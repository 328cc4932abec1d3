// Displays dates and amounts in the page's language or, in English, in the browser's locale.
import { language } from "./text.js";

/** The browser's group and decimal separators, if they differ from the server's. */
const signs = (() => {
  // In languages other than English, the server has formatted the numbers.
  if (language) return undefined;
  const parts = Object.fromEntries(new Intl.NumberFormat().formatToParts(1234567.8).map(({ type, value }) => [type, value]));
  return parts.group === "," && parts.decimal === "." ? undefined : { ",": parts.group ?? "", ".": parts.decimal ?? "." };
})();
/** The localized texts of elements. If an element's text differs, the server has replaced it. */
const made = new WeakMap();

/** Formats the numbers in elements in the browser's locale. */
function localizeNumbers(elements) {
  if (!signs) return;
  for (const text of [...elements].flatMap((element) => [...element.childNodes])) {
    if (text.nodeType !== Node.TEXT_NODE || made.get(text) === text.data) continue;
    text.data = text.data.replace(/\d[\d,]*(\.\d+)?/g, (number) => number.replace(/[,.]/g, (sign) => signs[sign]));
    made.set(text, text.data);
  }
}

/** Formats the dates and amounts in a part of the page in the browser's locale. */
export function localize(part) {
  localizeNumbers(part.querySelectorAll(".value, .money, .footer, #total, .count, .contents > p, .contents > p > a, .pager span"));
  for (const time of part.querySelectorAll("time[datetime]")) {
    if (time.title || time.closest(".due")) continue;
    const text = time.getAttribute("datetime");
    const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
    const [year, month, day] = text.split(/[-T]/).map(Number);
    const date = isDay ? new Date(year, month - 1, day) : new Date(text);
    if (Number.isNaN(date.getTime())) continue;
    time.title = time.textContent.trim();
    time.textContent = isDay ? date.toLocaleDateString(language, { dateStyle: "medium" })
      : date.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  }
}
