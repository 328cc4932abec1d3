// Uploads files of an item. Several files can be chosen or dropped. The browser creates the thumbnails of pictures
// and uploads them as well.
import { reasonOf } from "./dialogs.js";
import { home } from "./home.js";
import { showLately } from "./lately.js";
import { request, upload } from "./request.js";
import { text } from "./text.js";

/** 40 points on the screens with the highest density. */
const side = 120;

/** Returns the center of a picture as a small PNG, or null if the browser can't decode it. */
async function thumbnail(source) {
  try {
    const image = await createImageBitmap(source);
    const scale = Math.max(side / image.width, side / image.height);
    const [width, height] = [image.width * scale, image.height * scale];
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = side;
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(image, (side - width) / 2, (side - height) / 2, width, height);
    image.close();
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } catch {
    return null;
  }
}

/** Returns the data of a form, with thumbnails for the pictures among its files. */
export async function withThumbnails(form) {
  const body = new FormData(form);
  for (const [index, file] of body.getAll("files").entries()) {
    const small = /^image\/(jpeg|png|webp|gif)$/.test(file.type) ? await thumbnail(file) : null;
    if (small) body.append(`thumbnail-${index}`, small, "thumbnail.png");
  }
  return body;
}

/** Collects the files of a form. More can be added, also from the camera, and each can be removed again. */
export function gatherFiles(form) {
  const field = form.querySelector("input[type=file][name=files]");
  if (!field || form.querySelector(".chosen")) return;
  const chosen = Object.assign(document.createElement("ul"), { className: "chosen" });
  const camera = Object.assign(document.createElement("input"), { type: "file", accept: "image/*", hidden: true });
  camera.setAttribute("capture", "environment");
  const take = Object.assign(document.createElement("button"), { type: "button", className: "button camera", textContent: text("Take a photo") });
  take.addEventListener("click", () => camera.click());
  let files = [];
  const show = () => {
    const data = new DataTransfer();
    for (const file of files) data.items.add(file);
    field.files = data.files;
    for (const image of chosen.querySelectorAll("img")) URL.revokeObjectURL(image.src);
    chosen.replaceChildren(...files.map((file, index) => {
      const line = document.createElement("li");
      if (file.type.startsWith("image/")) line.append(Object.assign(document.createElement("img"), { src: URL.createObjectURL(file), alt: "" }));
      const drop = Object.assign(document.createElement("button"), { type: "button", className: "cross", textContent: "×" });
      drop.setAttribute("aria-label", text("Remove {1}", file.name));
      drop.addEventListener("click", () => { files.splice(index, 1); show(); take.focus(); });
      line.append(Object.assign(document.createElement("bdi"), { textContent: file.name }), drop);
      return line;
    }));
  };
  const more = (event) => {
    const isSame = (one, other) => one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
    files.push(...[...event.target.files].filter((file) => !files.some((other) => isSame(file, other))));
    if (event.target === camera) camera.value = "";
    show();
  };
  field.addEventListener("change", more);
  camera.addEventListener("change", more);
  (field.closest(".drop") ?? field).after(take, camera);
  (form.querySelector(".field:has(#files)") ?? field.parentElement).append(chosen);
}

/** Replaces the photo and the files on this page with those on another page. */
function showAgain(page) {
  const section = document.querySelector(".files");
  const [photo, shown] = [page.querySelector(".photo"), document.querySelector(".photo")];
  section.replaceWith(document.adoptNode(page.querySelector(".files")));
  shown?.remove();
  if (photo) document.querySelector(".facts").after(document.adoptNode(photo));
  addCamera();
  showLately(document);
}

/** Submits a form of the section and shows the resulting files. */
export async function sendFiles(form, submitter) {
  const section = form.closest(".files");
  if (section.classList.contains("busy")) return;
  const isUpload = form.matches(".files-form");
  if (isUpload && !form.elements.files.files.length) return;
  section.classList.add("busy");
  const problem = section.querySelector(".problem");
  problem.hidden = true;
  try {
    const body = isUpload ? await withThumbnails(form) : new URLSearchParams(new FormData(form, submitter));
    const answer = isUpload ? await upload(form.action, body, (done) => progress(form, done))
      : await request(form.action, { method: "POST", body, headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(await reasonOf(answer));
    showAgain(new DOMParser().parseFromString(await answer.text(), "text/html"));
    document.getElementById("files")?.focus();
  } catch (error) {
    section.classList.remove("busy");
    if (isUpload) form.reset();
    form.querySelector("progress")?.remove();
    problem.textContent = error instanceof TypeError ? text("The server can't be reached. Nothing was changed.") : error.message;
    problem.hidden = false;
  }
}

function progress(form, done) {
  const bar = form.querySelector("progress") ?? form.appendChild(Object.assign(document.createElement("progress"), { max: 1 }));
  bar.setAttribute("aria-label", text("Upload progress"));
  if (done < 1) bar.value = done; else bar.removeAttribute("value");
}

/** Adds a camera button next to the input for files. They are uploaded immediately. */
export function addCamera() {
  const field = document.querySelector(".files-form input[name=files]");
  if (!field || !matchMedia("(pointer: coarse)").matches || field.form.querySelector(".camera")) return;
  const take = Object.assign(document.createElement("button"), { type: "button", className: "button camera", textContent: text("Take a photo") });
  take.addEventListener("click", () => {
    field.setAttribute("capture", "environment");
    field.accept = "image/*";
    field.click();
    field.removeAttribute("capture");
    field.removeAttribute("accept");
  });
  field.closest(".drop").after(take);
}

// MARK: Dropping

/** Returns the input for files that are dropped onto the page. */
const field = () => document.querySelector(".detail-frame #files");
const holdsFiles = (event) => event.dataTransfer?.types.includes("Files") && field();

addEventListener("dragover", (event) => {
  if (!holdsFiles(event)) return;
  event.preventDefault();
  document.querySelector(".detail-frame").classList.add("dropping");
});
addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) document.querySelector(".detail-frame")?.classList.remove("dropping");
});
addEventListener("drop", (event) => {
  if (!holdsFiles(event)) return;
  event.preventDefault();
  document.querySelector(".detail-frame").classList.remove("dropping");
  field().files = event.dataTransfer.files;
  field().dispatchEvent(new Event("change", { bubbles: true }));
});

// MARK: Thumbnails in the list

/**
 * A photo that was added without a thumbnail is displayed in full size in the list. The first page that displays it
 * creates the thumbnail.
 */
async function makeThumbnail(image) {
  const row = image.closest("[data-id]");
  if (image.naturalWidth <= side || !row?.querySelector("button.star") || image.dataset.seen) return;
  image.dataset.seen = "true";
  const small = await thumbnail(image);
  if (small) await fetch(`${home}api/items/${row.dataset.id}/photo?thumbnail`, { method: "PUT", body: small });
}

document.addEventListener("load", (event) => {
  if (event.target.matches?.("img.tile")) makeThumbnail(event.target);
}, true);
for (const image of document.querySelectorAll("img.tile")) if (image.complete) makeThumbnail(image);
