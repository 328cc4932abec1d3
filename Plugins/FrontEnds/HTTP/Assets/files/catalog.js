// Makes the catalog's samples interactive. Each one has properties and reports its events.
import { containers } from "./containers.js";
import { layouts } from "./layouts.js";

const samples = {
  ...containers,
  ...layouts,

  button(stage, note) {
    const [plain] = stage.querySelectorAll("button");
    let presses = 0;
    let pressed = "Let go…";
    stage.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) note(`“${button.getAttribute("aria-label") ?? plain.dataset.title}” pressed; ${++presses} in all.`);
    });
    plain.addEventListener("pointerdown", () => { plain.textContent = pressed; });
    for (const end of ["pointerup", "pointerleave", "pointercancel"]) {
      plain.addEventListener(end, () => { plain.textContent = plain.dataset.title; });
    }
    return {
      title(text) { plain.dataset.title = plain.textContent = text; },
      pressed(text) { pressed = text; },
      selected(isOn) { for (const button of stage.querySelectorAll("button")) button.ariaPressed = String(isOn); },
      image(isOn) { stage.classList.toggle("with-image", isOn); },
      alignment(name) {
        plain.classList.toggle("wide", name !== "None");
        plain.style.justifyContent = { Left: "start", Center: "center", Right: "end" }[name] ?? "";
      },
    };
  },

  switch(stage, note) {
    const control = stage.querySelector("input");
    control.addEventListener("change", () => note(`It is ${control.checked ? "on" : "off"}.`));
    stage.querySelector("button").addEventListener("click", () => control.click());
    return { images(isOn) { control.classList.toggle("with-images", isOn); } };
  },

  segments(stage, note) {
    const control = stage.querySelector("fieldset");
    const titles = ["Check", "Search", "Tools", "Four", "Five", "Six"];
    const signs = { Check: "✓ ", Search: "⌕ " };
    let segments = titles.slice(0, 3), isMomentary = false, hasImages = false;
    const draw = () => {
      for (const label of control.querySelectorAll("label")) label.remove();
      control.append(...segments.map((title, index) => {
        const label = document.createElement("label");
        const input = Object.assign(document.createElement("input"), {
          type: "radio", name: "segments", value: title, checked: index === 0 && !isMomentary,
        });
        label.append(input, hasImages ? (signs[title] ?? "") + title : title);
        return label;
      }));
    };
    draw();
    stage.addEventListener("change", (event) => {
      note(`“${event.target.value}” chosen.`);
      if (isMomentary) setTimeout(() => { event.target.checked = false; }, 150);
    });
    stage.addEventListener("click", ({ target }) => {
      if (target.dataset.do === "insert") segments.splice(1, 0, "New");
      else if (target.dataset.do === "remove") segments.splice(1, 1);
      else return;
      draw();
      note(`${segments.length} segments.`);
    });
    return {
      momentary(isOn) { isMomentary = isOn; draw(); },
      images(isOn) { hasImages = isOn; draw(); },
      count(number) { segments = titles.slice(0, number); draw(); },
    };
  },

  pages(stage, note) {
    const dots = stage.querySelector("fieldset");
    let hides = true;
    const fill = (count) => {
      const current = Math.min(count, Number(stage.querySelector("input:checked")?.value ?? 1));
      for (const label of dots.querySelectorAll("label")) label.remove();
      for (let page = 1; page <= count; page += 1) {
        const label = document.createElement("label");
        const input = Object.assign(document.createElement("input"), {
          type: "radio", name: "page", value: page, checked: page === current, ariaLabel: `Page ${page} of ${count}`,
        });
        label.append(input);
        dots.append(label);
      }
      dots.hidden = hides && count === 1;
    };
    fill(5);
    stage.addEventListener("change", (event) => note(`Page ${event.target.value}.`));
    return {
      count: fill,
      hides(isOn) { hides = isOn; fill(dots.querySelectorAll("input").length); },
    };
  },

  slider(stage, note) {
    const control = stage.querySelector("input");
    const ends = stage.querySelectorAll("[data-end]");
    let isContinuous = true;
    stage.querySelector("button").addEventListener("click", () => {
      const from = Number(control.value), start = performance.now();
      const duration = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 300;
      const step = (now) => {
        const part = duration ? Math.min(1, Math.max(0, now - start) / duration) : 1;
        control.value = from + (75 - from) * part;
        if (part < 1) requestAnimationFrame(step); else tell();
      };
      requestAnimationFrame(step);
    });
    const tell = () => note(`The value is ${control.value}.`);
    control.addEventListener("input", () => { if (isContinuous) tell(); });
    control.addEventListener("change", tell);
    return {
      continuous(isOn) { isContinuous = isOn; },
      images(isOn) { for (const end of ends) end.hidden = !isOn; },
      min(number) { control.min = number; },
      max(number) { control.max = number; },
      step(number) { control.step = number; },
    };
  },

  stepper(stage, note) {
    const field = stage.querySelector("input");
    let step = 1, repeats = true, wraps = false, timer;
    const go = (by) => {
      const [least, greatest] = [Number(field.min), Number(field.max)];
      let value = Number(field.value) + by * step;
      if (value > greatest) value = wraps ? least : greatest;
      if (value < least) value = wraps ? greatest : least;
      field.value = value;
      note(`The value is ${value}.`);
    };
    field.addEventListener("input", () => note(`The value is ${field.value}.`));
    for (const button of stage.querySelectorAll("button")) {
      const by = Number(button.dataset.by);
      const stop = () => clearTimeout(timer);
      button.addEventListener("click", () => go(by));
      button.addEventListener("pointerdown", () => {
        if (!repeats) return;
        let pause = 400;
        const again = () => { go(by); pause = Math.max(40, pause * 0.8); timer = setTimeout(again, pause); };
        timer = setTimeout(again, pause);
      });
      for (const end of ["pointerup", "pointerleave", "pointercancel"]) button.addEventListener(end, stop);
    }
    return {
      min(number) { field.min = number; },
      max(number) { field.max = number; },
      step(number) { step = field.step = number; },
      repeats(isOn) { repeats = isOn; },
      wraps(isOn) { wraps = isOn; },
      shows(isOn) { field.hidden = !isOn; },
      images(isOn) {
        for (const button of stage.querySelectorAll("button")) {
          button.textContent = button.dataset.by < 0 ? (isOn ? "▼" : "−") : isOn ? "▲" : "+";
        }
      },
    };
  },

  progress(stage, note) {
    const spinner = stage.querySelector(".spinner");
    const bar = stage.querySelector("progress");
    let hides = true, percent = 40;
    const animate = (isOn) => {
      spinner.classList.toggle("stopped", !isOn);
      spinner.hidden = !isOn && hides;
      note(isOn ? "It turns." : "It has stopped.");
    };
    return {
      animating: animate,
      style(name) { spinner.dataset.style = name; },
      hides(isOn) { hides = isOn; spinner.hidden = isOn && spinner.classList.contains("stopped"); },
      percent(number) { percent = bar.value = number; note(`${number} percent.`); },
      known(isOn) { if (isOn) bar.value = percent; else bar.removeAttribute("value"); },
    };
  },

  label(stage) {
    const label = stage.querySelector(".label");
    const styled = label.cloneNode(true);
    let lines = 1, cut = "Tail", isStyled = true, shrinks = false, scale = 50;
    const limit = () => lines * parseFloat(getComputedStyle(label).lineHeight) + 1;
    const fits = () => {
      label.classList.remove("clamped", "clipped");
      return label.scrollHeight <= limit();
    };
    const draw = () => {
      label.replaceChildren(...styled.cloneNode(true).childNodes);
      if (!isStyled) label.textContent = styled.textContent;
      label.style.fontSize = "";
      // Shrinking the font omits no letters. If the text doesn't fit at the smallest size, it is truncated.
      for (let percent = 100; shrinks && lines && percent > scale && !fits(); percent -= 5) {
        label.style.fontSize = `${percent - 5}%`;
      }
      label.style.webkitLineClamp = cut === "Tail" && lines ? lines : "";
      label.classList.toggle("clamped", cut === "Tail" && lines > 0);
      label.classList.toggle("clipped", cut === "Clipped" && lines > 0);
      label.style.maxHeight = cut === "Clipped" && lines ? `${limit()}px` : "";
      if (cut === "Tail" || cut === "Clipped" || !lines) return;
      // Browsers truncate text only at the end. For other positions, search for the longest text that fits.
      const signs = [...new Intl.Segmenter().segment(styled.textContent)].map((part) => part.segment);
      const text = (kept) => kept >= signs.length ? signs.join("") : cut === "Head"
        ? `…${signs.slice(signs.length - kept).join("")}`
        : `${signs.slice(0, Math.ceil(kept / 2)).join("")}…${signs.slice(signs.length - Math.floor(kept / 2)).join("")}`;
      let [least, greatest] = [0, signs.length];
      while (least < greatest) {
        const middle = Math.ceil((least + greatest) / 2);
        label.textContent = text(middle);
        if (label.scrollHeight <= limit()) least = middle; else greatest = middle - 1;
      }
      label.textContent = text(least);
    };
    draw();
    addEventListener("resize", draw);
    return {
      width(number) { label.style.width = `${number}ch`; draw(); },
      lines(number) { lines = number; draw(); },
      wraps(kind) { label.classList.toggle("by-character", kind === "Character"); draw(); },
      cut(kind) { cut = kind; draw(); },
      alignment(kind) {
        label.style.textAlign = { Natural: "start", Justified: "justify" }[kind] ?? kind.toLowerCase();
        draw();
      },
      shrinks(isOn) { shrinks = isOn; draw(); },
      scale(number) { scale = number; draw(); },
      styled(isOn) { isStyled = isOn; draw(); },
    };
  },

  field(stage, note) {
    const field = stage.querySelector("input");
    const [left, right] = stage.querySelectorAll("[data-accessory]");
    const help = stage.querySelector(".help");
    let kind = "text", isSecure = false, clears = false, refuses = false, corrects = false, helps = false;
    let hasLeft = false, hasRight = false, mode = "Always";
    const retype = () => { field.type = isSecure ? "password" : kind; };
    const lay = () => {
      const isEditing = stage.contains(document.activeElement);
      const shows = { Always: true, "While editing": isEditing, "Unless editing": !isEditing, Never: false }[mode];
      left.hidden = !(hasLeft && shows);
      right.hidden = !(hasRight && shows);
      help.hidden = !(helps && isEditing);
    };
    for (const event of ["focusin", "focusout"]) stage.addEventListener(event, () => setTimeout(lay));
    field.addEventListener("keydown", (event) => { if (event.key === "Enter") note("The return key."); });
    field.addEventListener("input", () => {
      if (corrects) field.value = field.value.replace(/\bteh\b(?=\W)/g, "the");
    });
    field.addEventListener("focus", () => { if (clears) field.value = ""; note("It begins."); });
    field.addEventListener("blur", () => note("It has ended."));
    field.addEventListener("input", () => note(`The text is “${isSecure ? "hidden" : field.value}”.`));
    field.addEventListener("beforeinput", (event) => {
      if (refuses && /[aeiou]/i.test(event.data ?? "")) { event.preventDefault(); note("Refused."); }
    });
    right.addEventListener("click", () => { field.value = ""; note("Cleared."); });
    return {
      placeholder(text) { field.placeholder = text; },
      kind(name) {
        const types = { Text: "text", Numbers: "number", Dates: "date", URLs: "url", Telephone: "tel", "E-mail": "email" };
        kind = types[name];
        retype();
      },
      secure(isOn) { isSecure = isOn; retype(); },
      clears(isOn) { clears = isOn; },
      left(isOn) { hasLeft = isOn; lay(); },
      right(isOn) { hasRight = isOn; lay(); },
      mode(name) { mode = name; lay(); },
      border(name) { field.parentElement.dataset.border = name; },
      capitals(name) {
        field.autocapitalize = { None: "off", Words: "words", Sentences: "sentences", All: "characters" }[name];
        field.style.textTransform = { Words: "capitalize", All: "uppercase" }[name] ?? "";
      },
      corrects(isOn) { corrects = isOn; },
      return(isOn) { field.enterKeyHint = isOn ? "go" : ""; },
      help(isOn) { helps = isOn; lay(); },
      refuses(isOn) { refuses = isOn; },
    };
  },

  view(stage, note) {
    const view = stage.querySelector("textarea");
    const links = stage.querySelector(".links");
    const styled = stage.querySelector(".styled");
    const detectors = {
      links: { isOn: true, pattern: /https?:\/\/[^\s,;]*[^\s,;.]/g, scheme: "" },
      mail: { isOn: false, pattern: /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, scheme: "mailto:" },
      telephone: { isOn: false, pattern: /\+\d[\d ]{6,}\d/g, scheme: "tel:" },
    };
    const find = () => {
      const found = Object.values(detectors).filter(({ isOn }) => isOn).flatMap(({ pattern, scheme }) =>
        (view.value.match(pattern) ?? []).map((text) => Object.assign(document.createElement("a"), {
          href: scheme + (scheme === "tel:" ? text.replaceAll(" ", "") : text), textContent: text, rel: "noreferrer",
          target: "_blank",
        })));
      links.replaceChildren(...found);
    };
    find();
    view.addEventListener("input", () => { note(`${[...view.value].length} characters.`); find(); });
    view.addEventListener("select", () => note(`${view.selectionEnd - view.selectionStart} selected.`));
    view.addEventListener("copy", () => note("Copied."));
    return {
      editable(isOn) { view.readOnly = !isOn; styled.contentEditable = String(isOn); },
      styled(isOn) { view.hidden = isOn; styled.hidden = !isOn; },
      links(isOn) { detectors.links.isOn = isOn; find(); },
      mail(isOn) { detectors.mail.isOn = isOn; find(); },
      telephone(isOn) { detectors.telephone.isOn = isOn; find(); },
    };
  },

  search(stage, note) {
    const form = stage.querySelector("form");
    const field = form.querySelector("input");
    const scopes = form.querySelector("fieldset");
    let onDemand = false, hasScopes = true;
    const lay = () => { scopes.hidden = !hasScopes || onDemand && !form.contains(document.activeElement); };
    const find = () => {
      const scope = hasScopes ? form.querySelector("input:checked").value : "All";
      const words = field.value.toLowerCase();
      const found = [...document.querySelectorAll(".sample")].filter((sample) =>
        (scope === "Titles" ? sample.querySelector("h2").firstChild : sample).textContent.toLowerCase().includes(words));
      note(`“${field.value}” in ${scope.toLowerCase()}: ${found.length} found.`);
    };
    form.addEventListener("input", find);
    form.addEventListener("submit", (event) => { event.preventDefault(); find(); });
    for (const kind of ["focusin", "focusout"]) form.addEventListener(kind, () => setTimeout(lay));
    return {
      demand(isOn) { onDemand = isOn; lay(); },
      scopes(isOn) { hasScopes = isOn; lay(); },
    };
  },

};

for (const root of document.querySelectorAll(".sample")) {
  const stage = root.querySelector(".stage");
  const happened = root.querySelector(".happened");
  const note = (text) => { happened.textContent = text; };
  const effects = {
    enabled(isOn) {
      for (const control of stage.querySelectorAll("button, input, select, textarea")) control.disabled = !isOn;
    },
    tint(name) { stage.dataset.tint = name.toLowerCase(); },
    ...samples[root.dataset.sample](stage, note),
  };
  const change = ({ target }) => {
    const { property } = target.dataset;
    if (!property || !target.checkValidity()) return;
    const number = target.type === "number" ? target.valueAsNumber : undefined;
    effects[property](target.type === "checkbox" ? target.checked : number ?? target.value);
  };
  root.querySelector(".properties")?.addEventListener("input", change);
}
