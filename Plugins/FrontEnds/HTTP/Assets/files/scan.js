// Adds a button that scans a barcode with the camera, if the browser supports it.
import { sayBeside } from "./dialogs.js";
import { text } from "./text.js";

/** The product codes among those that browsers detect. */
const formats = ["ean_13", "ean_8", "upc_a", "upc_e", "itf"];

/** Adds the scan button to the barcode form, if there is one. Only secure pages can use the camera. */
export function enhanceScan() {
  const form = document.querySelector("form.barcode");
  if (!form || !("BarcodeDetector" in window) || !navigator.mediaDevices?.getUserMedia) return;
  const button = Object.assign(document.createElement("button"), { className: "button", type: "button", textContent: text("Scan") });
  button.addEventListener("click", async () => {
    button.disabled = true;
    const code = await scanned(form);
    button.disabled = false;
    if (!code) return button.focus();
    form.elements.barcode.value = code;
    form.requestSubmit();
  });
  form.append(button);
}

/** Shows the camera's picture until it contains a code. Returns nothing if it is closed before. */
async function scanned(form) {
  let stream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  } catch (error) {
    sayBeside(error.name === "NotFoundError"
      ? text("There is no camera. Type the digits below the bars.")
      : text("The browser doesn’t let this page use the camera. Type the digits below the bars."), form);
    return "";
  }
  const dialog = Object.assign(document.createElement("dialog"), { className: "scan" });
  dialog.setAttribute("aria-label", text("Hold the barcode in front of the camera."));
  const video = Object.assign(document.createElement("video"), { muted: true, playsInline: true, srcObject: stream });
  const hint = Object.assign(document.createElement("p"), { textContent: text("Hold the barcode in front of the camera.") });
  const cancel = Object.assign(document.createElement("button"), { className: "button", type: "button", textContent: text("Cancel") });
  cancel.addEventListener("click", () => dialog.close());
  dialog.append(video, hint, cancel);
  document.body.append(dialog);
  dialog.showModal();
  let code = "";
  try {
    await video.play();
    const known = await BarcodeDetector.getSupportedFormats();
    const detector = new BarcodeDetector({ formats: formats.filter((format) => known.includes(format)) });
    while (dialog.open && !code) {
      const [found] = await detector.detect(video);
      code = found ? digits(found) : "";
      if (!code) await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } catch {
    sayBeside(text("The camera’s picture can’t be read here. Type the digits below the bars."), form);
  }
  for (const track of stream.getTracks()) track.stop();
  dialog.close();
  dialog.remove();
  return code;
}

/** Returns the digits of a code. A UPC-E code is expanded to UPC-A. */
function digits({ format, rawValue }) {
  if (format !== "upc_e" || rawValue.length !== 8) return rawValue;
  const [system, ...rest] = rawValue;
  const [a, b, c, d, e, last] = rest;
  const check = rawValue[7];
  const middle = last <= "2" ? `${a}${b}${last}0000${c}${d}${e}`
    : last === "3" ? `${a}${b}${c}00000${d}${e}`
    : last === "4" ? `${a}${b}${c}${d}00000${e}`
    : `${a}${b}${c}${d}${e}0000${last}`;
  return system + middle + check;
}
