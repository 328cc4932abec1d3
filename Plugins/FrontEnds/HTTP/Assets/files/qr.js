// Finds and reads QR codes.
import { triples } from "./finders.js";
import { corners, grids, modules } from "./grid.js";
import { text } from "./segments.js";
import { correct } from "./solomon.js";
import { blocks, DATA, format, layout, masks } from "./symbol.js";

/** The number of groups of finder patterns that are tried, and of those that are tried thoroughly. */
const ATTEMPTS = 12;
const THOROUGH = 2;

/** Returns the QR code in a contrast map, or `undefined`. */
export function findSquare(map) {
  for (const [index, triple] of triples(map).slice(0, ATTEMPTS).entries()) {
    for (const grid of grids(map, triple, index < THOROUGH)) {
      const symbol = modules(map, grid);
      // In a mirror, rows and columns change places.
      const mirrored = symbol.map((_, i) => symbol[i % grid.size * grid.size + Math.floor(i / grid.size)]);
      const found = read(symbol, grid.size) ?? read(mirrored, grid.size);
      if (found !== undefined) return { format: "qr_code", text: found, corners: corners(grid) };
    }
  }
  return undefined;
}

/** Returns the text in a symbol's modules, or `undefined` if they have too many errors. */
export function read(symbol, size) {
  const version = (size - 17) / 4;
  const codewords = codewordsOf(symbol, size, version);
  for (const bits of formatBits(symbol, size)) {
    const information = format(bits);
    const data = information && dataOf(codewords(information.mask), version, information.level);
    if (data) return text(data, version);
  }
  return undefined;
}

/** Returns the two copies of the format information. */
function formatBits(symbol, size) {
  const at = (x, y) => symbol[y * size + x];
  let [first, second] = [0, 0];
  for (let i = 0; i < 15; i += 1) {
    const place = i < 6 ? i : i < 8 ? i + 1 : 0;
    first |= (i < 8 ? at(8, place) : i === 8 ? at(7, 8) : at(14 - i, 8)) << i;
    second |= (i < 8 ? at(size - 1 - i, 8) : at(8, size - 15 + i)) << i;
  }
  return first === second ? [first] : [first, second];
}

/** Returns a function that reads the codewords with a mask: in columns of two modules, from the right, up and down. */
function codewordsOf(symbol, size, version) {
  const kinds = layout(version);
  return (mask) => {
    const result = [];
    let [value, count] = [0, 0];
    for (let right = size - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
      if (right === 6) right = 5;
      for (let i = 0; i < size; i += 1) {
        const y = isUp ? size - 1 - i : i;
        for (const x of [right, right - 1]) {
          if (kinds[y * size + x] !== DATA) continue;
          value = value << 1 | symbol[y * size + x] ^ masks[mask](x, y);
          count += 1;
          if (count === 8) {
            result.push(value);
            [value, count] = [0, 0];
          }
        }
      }
    }
    return result;
  };
}

/** Returns the corrected data in interleaved codewords, or `undefined` if a block has too many errors. */
function dataOf(codewords, version, level) {
  const { count, correction } = blocks(version, level);
  const total = Math.floor(codewords.length / count);
  // The last blocks have one more data codeword than the first.
  const short = count - codewords.length % count;
  const parts = Array.from({ length: count }, () => []);
  const shared = (total - correction) * count;
  codewords.forEach((value, i) => {
    if (i < shared) parts[i % count].push(value);
    else if (i < shared + count - short) parts[short + i - shared].push(value);
    else parts[(i - shared - count + short) % count].push(value);
  });
  if (!parts.every((part) => correct(part, correction))) return undefined;
  return parts.flatMap((part) => part.slice(0, -correction));
}
