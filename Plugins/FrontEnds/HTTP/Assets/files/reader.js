// The worker that decodes pictures of the camera.
import { decode } from "./decoder.js";

globalThis.onmessage = ({ data: { pixels, width, height } }) => postMessage(decode(pixels, width, height));
