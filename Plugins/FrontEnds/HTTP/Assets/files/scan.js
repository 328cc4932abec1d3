// Adds a button that scans the barcode of a product, or the label of an item, with the camera.
import { sayBeside } from "./dialogs.js";
import { home } from "./home.js";
import { text } from "./text.js";

/** The formats of product codes and labels. */
const formats = ["ean_13", "ean_8", "upc_a", "upc_e", "itf", "qr_code"];
/** The largest width or height of the pictures that are decoded. Larger ones take longer and show no more. */
const largest = 960;

/** Adds the scan button to the barcode form, if there is one. */
export function enhanceScan() {
  const form = document.querySelector("form.barcode");
  if (!form) return;
  const button = Object.assign(document.createElement("button"), { className: "button", type: "button", textContent: text("Scan") });
  button.addEventListener("click", async () => {
    button.disabled = true;
    const code = await scanned(form);
    button.disabled = false;
    if (!code) return button.focus();
    if (code.address) return location.assign(code.address);
    form.elements.barcode.value = code.digits;
    form.requestSubmit();
  });
  form.append(button);
}

/** Shows the camera's picture until it contains a code. Returns nothing if it is closed before. */
async function scanned(form) {
  let stream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", width: { ideal: 1280 } } });
  } catch (error) {
    sayBeside(
      !navigator.mediaDevices ? text("Browsers allow the camera only on pages with HTTPS. Type the digits below the bars.")
        : error.name === "NotFoundError" ? text("There is no camera. Type the digits below the bars.")
          : text("The browser doesn't let this page use the camera. Type the digits below the bars."), form);
    return undefined;
  }
  const dialog = Object.assign(document.createElement("dialog"), { className: "scan" });
  dialog.setAttribute("aria-label", text("Point the camera at a barcode or label."));
  const video = Object.assign(document.createElement("video"), { muted: true, playsInline: true, srcObject: stream });
  const hint = Object.assign(document.createElement("p"), { textContent: text("Point the camera at a barcode or label.") });
  const cancel = Object.assign(document.createElement("button"), { className: "button", type: "button", textContent: text("Cancel") });
  cancel.addEventListener("click", () => dialog.close());
  dialog.append(video, hint, cancel);
  document.body.append(dialog);
  dialog.showModal();
  let code;
  let finder;
  try {
    await video.play();
    finder = await codeFinder();
    while (dialog.open && !code) {
      code = meaning(await finder.find(video));
      if (!code) await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } catch {
    // Closing the dialog can interrupt the start of the video.
    if (dialog.open) sayBeside(text("The camera image can't be read here. Type the digits below the bars."), form);
  }
  finder?.close();
  for (const track of stream.getTracks()) track.stop();
  const isCanceled = !dialog.open;
  dialog.close();
  dialog.remove();
  return isCanceled ? undefined : code;
}

/** Returns an object that finds codes in a video: with the browser's detector if it knows product codes. */
async function codeFinder() {
  const known = "BarcodeDetector" in window ? await BarcodeDetector.getSupportedFormats() : [];
  if (!known.includes("ean_13")) return new OwnFinder();
  const detector = new BarcodeDetector({ formats: formats.filter((format) => known.includes(format)) });
  return {
    async find(video) {
      const [found] = await detector.detect(video);
      return found && { format: found.format, text: found.rawValue };
    },
    close() {},
  };
}

/** Finds codes with this program's decoder, in a worker so that the page stays responsive. */
class OwnFinder {
  #worker = new Worker(new URL("reader.js", import.meta.url));
  #drawing = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

  find(video) {
    const scale = Math.min(1, largest / Math.max(video.videoWidth, video.videoHeight));
    const [width, height] = [video.videoWidth, video.videoHeight].map((length) => Math.round(length * scale));
    Object.assign(this.#drawing.canvas, { width, height });
    this.#drawing.drawImage(video, 0, 0, width, height);
    const pixels = this.#drawing.getImageData(0, 0, width, height).data;
    return new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }) => resolve(data);
      this.#worker.onerror = reject;
      this.#worker.postMessage({ pixels, width, height }, [pixels.buffer]);
    });
  }

  close() { this.#worker.terminate(); }
}

/** Returns the address of a label's item, or the digits of a product code. Other codes have no meaning here. */
function meaning(found) {
  if (!found || !formats.includes(found.format)) return undefined;
  if (found.format !== "qr_code") return { digits: digits(found) };
  const [, list, label] = /^https?:\/\/[^/]+(\/l\/[\w-]+)?\/i\/([\w-]+)$/.exec(found.text) ?? [];
  return label && { address: `${list ? `${list}/` : home}i/${label}` };
}

/** Returns the digits of a code. A UPC-E code is expanded to UPC-A. */
function digits({ format, text }) {
  if (format !== "upc_e" || text.length !== 8) return text;
  const [system, ...rest] = text;
  const [a, b, c, d, e, last] = rest;
  const check = text[7];
  const middle = last <= "2" ? `${a}${b}${last}0000${c}${d}${e}`
    : last === "3" ? `${a}${b}${c}00000${d}${e}`
    : last === "4" ? `${a}${b}${c}${d}00000${e}`
    : `${a}${b}${c}${d}${e}0000${last}`;
  return system + middle + check;
}
