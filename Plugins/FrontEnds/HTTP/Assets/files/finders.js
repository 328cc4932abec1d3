// Finds the three square patterns in the corners of QR codes.
import { valueAt } from "./contrast.js";

/** The largest number of patterns of one polarity that are combined. */
const MOST = 14;

/** Whether five lengths are in the proportion 1:1:3:1:1 of a line through the center of a pattern. */
function isPattern(a, b, c, d, e) {
  const unit = (a + b + c + d + e) / 7;
  const slack = 0.7 * unit;
  return unit > 0.8 && Math.abs(c - 3 * unit) < 1.3 * unit && Math.abs(a - unit) < slack && Math.abs(b - unit) < slack
    && Math.abs(d - unit) < slack && Math.abs(e - unit) < slack;
}

/** Returns the distances of the next three edges in a direction, or `undefined` if they are too far away. */
function edges(map, x, y, dx, dy, ink, reach) {
  const found = [];
  let side = ink;
  let last = valueAt(map, x, y);
  if (last * ink <= 0) return undefined;
  for (let distance = 1; distance <= reach; distance += 1) {
    const value = valueAt(map, x + dx * distance, y + dy * distance);
    if (value * side <= 0) {
      found.push(distance - 1 + (last === value ? 0.5 : last / (last - value)));
      if (found.length === 3) return found;
      side = -side;
    }
    last = value;
  }
  return undefined;
}

/** Measures a pattern on a line near its center: the distance from the center, and the size of a module. */
export function measure(map, x, y, dx, dy, ink, unit) {
  const reach = Math.ceil(unit * 9) + 2;
  const ahead = edges(map, x, y, dx, dy, ink, reach);
  const back = ahead && edges(map, x, y, -dx, -dy, ink, reach);
  if (!back) return undefined;
  const [a, b, c] = ahead;
  const [d, e, f] = back;
  if (!isPattern(f - e, e - d, d + a, b - a, c - b)) return undefined;
  return { shift: (a - d + b - e + c - f) / 6, unit: (c + f) / 7 };
}

/** Returns the finder patterns in a contrast map. Their `ink` is -1 if they are dark, and 1 in inverted codes. */
function patterns(map) {
  const { data, width, height } = map;
  const found = [];
  const line = new Float32Array(width + 1);
  for (let y = 0; y < height; y += 1) {
    let count = 0;
    let last = data[y * width];
    for (let x = 1; x < width; x += 1) {
      const value = data[y * width + x];
      if (value > 0 === last > 0) { last = value; continue; }
      line[count] = x - value / (value - last);
      count += 1;
      if (count > 5) {
        const [c, d] = [line[count - 4], line[count - 3]];
        const [a, b, e, f] = [line[count - 6], line[count - 5], line[count - 2], line[count - 1]];
        if (isPattern(b - a, c - b, d - c, e - d, f - e)) add(map, found, (c + d) / 2, y, (f - a) / 7, last > 0 ? 1 : -1);
      }
      last = value;
    }
  }
  return found;
}

/** Adds a pattern if it is one in other directions, too. */
function add(map, found, x, y, unit, ink) {
  const known = found.find((one) => one.ink === ink && Math.hypot(one.x - x, one.y - y) < 2 * one.unit
    && Math.abs(one.unit - unit) < unit / 2);
  if (known) {
    known.count += 1;
    return;
  }
  const vertical = measure(map, x, y, 0, 1, ink, unit);
  if (!vertical || vertical.unit > 2.5 * unit || unit > 2.5 * vertical.unit) return;
  const center = y + vertical.shift;
  const horizontal = measure(map, x, center, 1, 0, ink, unit);
  if (!horizontal) return;
  const middle = x + horizontal.shift;
  const isSquare = [[0.7071, 0.7071], [0.7071, -0.7071]].every(([dx, dy]) => measure(map, middle, center, dx, dy, ink, unit));
  if (isSquare) found.push({ x: middle, y: center, unit: (horizontal.unit + vertical.unit) / 2, ink, count: 1 });
}

/** Returns the patterns of possible codes, the most regular first: upper left, upper right, lower left. */
export function triples(map) {
  const all = patterns(map);
  const result = [];
  for (const ink of [-1, 1]) {
    const some = all.filter((one) => one.ink === ink).sort((a, b) => b.count - a.count).slice(0, MOST);
    for (let i = 0; i < some.length; i += 1) {
      for (let j = i + 1; j < some.length; j += 1) {
        for (let k = j + 1; k < some.length; k += 1) result.push(...orders(some[i], some[j], some[k]));
      }
    }
  }
  return result.sort((a, b) => a.irregularity - b.irregularity);
}

/** Returns the orders of three patterns in which they can belong to one code, with how irregular it would be. */
function orders(a, b, c) {
  const units = [a.unit, b.unit, c.unit];
  const spread = Math.max(...units) / Math.min(...units);
  if (spread > 2) return [];
  return [[a, b, c], [b, a, c], [c, a, b]].flatMap(([corner, one, other]) => {
    const [ux, uy] = [one.x - corner.x, one.y - corner.y];
    const [vx, vy] = [other.x - corner.x, other.y - corner.y];
    const [u, v] = [Math.hypot(ux, uy), Math.hypot(vx, vy)];
    const skew = Math.abs(ux * vx + uy * vy) / (u * v);
    const ratio = Math.max(u, v) / Math.min(u, v);
    if (Math.min(u, v) < 9 * Math.min(...units) || ratio > 2.2 || skew > 0.65) return [];
    const [right, below] = ux * vy - uy * vx > 0 ? [one, other] : [other, one];
    // A line through the center of a pattern is found in two rows per module.
    const missing = Math.max(...[a, b, c].map((one) => 1 - one.count / (2 * one.unit)), 0);
    return [{ corner, right, below, irregularity: skew + Math.log(ratio) + Math.log(spread) + missing }];
  });
}
