// Finds linear barcodes: regions of parallel stripes, and the widths of stripes along lines through them.
import { valueAt } from "./contrast.js";
import { readLine } from "./stripes.js";

const BLOCK = 16;
/** The number of regions that are read, and of lines through each. */
const REGIONS = 5;
const LINES = 15;

/** Returns the linear barcode in a brightness map, or `undefined`. Two lines must agree. */
export function findLinear(map) {
  for (const region of regions(map)) {
    const found = new Map();
    for (const line of lines(region)) {
      const code = readLine(stripes(profile(map, line)));
      if (!code) continue;
      const key = `${code.format} ${code.text}`;
      const ends = [code.start, code.end].map((along) => ({ x: line.x + line.dx * along, y: line.y + line.dy * along }));
      if (!found.has(key)) found.set(key, []);
      found.get(key).push({ code, ends: code.isReversed ? ends.reverse() : ends });
    }
    const [best, other] = [...found.values()].sort((a, b) => b.length - a.length);
    if (!best || best.length < 2 || best.length < 3 * (other?.length ?? 0)) continue;
    const [{ code, ends: first }, { ends: last }] = [best[0], best.at(-1)];
    return { format: code.format, text: code.text, corners: [first[0], first[1], last[1], last[0]] };
  }
  return undefined;
}

/** Returns the direction and strength of brightness changes in blocks of a picture. */
function gradients({ data, width, height }) {
  const [across, down] = [Math.ceil(width / BLOCK), Math.ceil(height / BLOCK)];
  const [xx, xy, yy] = [1, 2, 3].map(() => new Float32Array(across * down));
  for (let y = 1; y < height - 1; y += 1) {
    for (let b = (y >> 4) * across, x = 1; x < width - 1; b += 1) {
      let [sumXX, sumXY, sumYY] = [0, 0, 0];
      for (const last = Math.min(width - 1, (x | 15) + 1); x < last; x += 1) {
        const i = y * width + x;
        const dx = data[i + 1] - data[i - 1];
        const dy = data[i + width] - data[i - width];
        sumXX += dx * dx;
        sumXY += dx * dy;
        sumYY += dy * dy;
      }
      xx[b] += sumXX;
      xy[b] += sumXY;
      yy[b] += sumYY;
    }
  }
  return { across, down, xx, xy, yy };
}

/** Returns the regions of parallel stripes, the strongest first. */
function regions(map) {
  const { across, down, xx, xy, yy } = gradients(map);
  const isStriped = Array.from(xx, (_, b) => {
    const energy = xx[b] + yy[b];
    return energy > 20 * BLOCK * BLOCK && Math.hypot(xx[b] - yy[b], 2 * xy[b]) > 0.45 * energy;
  });
  const angle = (b) => Math.atan2(2 * xy[b], xx[b] - yy[b]);
  const isSeen = new Uint8Array(xx.length);
  const result = [];
  for (let start = 0; start < xx.length; start += 1) {
    if (isSeen[start] || !isStriped[start]) continue;
    const region = { blocks: [], xx: 0, xy: 0, yy: 0, strength: 0 };
    const waiting = [start];
    isSeen[start] = 1;
    while (waiting.length) {
      const b = waiting.pop();
      const [x, y] = [b % across, Math.floor(b / across)];
      region.blocks.push([(x + 0.5) * BLOCK, (y + 0.5) * BLOCK]);
      region.xx += xx[b];
      region.xy += xy[b];
      region.yy += yy[b];
      for (let ny = Math.max(0, y - 1); ny <= Math.min(down - 1, y + 1); ny += 1) {
        for (let nx = Math.max(0, x - 1); nx <= Math.min(across - 1, x + 1); nx += 1) {
          const n = ny * across + nx;
          // The angles are doubled.
          if (isSeen[n] || !isStriped[n] || Math.cos(angle(n) - angle(b)) < 0.75) continue;
          isSeen[n] = 1;
          waiting.push(n);
        }
      }
    }
    if (region.blocks.length > 3) result.push(region);
  }
  return result.sort((a, b) => b.xx + b.yy - a.xx - a.yy).slice(0, REGIONS);
}

/** Returns lines across the stripes of a region: at right angles, and along the region, which differs in perspective. */
function lines({ blocks, xx, xy, yy }) {
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const [mx, my] = [0, 1].map((i) => blocks.reduce((sum, block) => sum + block[i], 0) / blocks.length);
  const spread = (value) => blocks.reduce((sum, [x, y]) => sum + value(x - mx, y - my), 0);
  const longest = Math.atan2(2 * spread((x, y) => x * y), spread((x, y) => x * x - y * y)) / 2;
  const turn = Math.atan(Math.tan(longest - angle));
  const angles = Math.abs(turn) > 0.05 && Math.abs(turn) < 0.9 ? [angle, angle + turn] : [angle];
  return angles.flatMap((direction) => parallels(blocks, direction, -Math.sin(angle), Math.cos(angle)));
}

/** Returns lines in a direction: start, direction, length, and the pixels along the stripes to average. */
function parallels(blocks, angle, sx, sy) {
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const area = dx * sy - dy * sx;
  const along = blocks.map(([x, y]) => (x * sy - y * sx) / area);
  const beside = blocks.map(([x, y]) => (y * dx - x * dy) / area);
  const [left, right] = [Math.min(...along) - 3 * BLOCK, Math.max(...along) + 3 * BLOCK];
  const [top, bottom] = [Math.min(...beside) - BLOCK / 2, Math.max(...beside) + BLOCK / 2];
  const width = Math.max(1, Math.min(7, Math.round((bottom - top) / 12)));
  return Array.from({ length: LINES }, (_, i) => {
    const offset = top + (bottom - top) * (i + 0.5) / LINES;
    return { x: left * dx + offset * sx, y: left * dy + offset * sy, dx, dy, sx, sy, length: Math.ceil(right - left), width };
  });
}

/** Returns the brightness along a line. */
function profile(map, { x, y, dx, dy, sx, sy, length, width }) {
  const values = new Float32Array(length);
  for (let i = 0; i < length; i += 1) {
    let sum = 0;
    for (let k = 0; k < width; k += 1) {
      const offset = k - (width - 1) / 2;
      sum += valueAt(map, x + dx * i + sx * offset, y + dy * i + sy * offset);
    }
    values[i] = sum / width;
  }
  return values;
}

/** Returns the edges of stripes on a line, including its ends, and whether the first stripe is dark. */
function stripes(values) {
  const reach = 40;
  const extremes = [];
  let [direction, at] = [0, 0];
  let [low, high] = [0, 0];
  let least = 0;
  for (let i = 1; i < values.length; i += 1) {
    if (i % 8 === 1) {
      const near = values.subarray(Math.max(0, i - reach), i + reach);
      least = Math.max(5, 0.12 * (Math.max(...near) - Math.min(...near)));
    }
    if (direction === 0) {
      if (values[i] > values[high]) high = i;
      if (values[i] < values[low]) low = i;
      if (values[high] - values[low] < least) continue;
      direction = high > low ? 1 : -1;
      extremes.push(direction > 0 ? low : high);
      at = i;
    } else if ((values[i] - values[at]) * direction >= 0) {
      at = i;
    } else if ((values[at] - values[i]) * direction >= least) {
      extremes.push(at);
      direction = -direction;
      at = i;
    }
  }
  if (direction !== 0) extremes.push(at);
  const edges = extremes.slice(1).map((extreme, k) => crossing(values, extremes[k], extreme));
  return { edges: [0, ...edges, values.length], isDark: direction !== 0 && values[extremes[0]] < values[extremes[1]] };
}

/** Returns where the values between two extremes are halfway between them. */
function crossing(values, from, to) {
  const middle = (values[from] + values[to]) / 2;
  const isRising = values[to] > values[from];
  for (let i = from + 1; i <= to; i += 1) {
    if (values[i] > middle === isRising) return i - (values[i] - middle) / (values[i] - values[i - 1]);
  }
  return to;
}
