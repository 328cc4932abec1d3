// Cases for the modules of the barcode decoder that pictures don't reach. Each returns a list of failures.
import { decode } from "./decoder.js";
import { findLinear } from "./linear.js";
import { read } from "./qr.js";
import { text } from "./segments.js";
import { correct } from "./solomon.js";
import { format, formats } from "./symbol.js";

/** Returns a generator of numbers from 0 to less than 1 that depend only on the seed. */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Multiplies bit by bit, unlike the decoder. */
function times(a, b) {
  let [product, factor] = [0, a];
  for (let rest = b; rest; rest >>= 1) {
    if (rest & 1) product ^= factor;
    factor = factor << 1 ^ (factor > 127 ? 0x11d : 0);
  }
  return product;
}

/** Returns a block with its Reed–Solomon codewords. */
function protectedBlock(data, corrections) {
  let generator = [1];
  for (let i = 0, root = 1; i < corrections; i += 1, root = times(root, 2)) {
    const next = [...generator, 0];
    generator.forEach((value, k) => { next[k + 1] ^= times(value, root); });
    generator = next;
  }
  const rest = [...data, ...new Array(corrections).fill(0)];
  data.forEach((_, i) => {
    const factor = rest[i];
    generator.forEach((value, k) => { rest[i + k] ^= times(value, factor); });
  });
  return [...data, ...rest.slice(data.length)];
}

/** Blocks with as many errors as can be corrected are corrected; those with more aren't taken for correct ones. */
export function corrections() {
  const failures = [];
  const next = random(1);
  for (let count = 7; count <= 30; count += 1) {
    for (const size of [1, 9, 40, 255 - count]) {
      const block = protectedBlock(Array.from({ length: size }, () => Math.floor(next() * 256)), count);
      for (const errors of [0, 1, count >> 1, (count >> 1) + 1]) {
        const places = new Set();
        while (places.size < Math.min(errors, block.length)) places.add(Math.floor(next() * block.length));
        const damaged = block.map((value, i) => places.has(i) ? value ^ (1 + Math.floor(next() * 255)) : value);
        const isCorrected = correct(damaged, count) && String(damaged) === String(block);
        if (isCorrected !== errors <= count >> 1) failures.push(`${size} + ${count} codewords with ${errors} errors`);
      }
    }
  }
  return failures;
}

/** Format information is read with up to three wrong bits. Some values are from the standard's table. */
export function formatInformation() {
  const failures = [];
  const known = { 8: 0x77c4, 0: 0x5412, 24: 0x355f, 16: 0x1689, 15: 0x6976, 23: 0x083b };
  for (const [value, bits] of Object.entries(known)) if (formats[value] !== bits) failures.push(`the format ${value}`);
  const levels = { 1: 0, 0: 1, 3: 2, 2: 3 };
  for (let value = 0; value < 32; value += 1) {
    for (let a = 0; a < 15; a += 1) {
      for (let b = 0; b < 15; b += 1) {
        for (let c = 0; c < 15; c += 1) {
          const found = format(formats[value] ^ (1 << a | 1 << b | 1 << c));
          if (found?.level !== levels[value >> 3] || found.mask !== (value & 7)) failures.push(`the format ${value} with errors`);
        }
      }
    }
  }
  return failures;
}

/** A symbol of each version and level is read, also with three wrong bits in each copy of the format information. */
export function symbols(cases) {
  const failures = [];
  const next = random(2);
  for (const { text, size, modules } of cases) {
    const symbol = Uint8Array.from(modules, Number);
    if (read(symbol, size) !== text) failures.push(`${text.slice(0, 6)}: ${read(symbol, size)}`);
    const [first, second] = [[0, 1, 2, 3, 4, 5, 7, 8], [1, 2, 3, 4, 5, 6, 7]];
    for (let i = 0; i < 3; i += 1) {
      symbol[first.splice(Math.floor(next() * first.length), 1)[0] * size + 8] ^= 1;
      symbol[(size - second.splice(Math.floor(next() * second.length), 1)[0]) * size + 8] ^= 1;
    }
    if (read(symbol, size) !== text) failures.push(`${text.slice(0, 6)} with wrong format information`);
  }
  return failures;
}

/** Returns the bytes of pairs of a number and its count of bits. */
function packed(...pairs) {
  const bits = pairs.map(([value, count]) => value.toString(2).padStart(count, "0")).join("");
  return (bits.match(/.{1,8}/g) ?? []).map((byte) => parseInt(byte.padEnd(8, "0"), 2));
}

/** All kinds of segments are read, and invalid ones are refused. */
export function segments() {
  const utf8 = [0xc3, 0xa9].map((byte) => [byte, 8]);
  const cases = {
    "digits": [packed([1, 4], [8, 10], [12, 10], [345, 10], [67, 7], [0, 4]), "01234567"],
    "letters": [packed([2, 4], [5, 9], [462, 11], [1849, 11], [2, 6]), "AC-42"],
    "UTF-8 without a declaration": [packed([4, 4], [2, 8], ...utf8), "é"],
    "Latin-1 without a declaration": [packed([4, 4], [1, 8], [0xe9, 8]), "é"],
    "declared Latin-1": [packed([7, 4], [3, 8], [4, 4], [2, 8], ...utf8), "Ã©"],
    "declared UTF-8": [packed([7, 4], [26, 8], [4, 4], [2, 8], ...utf8), "é"],
    "a declaration in two bytes": [packed([7, 4], [0x801a, 16], [4, 4], [2, 8], ...utf8), "é"],
    "kanji": [packed([8, 4], [2, 8], [0xd9f, 13], [0x1aaa, 13]), "点茗"],
    "a mark for goods": [packed([5, 4], [1, 4], [1, 10], [7, 4]), "7"],
    "several segments": [packed([2, 4], [1, 9], [10, 6], [1, 4], [1, 10], [5, 4], [0, 4]), "A5"],
    "no segment": [[], ""],
    "digits that are too large": [packed([1, 4], [3, 10], [1000, 10]), undefined],
    "letters that don't exist": [packed([2, 4], [2, 9], [2030, 11]), undefined],
    "a missing end": [packed([4, 4], [200, 8], [65, 8]), undefined],
    "a part of a text": [packed([3, 4], [0, 16], [4, 4], [1, 8], [65, 8]), undefined],
    "an unknown mode": [packed([11, 4], [0, 16]), undefined],
  };
  return Object.entries(cases).filter(([, [bytes, expected]]) => text(bytes, 1) !== expected)
    .map(([name, [bytes]]) => `${name}: ${text(bytes, 1)}`);
}

/** Returns a picture of stripes. */
function striped(modules, unit, isTurned) {
  const [width, height] = [(modules.length + 24) * unit, 80];
  const data = new Uint8Array(width * height).fill(230);
  Array.from(modules).forEach((module, i) => {
    if (module === "0") return;
    for (let y = 0; y < height; y += 1) data.fill(20, y * width + (i + 12) * unit, y * width + (i + 13) * unit);
  });
  return { data: isTurned ? data.reverse() : data, width, height };
}

/** Linear codes of all symbols and sets are read in both directions. One with a wrong symbol isn't. */
export function lines(cases) {
  const failures = [];
  for (const { format, text, modules } of cases) {
    for (const isTurned of [false, true]) {
      const found = findLinear(striped(modules, 3, isTurned));
      if (found?.format !== format || found.text !== text) failures.push(`${format} ${text}: ${found?.format} ${found?.text}`);
    }
    // Exchanging two symbols or digits leaves a valid code with a wrong check.
    const [from, length] = format === "code_128" ? [11, 11] : [3, 7];
    const [first, second] = [modules.slice(from, from + length), modules.slice(from + length, from + 2 * length)];
    const wrong = modules.slice(0, from) + second + first + modules.slice(from + 2 * length);
    const found = findLinear(striped(wrong, 3, false));
    if (first !== second && found) failures.push(`${format} ${text} with exchanged symbols: ${found.format} ${found.text}`);
  }
  return failures;
}

/** Random pictures of any size never throw, contain no code, and take limited time. */
export function chance(rounds) {
  const failures = [];
  const next = random(3);
  const kinds = {
    "noise": () => () => next() * 256,
    "bits": () => () => next() < 0.5 ? 0 : 255,
    "blocks": (width) => {
      const side = 2 + Math.floor(next() * 12);
      const values = new Map();
      return (i) => {
        const key = `${Math.floor(i % width / side)} ${Math.floor(i / width / side)}`;
        if (!values.has(key)) values.set(key, next() < 0.5 ? 20 : 230);
        return values.get(key);
      };
    },
    "stripes": (width) => {
      const values = Array.from({ length: width }, () => next() < 0.5 ? 20 : 230);
      const side = 1 + Math.floor(next() * 6);
      return (i) => values[Math.floor(i % width / side)];
    },
    "rings": (width) => {
      const side = 4 + Math.floor(next() * 60);
      return (i) => (Math.max(Math.abs(i % width % side - side / 2), Math.abs(Math.floor(i / width) % side - side / 2)) & 4 ? 20 : 230);
    },
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const [kind, values] of Object.entries(kinds)) {
      const [width, height] = round % 2 ? [640, 480] : [Math.floor(next() * 300), Math.floor(next() * 200)];
      const channels = round % 3 ? 1 : 4;
      const value = values(width);
      const pixels = Uint8ClampedArray.from({ length: width * height * channels }, (_, i) => value(Math.floor(i / channels)));
      const start = performance.now();
      let found;
      try { found = decode(pixels, width, height); } catch (error) { found = String(error); }
      const time = performance.now() - start;
      if (found || time > 5000) failures.push(`${kind}, ${width} × ${height}: ${JSON.stringify(found)} after ${time.toFixed()} ms`);
    }
  }
  for (let round = 0; round < rounds; round += 1) {
    const size = 21 + 4 * Math.floor(next() * 40);
    const found = read(Uint8Array.from({ length: size * size }, () => next() < 0.5 ? 0 : 1), size);
    if (found !== undefined) failures.push(`${size} random modules per side: ${found}`);
    text(Array.from({ length: Math.floor(next() * 60) }, () => Math.floor(next() * 256)), 1 + Math.floor(next() * 40));
  }
  return failures;
}
