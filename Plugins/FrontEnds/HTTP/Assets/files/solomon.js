// Corrects errors with Reed–Solomon codes over the 256 elements of the field modulo x⁸ + x⁴ + x³ + x² + 1.

const powers = new Uint8Array(512);
const logarithms = new Uint8Array(256);
for (let i = 0, value = 1; i < 255; i += 1) {
  powers[i] = powers[i + 255] = value;
  logarithms[value] = i;
  value = value << 1 ^ (value > 127 ? 0x11d : 0);
}

const product = (a, b) => a && b ? powers[logarithms[a] + logarithms[b]] : 0;
const quotient = (a, b) => a ? powers[logarithms[a] + 255 - logarithms[b]] : 0;

/** Returns the value of a polynomial, whose constant term is first. */
function evaluate(polynomial, x) {
  let result = 0;
  for (let i = polynomial.length - 1; i >= 0; i -= 1) result = product(result, x) ^ polynomial[i];
  return result;
}

/** Corrects the errors in a block. Returns whether it contains no other errors. */
export function correct(block, corrections) {
  const size = block.length;
  const syndromes = Array.from({ length: corrections }, (_, i) => {
    let sum = 0;
    for (const codeword of block) sum = product(sum, powers[i]) ^ codeword;
    return sum;
  });
  if (syndromes.every((one) => one === 0)) return true;
  const locator = shortestRegister(syndromes);
  const count = locator.length - 1;
  if (2 * count > corrections) return false;
  // The evaluator is the product of syndromes and locator, up to the number of errors.
  const evaluator = Array.from({ length: count }, (_, i) => {
    let sum = 0;
    for (let j = 0; j <= i; j += 1) sum ^= product(syndromes[i - j], locator[j]);
    return sum;
  });
  const slope = locator.map((value, i) => i % 2 ? value : 0).slice(1);
  const errors = [];
  for (let place = 0; place < size; place += 1) {
    const inverse = powers[255 - place];
    if (evaluate(locator, inverse) !== 0) continue;
    const below = evaluate(slope, inverse);
    if (!below) return false;
    errors.push([size - 1 - place, product(powers[place], quotient(evaluate(evaluator, inverse), below))]);
  }
  if (errors.length !== count) return false;
  for (const [index, value] of errors) block[index] ^= value;
  return true;
}

/** Returns the error locator: the shortest linear feedback that generates the syndromes (Berlekamp–Massey). */
function shortestRegister(syndromes) {
  let [current, previous] = [[1], [1]];
  let [length, distance, last] = [0, 1, 1];
  for (let i = 0; i < syndromes.length; i += 1) {
    let discrepancy = syndromes[i];
    for (let j = 1; j <= length; j += 1) discrepancy ^= product(current[j] ?? 0, syndromes[i - j]);
    if (!discrepancy) { distance += 1; continue; }
    const next = [...current];
    const factor = quotient(discrepancy, last);
    previous.forEach((value, j) => { next[j + distance] = (next[j + distance] ?? 0) ^ product(factor, value); });
    for (let j = 0; j < next.length; j += 1) next[j] ??= 0;
    if (2 * length <= i) {
      [length, previous, last, distance] = [i + 1 - length, current, discrepancy, 1];
    } else {
      distance += 1;
    }
    current = next;
  }
  while (current.length > 1 && !current.at(-1)) current.pop();
  return current;
}
