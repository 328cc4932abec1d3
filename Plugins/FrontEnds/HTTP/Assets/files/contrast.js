// Prepares pictures for decoding: brightness, smoothing, and the contrast with the surroundings.

const BLOCK = 8;
/** The smallest difference between dark and light surroundings; anything less is noise. */
const LEAST = 4;

/** Returns the brightness of grayscale or RGBA pixels as a map: its data, width and height. */
export function brightness(pixels, width, height) {
  const count = width * height;
  if (pixels.length === count) return { data: pixels, width, height };
  const data = new Uint8Array(count);
  for (let i = 0, p = 0; i < count; i += 1, p += 4) {
    data[i] = (pixels[p] * 77 + pixels[p + 1] * 150 + pixels[p + 2] * 29) >> 8;
  }
  return { data, width, height };
}

/** Returns a map of half the width and height. */
export function halved({ data, width, height }) {
  const [across, down] = [width >> 1, height >> 1];
  const result = new Uint8Array(across * down);
  for (let y = 0; y < down; y += 1) {
    for (let x = 0, i = 2 * y * width; x < across; x += 1, i += 2) {
      result[y * across + x] = (data[i] + data[i + 1] + data[i + width] + data[i + width + 1] + 2) >> 2;
    }
  }
  return { data: result, width: across, height: down };
}

/** Returns a map in which pixels differ more from their surroundings, to undo a blur. */
export function sharpened(map) {
  const { data, width, height } = map;
  const { sum, count, across } = blocks(map);
  const means = interpolated(map, sum.map((value, b) => value / count[b]), across);
  const result = new Uint8ClampedArray(data.length);
  for (let i = 0; i < data.length; i += 1) result[i] = 4 * data[i] - 3 * means[i];
  return { data: result, width, height };
}

/** Returns the value at a point between pixels, or 0 outside of the map. It is called often, so it creates no arrays. */
export function valueAt(map, x, y) {
  const left = Math.floor(x);
  const top = Math.floor(y);
  if (!(left >= 0 && top >= 0 && left < map.width - 1 && top < map.height - 1)) return 0;
  const data = map.data;
  const i = top * map.width + left;
  const k = i + map.width;
  const upper = data[i] + (data[i + 1] - data[i]) * (x - left);
  const lower = data[k] + (data[k + 1] - data[k]) * (x - left);
  return upper + (lower - upper) * (y - top);
}

/** Calls a function with the index of each pixel and that of its block. */
function forEachPixel({ width, height }, act) {
  const across = Math.ceil(width / BLOCK);
  for (let y = 0, i = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, i += 1) act(i, (y >> 3) * across + (x >> 3));
  }
}

/** Returns the sum and number of pixels in each block. */
function blocks(map) {
  const [across, down] = [Math.ceil(map.width / BLOCK), Math.ceil(map.height / BLOCK)];
  const [sum, count] = [new Float32Array(across * down), new Float32Array(across * down)];
  forEachPixel(map, (i, b) => {
    sum[b] += map.data[i];
    count[b] += 1;
  });
  return { sum, count, across, down };
}

/** Returns a value for each pixel, interpolated between the centers of blocks. */
function interpolated({ width, height }, values, across) {
  const result = new Float32Array(width * height);
  const down = values.length / across;
  const row = new Float32Array(across + 1);
  for (let y = 0; y < height; y += 1) {
    const position = Math.max(0, Math.min(down - 1, (y + 0.5) / BLOCK - 0.5));
    const upper = Math.floor(position);
    const lower = Math.min(down - 1, upper + 1);
    const part = position - upper;
    for (let b = 0; b < across; b += 1) row[b] = values[upper * across + b] * (1 - part) + values[lower * across + b] * part;
    row[across] = row[across - 1];
    let i = y * width;
    const end = i + width;
    for (const last = Math.min(end, i + BLOCK / 2); i < last; i += 1) result[i] = row[0];
    for (let b = 0; i < end; b += 1) {
      const slope = (row[b + 1] - row[b]) / BLOCK;
      let value = row[b] + slope / 2;
      for (const last = Math.min(end, i + BLOCK); i < last; i += 1, value += slope) result[i] = value;
    }
  }
  return result;
}

/**
 * Returns the contrast of each pixel with the blocks within reach: about 100 for light pixels, -100 for dark ones, and 0
 * at edges.
 *
 * The threshold of a block is halfway between the mean of the light pixels and that of the dark pixels around it, so
 * that it is right even if only a small part of the surroundings is dark.
 */
export function contrast(map, reach) {
  const { data, width, height } = map;
  const { sum, count, across, down } = blocks(map);
  const around = (values) => windows(values, across, down, reach);
  const [sums, counts] = [around(sum), around(count)];
  const mean = sums.map((value, b) => value / counts[b]);
  const lightSum = new Float32Array(across * down);
  const lightCount = new Float32Array(across * down);
  forEachPixel(map, (i, b) => {
    if (data[i] <= mean[b]) return;
    lightSum[b] += data[i];
    lightCount[b] += 1;
  });
  const [lightSums, lightCounts] = [around(lightSum), around(lightCount)];
  const threshold = new Float32Array(across * down);
  const scale = new Float32Array(across * down);
  for (let b = 0; b < threshold.length; b += 1) {
    const light = lightCounts[b] ? lightSums[b] / lightCounts[b] : mean[b];
    const dark = counts[b] > lightCounts[b] ? (sums[b] - lightSums[b]) / (counts[b] - lightCounts[b]) : mean[b];
    const half = (light - dark) / 2;
    // Flat surroundings are light.
    threshold[b] = half < LEAST ? dark - 3 * LEAST : dark + half;
    scale[b] = 100 / Math.max(half, LEAST);
  }
  const thresholds = interpolated(map, threshold, across);
  const result = new Int8Array(data.length);
  forEachPixel(map, (i, b) => {
    const value = (data[i] - thresholds[i]) * scale[b];
    result[i] = value > 127 ? 127 : value < -127 ? -127 : value;
  });
  return { data: result, width, height };
}

/** Returns the sums of the values around each block. */
function windows(values, across, down, reach) {
  const rows = new Float32Array(values.length);
  const result = new Float32Array(values.length);
  slide(values, rows, down, across, 1, across, reach);
  slide(rows, result, across, 1, across, down, reach);
  return result;
}

/** Sums the values within reach along each of several lines. */
function slide(values, result, lines, between, step, length, reach) {
  for (let line = 0; line < lines; line += 1) {
    let sum = 0;
    for (let i = -reach; i < length; i += 1) {
      if (i + reach < length) sum += values[line * between + (i + reach) * step];
      if (i > reach) sum -= values[line * between + (i - reach - 1) * step];
      if (i >= 0) result[line * between + i * step] = sum;
    }
  }
}
