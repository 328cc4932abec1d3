// Reads the stripes of EAN, UPC and Code 128 barcodes.

const widths = (text) => Array.from(text, Number);

/** The widths of a digit's stripes: at the left of EAN codes a space comes first, and at the right a bar. */
const digits = ["3211", "2221", "2122", "1411", "1132", "1231", "1114", "1312", "1213", "3112"].map(widths);
const digitsOrMirrored = [...digits, ...digits.map((one) => one.toReversed())];
/** Which of the six digits at the left are mirrored. It depends on the first digit of an EAN-13. */
const parities = [0b000000, 0b001011, 0b001101, 0b001110, 0b010011, 0b011001, 0b011100, 0b010101, 0b010110, 0b011010];

/** The widths of the bars and spaces of Code 128. The last one is the beginning of the stop pattern. */
const symbols = `212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222
123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323
131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113
213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214
112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112
421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232
233111`.split(/\s/).map(widths);
const START = 103;
const STOP = 106;

/** Returns the barcode on a line, which can be read in both directions, or `undefined`. */
export function readLine({ edges, isDark }) {
  const forward = edges.slice(1).map((edge, i) => edge - edges[i]);
  const found = readStripes(forward, isDark ? 0 : 1);
  if (found) return { ...found, start: edges[found.from], end: edges[found.to], isReversed: false };
  const last = forward.length - 1;
  const back = readStripes(forward.toReversed(), (last % 2 === 0) === isDark ? 0 : 1);
  return back && { ...back, start: edges[last + 1 - back.to], end: edges[last + 1 - back.from], isReversed: true };
}

/** Returns the barcode in the widths of stripes, of which every second one is dark. */
function readStripes(stripes, firstDark) {
  for (let from = firstDark; from + 25 <= stripes.length; from += 2) {
    const found = readProduct(stripes, from, 6) ?? readProduct(stripes, from, 4) ?? readCode128(stripes, from);
    if (found) return { ...found, from };
  }
  return undefined;
}

/** Returns the index of the pattern that is most like some stripes, or -1 if none or several are. */
function match(stripes, from, patterns, total) {
  const count = patterns[0].length;
  let sum = 0;
  for (let i = 0; i < count; i += 1) sum += stripes[from + i];
  const unit = sum / total;
  let [best, second, index] = [Infinity, Infinity, -1];
  for (let p = 0; p < patterns.length; p += 1) {
    const pattern = patterns[p];
    let error = 0;
    let last = 0;
    for (let i = 0; i < count; i += 1) {
      const difference = stripes[from + i] / unit - pattern[i];
      error += 0.3 * difference * difference;
      // Spreading light or ink changes the width of each bar, but not the width of a bar and a space together.
      if (i > 0) error += (difference + last) * (difference + last);
      last = difference;
    }
    if (error < best) [second, best, index] = [best, error, p];
    else if (error < second) second = error;
  }
  return best < 0.12 * count && second > 1.5 * best + 0.1 ? index : -1;
}

/** Whether some stripes have the same width. */
function areEven(stripes, from, count, unit) {
  for (let i = from; i < from + count; i += 1) if (Math.abs(stripes[i] - unit) > 0.75 * unit) return false;
  return true;
}

/** Returns the EAN-13, UPC-A or EAN-8 code that begins at a stripe. */
function readProduct(stripes, from, half) {
  const count = 8 * half + 11;
  const [middle, end] = [from + 3 + 4 * half, from + count - 3];
  if (from + count > stripes.length) return undefined;
  const [before, after] = [from, end].map((at) => (stripes[at] + stripes[at + 1] + stripes[at + 2]) / 3);
  if (!(before < 2 * after && after < 2 * before)) return undefined;
  if (!areEven(stripes, from, 3, before) || !areEven(stripes, end, 3, after) || !areEven(stripes, middle, 5, (before + after) / 2)) return undefined;
  if (!(stripes[from - 1] >= 4 * before && stripes[from + count] >= 4 * after)) return undefined;
  let text = "";
  let parity = 0;
  for (let i = 0; i < 2 * half; i += 1) {
    const [at, patterns] = i >= half ? [middle + 5 + 4 * (i - half), digits] : [from + 3 + 4 * i, half === 6 ? digitsOrMirrored : digits];
    const digit = match(stripes, at, patterns, 7);
    if (digit < 0) return undefined;
    if (i < half) parity = parity << 1 | (digit > 9 ? 1 : 0);
    text += digit % 10;
  }
  if (half === 6) {
    const first = parities.indexOf(parity);
    if (first < 0) return undefined;
    text = first + text;
  }
  if (!isChecked(text)) return undefined;
  const to = from + count;
  if (half === 4) return { format: "ean_8", text, to };
  return text[0] === "0" ? { format: "upc_a", text: text.slice(1), to } : { format: "ean_13", text, to };
}

/** Whether the last digit is the check digit of the others. */
function isChecked(text) {
  const sum = Array.from(text).reverse().reduce((sum, digit, i) => sum + digit * (i % 2 ? 3 : 1), 0);
  return sum % 10 === 0;
}

/** Returns the Code 128 that begins at a stripe. */
function readCode128(stripes, from) {
  const start = match(stripes, from, symbols, 11);
  if (start < START || start === STOP) return undefined;
  const width = (at) => stripes.slice(at, at + 6).reduce((sum, one) => sum + one, 0);
  if (!(stripes[from - 1] >= 4 * width(from) / 11)) return undefined;
  const values = [start];
  let at = from + 6;
  for (;;) {
    if (at + 7 > stripes.length) return undefined;
    const ratio = width(at) / width(at - 6);
    const value = ratio > 0.7 && ratio < 1.4 ? match(stripes, at, symbols, 11) : -1;
    if (value < 0 || (value >= START && value !== STOP)) return undefined;
    if (value === STOP) break;
    values.push(value);
    at += 6;
  }
  const unit = width(at) / 11;
  const isEnded = Math.abs(stripes[at + 6] - 2 * unit) < unit && stripes[at + 7] >= 4 * unit;
  if (!isEnded || values.length < 3) return undefined;
  const check = values.pop();
  const sum = values.reduce((sum, value, i) => sum + value * Math.max(1, i), 0);
  const text = sum % 103 === check ? textOf(values) : "";
  return text ? { format: "code_128", text, to: at + 7 } : undefined;
}

/** Returns the text of a Code 128, whose sets A, B and C are numbered from 0. */
function textOf([start, ...values]) {
  let set = start - START;
  let shifted;
  let [isHigh, isNextHigh] = [false, false];
  let text = "";
  for (const value of values) {
    const current = shifted ?? set;
    shifted = undefined;
    if (current === 2 && value < 100) text += String(value).padStart(2, "0");
    else if (value < 96) {
      const code = current === 0 && value > 63 ? value - 64 : value + 32;
      text += String.fromCharCode(code + (isHigh !== isNextHigh ? 128 : 0));
      isNextHigh = false;
    } else if (value === 98) shifted = 1 - current;
    else if (value === 99) set = 2;
    else if (value === 101 - current && current < 2) {
      // The function character 4, once for the next character and twice for all others.
      if (isNextHigh) isHigh = !isHigh;
      isNextHigh = !isNextHigh;
    } else if (value === 100) set = 1;
    else if (value === 101) set = 0;
    // The other function characters aren't text.
  }
  return text;
}
