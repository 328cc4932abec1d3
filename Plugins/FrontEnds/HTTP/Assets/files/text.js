// Texts in the page's language. The page contains the translations, by their English texts.

const texts = JSON.parse(document.getElementById("texts")?.textContent ?? "{}");
/** The page's language. For English, `undefined`: the browser then formats numbers and dates by its own country. */
export const language = document.documentElement.lang === "en" ? undefined : document.documentElement.lang;
const rules = new Intl.PluralRules(document.documentElement.lang);

const filled = (format, values) => format.replace(/\{(\d)\}/g, (_, number) => values[number - 1]);

/** Returns a text in the page's language. `values` replace `{1}`, `{2}` and so on. */
export function text(english, ...values) { return filled(texts[english] ?? english, values); }

/** Returns a text about a number of things, in the form for this number. */
export function plural(count, one, other) {
  const forms = texts[other];
  const format = forms ? forms[rules.select(count)] ?? forms.other : count === 1 ? one : other;
  return filled(format, [count.toLocaleString(language)]);
}
