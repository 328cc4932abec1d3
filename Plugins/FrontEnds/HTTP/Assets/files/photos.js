// Photos: the browser makes the thumbnail, and sends it along.
import { reasonOf } from "./dialogs.js";

/** 40 points at the densest of screens. */
const side = 120;

/** The middle of a photo as a small PNG; null where the browser can't read it, and the server will say what it is. */
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

/** Sends the photo that was chosen. */
export async function uploadPhoto(form) {
  const section = form.closest(".photo");
  const file = form.elements.photo.files[0];
  if (!file || section.classList.contains("busy")) return;
  section.classList.add("busy");
  const problem = section.querySelector(".problem");
  problem.hidden = true;
  const body = new FormData(form);
  const small = await thumbnail(file);
  if (small) body.append("thumbnail", small, "thumbnail.png");
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(await reasonOf(answer));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    section.replaceWith(document.adoptNode(page.querySelector(".photo")));
    document.getElementById("photo")?.focus();
  } catch (error) {
    section.classList.remove("busy");
    form.reset();
    problem.textContent = error instanceof TypeError ? "The server can’t be reached; the photo was not sent." : error.message;
    problem.hidden = false;
  }
}

/** A photo that came another way has no thumbnail, and stands in for it in the list: the first to see it makes one. */
async function makeThumbnail(image) {
  const row = image.closest("[data-id]");
  if (image.naturalWidth <= side || !row?.querySelector("button.star") || image.dataset.seen) return;
  image.dataset.seen = "true";
  const small = await thumbnail(image);
  if (small) await fetch(`/api/items/${row.dataset.id}/photo?thumbnail`, { method: "PUT", body: small });
}

document.addEventListener("load", (event) => {
  if (event.target.matches?.("img.tile")) makeThumbnail(event.target);
}, true);
for (const image of document.querySelectorAll("img.tile")) if (image.complete) makeThumbnail(image);
