// Finds QR codes, EAN-13, EAN-8, UPC-A and Code 128 in pictures.
import { brightness, contrast, halved, sharpened } from "./contrast.js";
import { findLinear } from "./linear.js";
import { findSquare } from "./qr.js";

/**
 * Returns the code in a picture of RGBA or grayscale pixels, or null: its format, its text, and its corners, clockwise
 * from the upper left of the code. The names of formats are those of `BarcodeDetector`.
 */
export function decode(pixels, width, height) {
  const map = brightness(pixels, width, height);
  const reach = Math.max(2, Math.round(Math.min(width, height) / 80));
  const found = findSquare(contrast(map, reach)) ?? findLinear(map);
  if (found) return found;
  // Halving the picture reduces noise; sharpening it then reduces blur.
  const half = halved(map);
  const sharp = sharpened(half);
  const small = findSquare(contrast(half, reach)) ?? findSquare(contrast(sharp, reach)) ?? findLinear(sharp);
  return small ? { ...small, corners: small.corners.map(({ x, y }) => ({ x: 2 * x + 0.5, y: 2 * y + 0.5 })) } : null;
}
