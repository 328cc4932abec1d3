// Fits the grid of a QR code to a picture.
import { valueAt } from "./contrast.js";
import { measure } from "./finders.js";
import { DARK, INFORMATION, DATA, layout } from "./symbol.js";

/** Agreement below which there is no code: of a timing pattern, of the first guess, and of the final grid. */
const LEAST_TIMING = 0.15;
const LEAST_GUESS = 0.3;
const LEAST = 0.4;
/** The weight of modules outside of the finder patterns. The patterns agree with most grids. */
const FAR = 5;
/** The part of a side at which a bow displaces nothing, so that finder patterns stay in place. */
const STILL = 0.12;

const known = new Map();

/**
 * Returns the points that must be dark or light in a symbol, as parts of its side: those of the timing patterns; few
 * points for guesses, which agree with the finder patterns anyway unless there is no other pattern; and many.
 */
function fixedPoints(size) {
  if (known.has(size)) return known.get(size);
  const kinds = layout((size - 17) / 4);
  const few = [[0, 0]];
  const many = size < 60 ? [[-0.25, -0.25], [0.25, -0.25], [-0.25, 0.25], [0.25, 0.25]] : few;
  const points = (offsets, isUsed) => {
    const [u, v, weight] = [[], [], []];
    kinds.forEach((kind, i) => {
      const [x, y] = [i % size, Math.floor(i / size)];
      if (kind === DATA || kind === INFORMATION || !isUsed(x, y)) return;
      for (const [dx, dy] of offsets) {
        u.push((x + 0.5 + dx) / size);
        v.push((y + 0.5 + dy) / size);
        weight.push((kind === DARK ? 1 : -1) * (isFinder(x, y) ? 1 : FAR));
      }
    });
    const total = weight.reduce((sum, one) => sum + Math.abs(one), 0);
    return { u: Float64Array.from(u), v: Float64Array.from(v), weight: Int8Array.from(weight), total };
  };
  const isFinder = (x, y) => (x < 8 || x > size - 9) && (y < 8 || y > size - 9) && (x < 8 || y < 8);
  const isBetween = (place) => place > 7 && place < size - 8;
  const result = {
    row: points(few, (x, y) => y === 6 && isBetween(x)), column: points(few, (x, y) => x === 6 && isBetween(y)),
    few: points(few, (x, y) => size < 25 || !isFinder(x, y)), many: points(many, () => true),
  };
  known.set(size, result);
  return result;
}

/**
 * Returns the coefficients of the mapping of the unit square to a shape: its corners (x and y, clockwise), and how far
 * the middles of horizontal and vertical lines are displaced if the surface is curved.
 */
function mapping(shape) {
  const [x0, y0, x1, y1, x2, y2, x3, y3, ux, uy, vx, vy] = shape;
  const [ax, ay, bx, by] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2];
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const area = ax * by - bx * ay;
  const g = (sx * by - bx * sy) / area;
  const h = (ax * sy - sx * ay) / area;
  return Float64Array.of(
    x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h, 4 * ux, 4 * uy, 4 * vx, 4 * vy);
}

/** Sets a point to the place of a point of the unit square. */
function place(m, u, v, point) {
  const depth = 1 / (m[6] * u + m[7] * v + 1);
  const bowU = (u - STILL) * (1 - STILL - u);
  const bowV = (v - STILL) * (1 - STILL - v);
  point[0] = (m[0] * u + m[1] * v + m[2]) * depth + m[8] * bowU + m[10] * bowV;
  point[1] = (m[3] * u + m[4] * v + m[5]) * depth + m[9] * bowU + m[11] * bowV;
}

/** Returns how well the fixed modules agree with a contrast map: about 1 if they are sharp, 0 by chance. */
function agreement(map, shape, { u, v, weight, total }, ink) {
  const m = mapping(shape);
  const point = new Float64Array(2);
  let sum = 0;
  for (let i = 0; i < u.length; i += 1) {
    place(m, u[i], v[i], point);
    sum += weight[i] * valueAt(map, point[0], point[1]);
  }
  return sum * ink / (100 * total);
}

/** Returns the likely numbers of modules per side, the most likely first. */
function sizes(map, { corner, right, below }) {
  const along = (from, to) => {
    const distance = Math.hypot(to.x - from.x, to.y - from.y);
    const [dx, dy] = [(to.x - from.x) / distance, (to.y - from.y) / distance];
    const units = [from, to].map((one) => measure(map, one.x, one.y, dx, dy, one.ink, one.unit)?.unit ?? one.unit);
    return 2 * distance / (units[0] + units[1]);
  };
  const size = (along(corner, right) + along(corner, below)) / 2 + 7;
  const version = Math.round((size - 17) / 4);
  const reach = Math.ceil(1 + size / 40);
  return Array.from({ length: 2 * reach + 1 }, (_, i) => version - reach + i).filter((one) => one >= 1 && one <= 40)
    .map((one) => 17 + 4 * one).sort((a, b) => Math.abs(a - size) - Math.abs(b - size));
}

/** Returns the shape of a symbol whose finder patterns have these centers, and whose lower right is at a point. */
function shapeOf({ corner, right, below }, x, y, size) {
  const m = mapping([corner.x, corner.y, right.x, right.y, x, y, below.x, below.y, 0, 0, 0, 0]);
  const [low, high] = [-3.5 / (size - 7), 1 + 3.5 / (size - 7)];
  const shape = [];
  for (const [u, v] of [[low, low], [high, low], [high, high], [low, high]]) {
    const point = new Float64Array(2);
    place(m, u, v, point);
    shape.push(...point);
  }
  return [...shape, 0, 0, 0, 0];
}

/** Returns the best shape of a symbol of a size for any position of its lower right corner. */
function guess(map, triple, size, isThorough) {
  const { corner, right, below } = triple;
  const fixed = fixedPoints(size);
  const [ux, uy] = [(right.x - corner.x) / (size - 7), (right.y - corner.y) / (size - 7)];
  const [vx, vy] = [(below.x - corner.x) / (size - 7), (below.y - corner.y) / (size - 7)];
  const [x, y] = [right.x + below.x - corner.x, right.y + below.y - corner.y];
  if (!isThorough) {
    // Checking the timing patterns first is fast, but perspective can shift them.
    const flat = shapeOf(triple, x, y, size);
    const isTimed = [fixed.row, fixed.column].some((points) => agreement(map, flat, points, corner.ink) > LEAST_TIMING);
    if (!isTimed) return { agreement: 0 };
  }
  const reach = Math.min(9, Math.round(size / 6));
  let best = { agreement: -1 };
  for (let i = -reach; i <= reach; i += 1) {
    for (let j = -reach; j <= reach; j += 1) {
      const shape = shapeOf(triple, x + ux * i + vx * j, y + uy * i + vy * j, size);
      const value = agreement(map, shape, fixed.few, corner.ink);
      if (value > best.agreement) best = { agreement: value, shape, size, ink: corner.ink };
    }
  }
  return best;
}

/** Moves the corners and bows of a grid in smaller and smaller steps while that improves the agreement. */
function refined(map, grid) {
  const fixed = fixedPoints(grid.size).many;
  const shape = [...grid.shape];
  const unit = Math.hypot(shape[2] - shape[0], shape[3] - shape[1]) / grid.size;
  let best = agreement(map, shape, fixed, grid.ink);
  for (let step = unit; step > unit / 12; step /= 2) {
    for (let round = 0, isBetter = true; isBetter && round < 4; round += 1) {
      isBetter = false;
      for (let i = 0; i < shape.length; i += 1) {
        for (const move of [step, -2 * step]) {
          shape[i] += move;
          const value = agreement(map, shape, fixed, grid.ink);
          if (value > best) {
            best = value;
            isBetter = true;
            break;
          }
          if (move < 0) shape[i] += step;
        }
      }
    }
  }
  return { ...grid, shape, agreement: best };
}

/** Returns the grids that fit three finder patterns, the best first. */
export function grids(map, triple, isThorough) {
  const guesses = sizes(map, triple).map((size) => guess(map, triple, size, isThorough)).filter((one) => one.agreement > LEAST_GUESS);
  return guesses.sort((a, b) => b.agreement - a.agreement).slice(0, 2).map((one) => refined(map, one))
    .filter((one) => one.agreement > LEAST).sort((a, b) => b.agreement - a.agreement);
}

/** Returns the corners of a grid, clockwise from the upper left of the symbol. */
export function corners({ shape }) {
  return [0, 2, 4, 6].map((i) => ({ x: shape[i], y: shape[i + 1] }));
}

/** Returns the modules of a grid, row by row: 1 if they have the ink's color, otherwise 0. */
export function modules(map, { shape, size, ink }) {
  const m = mapping(shape);
  const point = new Float64Array(2);
  return Uint8Array.from({ length: size * size }, (_, i) => {
    let sum = 0;
    for (const [dx, dy] of [[0, 0], [-0.2, -0.2], [0.2, -0.2], [-0.2, 0.2], [0.2, 0.2]]) {
      place(m, (i % size + 0.5 + dx) / size, (Math.floor(i / size) + 0.5 + dy) / size, point);
      sum += valueAt(map, point[0], point[1]);
    }
    return sum * ink > 0 ? 1 : 0;
  });
}
