// Reads the text in the data of QR codes.

const alphanumeric = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
/** The encodings that are declared by number (ECI). */
const encodings = { 3: "iso-8859-1", 4: "iso-8859-2", 7: "iso-8859-5", 20: "shift_jis", 22: "windows-1251", 25: "utf-16be", 26: "utf-8", 28: "big5", 29: "gbk", 30: "euc-kr" };

/** A sequence of bits. */
class Bits {
  #bytes;
  #position = 0;

  constructor(bytes) { this.#bytes = bytes; }

  get left() { return 8 * this.#bytes.length - this.#position; }

  /** Returns the next bits as a number, or throws if there are fewer. */
  next(count) {
    if (count > this.left) throw new RangeError("The data ends in the middle of a segment.");
    let value = 0;
    for (let i = 0; i < count; i += 1, this.#position += 1) {
      value = value << 1 | this.#bytes[this.#position >> 3] >> (7 - (this.#position & 7)) & 1;
    }
    return value;
  }
}

/** Returns the text in data codewords, or `undefined` if they aren't the complete text. */
export function text(codewords, version) {
  try {
    return segments(new Bits(codewords), version < 10 ? 0 : version < 27 ? 1 : 2);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function segments(bits, group) {
  let result = "";
  let encoding;
  while (bits.left >= 4) {
    const mode = bits.next(4);
    if (mode === 0) break;
    if (mode === 1) result += numbers(bits, bits.next([10, 12, 14][group]));
    else if (mode === 2) result += characters(bits, bits.next([9, 11, 13][group]));
    else if (mode === 4) result += bytes(bits, bits.next([8, 16, 16][group]), encoding);
    else if (mode === 7) encoding = declared(bits);
    else if (mode === 8) result += kanji(bits, bits.next([8, 10, 12][group]));
    else if (mode === 9) bits.next(8);
    // Mode 5 is a mark for goods. Mode 3 is a part of a text; others don't exist.
    else if (mode !== 5) return undefined;
  }
  return result;
}

function numbers(bits, count) {
  let result = "";
  for (let left = count; left > 0; left -= 3) {
    const length = Math.min(3, left);
    const value = String(bits.next([4, 7, 10][length - 1]));
    if (value.length > length) throw new RangeError("Too large for the digits.");
    result += value.padStart(length, "0");
  }
  return result;
}

function characters(bits, count) {
  let result = "";
  for (let left = count; left > 0; left -= 2) {
    const value = bits.next(left > 1 ? 11 : 6);
    const pair = left > 1 ? [Math.floor(value / 45), value % 45] : [value];
    if (pair[0] > 44) throw new RangeError("Too large for the characters.");
    result += pair.map((one) => alphanumeric[one]).join("");
  }
  return result;
}

/** Returns text in the declared encoding. Without one it is usually UTF-8, although the standard says otherwise. */
function bytes(bits, count, encoding) {
  const data = Uint8Array.from({ length: count }, () => bits.next(8));
  if (encoding) return new TextDecoder(encoding).decode(data);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    return new TextDecoder("iso-8859-1").decode(data);
  }
}

function declared(bits) {
  let value = bits.next(8);
  if (value >> 7) value = value >> 6 === 2 ? (value & 63) << 8 | bits.next(8) : (value & 31) << 16 | bits.next(16);
  return encodings[value];
}

function kanji(bits, count) {
  const data = Uint8Array.from({ length: 2 * count });
  for (let i = 0; i < count; i += 1) {
    const value = bits.next(13);
    const code = (Math.floor(value / 0xc0) << 8) + value % 0xc0;
    const character = code + (code < 0x1f00 ? 0x8140 : 0xc140);
    data[2 * i] = character >> 8;
    data[2 * i + 1] = character & 255;
  }
  return new TextDecoder("shift_jis").decode(data);
}
