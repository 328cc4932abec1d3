// The layout of QR codes: function patterns, data modules, and error correction blocks (ISO/IEC 18004).

/** The kinds of modules. The values of fixed modules are known; information modules contain the format and version. */
export const DATA = 0;
export const LIGHT = 1;
export const DARK = 2;
export const INFORMATION = 3;

/** The error correction codewords per block, and the number of blocks, of all versions at the levels L, M, Q and H. */
const corrections = [
  [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30],
  [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28],
  [13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30, 30, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30],
  [17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30],
];
const blockCounts = [
  [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25],
  [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49],
  [1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34, 35, 38, 40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68],
  [1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37, 40, 42, 45, 48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81],
];

/** Returns the number of blocks and of the error correction codewords in each; the level is from 0 (L) to 3 (H). */
export function blocks(version, level) {
  return { count: blockCounts[level][version - 1], correction: corrections[level][version - 1] };
}

/** Returns the coordinates of the alignment patterns' centers. */
export function alignmentCenters(version) {
  if (version === 1) return [];
  const size = 17 + 4 * version;
  const gaps = Math.floor(version / 7) + 1;
  const step = version === 32 ? 26 : Math.ceil((size - 13) / gaps / 2) * 2;
  return [6, ...Array.from({ length: gaps }, (_, i) => size - 7 - (gaps - 1 - i) * step)];
}

const layouts = new Map();

/** Returns the kind of each module of a symbol, row by row. */
export function layout(version) {
  if (!layouts.has(version)) layouts.set(version, made(version));
  return layouts.get(version);
}

function made(version) {
  const size = 17 + 4 * version;
  const kinds = new Uint8Array(size * size);
  const set = (x, y, kind) => { if (x >= 0 && y >= 0 && x < size && y < size) kinds[y * size + x] = kind; };
  // A square pattern of rings: `dark` contains the distances of dark rings from the center.
  const rings = (x, y, reach, dark) => {
    for (let dy = -reach; dy <= reach; dy += 1) {
      for (let dx = -reach; dx <= reach; dx += 1) set(x + dx, y + dy, dark.includes(Math.max(Math.abs(dx), Math.abs(dy))) ? DARK : LIGHT);
    }
  };
  for (let i = 8; i < size - 8; i += 1) {
    set(i, 6, i % 2 ? LIGHT : DARK);
    set(6, i, i % 2 ? LIGHT : DARK);
  }
  for (let i = 0; i < 9; i += 1) for (const [x, y] of [[8, i], [i, 8]]) if (i !== 6) set(x, y, INFORMATION);
  for (let i = 1; i < 9; i += 1) for (const [x, y] of [[8, size - i], [size - i, 8]]) set(x, y, INFORMATION);
  if (version > 6) {
    for (let i = 0; i < 18; i += 1) {
      set(Math.floor(i / 3), size - 11 + i % 3, INFORMATION);
      set(size - 11 + i % 3, Math.floor(i / 3), INFORMATION);
    }
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) rings(x, y, 4, [0, 1, 3]);
  const centers = alignmentCenters(version);
  for (const y of centers) {
    for (const x of centers) {
      const isCorner = [x, y].every((one) => one === 6 || one === size - 7) && !(x === size - 7 && y === size - 7);
      if (!isCorner) rings(x, y, 2, [0, 2]);
    }
  }
  return kinds;
}

/** The eight masks, which return whether a module is inverted. */
export const masks = [
  (x, y) => (x + y) % 2 === 0, (x, y) => y % 2 === 0, (x) => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0, (x, y) => (x * y) % 2 + (x * y) % 3 === 0,
  (x, y) => ((x * y) % 2 + (x * y) % 3) % 2 === 0, (x, y) => ((x + y) % 2 + (x * y) % 3) % 2 === 0,
];

/** Returns the remainder of a division of polynomials over bits, shifted left by the divisor's degree. */
function remainder(value, divisor, degree) {
  let rest = value << degree;
  for (let bit = 31 - Math.clz32(rest); bit >= degree; bit -= 1) if (rest >> bit & 1) rest ^= divisor << (bit - degree);
  return rest;
}

/** The 32 protected values of the format information. */
export const formats = Array.from({ length: 32 }, (_, value) => (value << 10 | remainder(value, 0x537, 10)) ^ 0x5412);

/** Returns the level and mask of the format information that differs from the read bits in at most three bits. */
export function format(bits) {
  for (let value = 0; value < 32; value += 1) {
    let difference = formats[value] ^ bits;
    let errors = 0;
    for (; difference; difference &= difference - 1) errors += 1;
    if (errors <= 3) return { level: (value >> 3) ^ 1, mask: value & 7 };
  }
  return undefined;
}
