// Adds buttons that scan with the camera: the barcode of a product, the label of an item, or everything in a stocktake.
import { messageOf } from "./announce.js";
import { reasonOf, sayBeside } from "./dialogs.js";
import { home } from "./home.js";
import { request } from "./request.js";
import { text } from "./text.js";

/** The formats of product codes and labels. */
const formats = ["ean_13", "ean_8", "upc_a", "upc_e", "itf", "qr_code"];
/** The largest width or height of the pictures that are decoded. Larger ones take longer and show no more. */
const largest = 960;

/** Adds the scan buttons to the forms for a product's barcode and for a stocktake, if there are any. */
export function enhanceScan() {
  for (const form of document.querySelectorAll("form.barcode")) addButton(form, text("Scan"), find);
  for (const form of document.querySelectorAll("form.count")) addButton(form, text("Scan with the camera"), count);
}

function addButton(form, textContent, scan) {
  const button = Object.assign(document.createElement("button"), { className: "button", type: "button", textContent });
  button.addEventListener("click", async () => {
    button.disabled = true;
    const isDone = await scan(form);
    button.disabled = false;
    if (!isDone) button.focus();
  });
  (form.querySelector(".actions") ?? form).append(button);
}

/** Opens the item of a label, or submits the digits of a product code. Returns whether there was one. */
async function find(form) {
  const code = await scanned(form, formats, meaning);
  if (code?.address) location.assign(code.address);
  if (!code?.digits) return Boolean(code);
  form.elements.barcode.value = code.digits;
  form.requestSubmit();
  return true;
}

/**
 * Submits every code that the camera shows and displays the result, until the dialog is closed. Then, the page shows
 * the results. Returns whether there were any.
 */
async function count(form) {
  let last;
  await scanned(form, [...formats, "code_128"], async (found, hint) => {
    const code = digits(found);
    if (code === last) return;
    try {
      const body = new URLSearchParams({ code });
      const answer = await request(form.action, { method: "POST", body, headers: { Accept: "text/html", Prefer: "return=minimal" } });
      hint.textContent = answer.ok ? await messageOf(answer) : await reasonOf(answer);
      last = code;
      navigator.vibrate?.(50);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      hint.textContent = text("The server can't be reached.");
    }
  });
  if (last !== undefined) location.assign(location.pathname);
  return last !== undefined;
}

/**
 * Shows the camera's picture until `use` returns something for a code in it, and returns that. Returns nothing if the
 * dialog is closed before. `use` can change the text below the picture.
 */
async function scanned(form, formats, use) {
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
  hint.setAttribute("aria-live", "polite");
  const cancel = Object.assign(document.createElement("button"), { className: "button", type: "button", textContent: text("Close") });
  cancel.addEventListener("click", () => dialog.close());
  dialog.append(video, hint, cancel);
  document.body.append(dialog);
  dialog.showModal();
  let code;
  let finder;
  try {
    await video.play();
    finder = await codeFinder(formats);
    while (dialog.open && !code) {
      const found = await finder.find(video);
      if (dialog.open && found && formats.includes(found.format)) code = await use(found, hint);
      if (!code) await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } catch {
    // Closing the dialog can interrupt the start of the video.
    if (dialog.open) sayBeside(text("Images from the camera can't be read here. Type the digits below the bars instead."), form);
  }
  finder?.close();
  for (const track of stream.getTracks()) track.stop();
  const isCanceled = !dialog.open;
  dialog.close();
  dialog.remove();
  return isCanceled ? undefined : code;
}

/** Returns an object that finds codes in a video: with the browser's detector if it knows product codes. */
async function codeFinder(formats) {
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

/** Returns the address of a label's item, or the digits of a product code. Other QR codes have no meaning here. */
function meaning(found) {
  if (found.format !== "qr_code") return { digits: digits(found) };
  const [, list, label] = /^https?:\/\/[^/]+(\/l\/[\w-]+)?\/i\/([\w-]+)$/.exec(found.text) ?? [];
  return label && { address: `${list ? `${list}/` : home}i/${label}` };
}

/** Returns the text of a code. A UPC-E code is expanded to UPC-A. */
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
