// Makes the catalog's samples interactive. Each one has properties and reports its events.
import { ask } from "./dialogs.js";

const samples = {
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
    };
  },

  switch(stage, note) {
    const control = stage.querySelector("input");
    control.addEventListener("change", () => note(`It is ${control.checked ? "on" : "off"}.`));
    return {};
  },

  segments(stage, note) {
    let isMomentary = false;
    stage.addEventListener("change", (event) => {
      note(`“${event.target.value}” chosen.`);
      if (isMomentary) setTimeout(() => { event.target.checked = false; }, 150);
    });
    return {
      momentary(isOn) {
        isMomentary = isOn;
        if (isOn) for (const input of stage.querySelectorAll("input")) input.checked = false;
        else stage.querySelector("input").checked = true;
      },
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
    let isContinuous = true;
    const tell = () => note(`The value is ${control.value}.`);
    control.addEventListener("input", () => { if (isContinuous) tell(); });
    control.addEventListener("change", tell);
    return {
      continuous(isOn) { isContinuous = isOn; },
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
      hides(isOn) { hides = isOn; spinner.hidden = isOn && spinner.classList.contains("stopped"); },
      percent(number) { percent = bar.value = number; note(`${number} percent.`); },
      known(isOn) { if (isOn) bar.value = percent; else bar.removeAttribute("value"); },
    };
  },

  label(stage) {
    const label = stage.querySelector(".label");
    const styled = label.cloneNode(true);
    let lines = 1, cut = "Tail", isStyled = true;
    const draw = () => {
      label.replaceChildren(...styled.cloneNode(true).childNodes);
      if (!isStyled) label.textContent = styled.textContent;
      label.style.webkitLineClamp = cut === "Tail" && lines ? lines : "";
      label.classList.toggle("clamped", cut === "Tail" && lines > 0);
      if (cut === "Tail" || !lines) return;
      // Browsers truncate text only at the end. For other positions, search for the longest text that fits.
      const limit = lines * parseFloat(getComputedStyle(label).lineHeight) + 1;
      const signs = [...new Intl.Segmenter().segment(styled.textContent)].map((part) => part.segment);
      const text = (kept) => kept >= signs.length ? signs.join("") : cut === "Head"
        ? `…${signs.slice(signs.length - kept).join("")}`
        : `${signs.slice(0, Math.ceil(kept / 2)).join("")}…${signs.slice(signs.length - Math.floor(kept / 2)).join("")}`;
      let [least, greatest] = [0, signs.length];
      while (least < greatest) {
        const middle = Math.ceil((least + greatest) / 2);
        label.textContent = text(middle);
        if (label.scrollHeight <= limit) least = middle; else greatest = middle - 1;
      }
      label.textContent = text(least);
    };
    draw();
    addEventListener("resize", draw);
    return {
      lines(number) { lines = number; draw(); },
      wraps(kind) { label.classList.toggle("by-character", kind === "Character"); draw(); },
      cut(kind) { cut = kind; draw(); },
      alignment(kind) { label.style.textAlign = kind.toLowerCase(); },
      styled(isOn) { isStyled = isOn; draw(); },
    };
  },

  field(stage, note) {
    const field = stage.querySelector("input");
    const [left, right] = stage.querySelectorAll("[data-accessory]");
    let kind = "text", isSecure = false, clears = false, refuses = false;
    const retype = () => { field.type = isSecure ? "password" : kind; };
    field.addEventListener("focus", () => { if (clears) field.value = ""; note("It begins."); });
    field.addEventListener("blur", () => note("It has ended."));
    field.addEventListener("input", () => note(`The text is “${isSecure ? "hidden" : field.value}”.`));
    field.addEventListener("beforeinput", (event) => {
      if (refuses && /[aeiou]/i.test(event.data ?? "")) { event.preventDefault(); note("Refused."); }
    });
    right.addEventListener("click", () => { field.value = ""; note("Cleared."); });
    return {
      placeholder(text) { field.placeholder = text; },
      kind(name) { kind = { Text: "text", Numbers: "number", Dates: "date", URLs: "url" }[name]; retype(); },
      secure(isOn) { isSecure = isOn; retype(); },
      clears(isOn) { clears = isOn; },
      left(isOn) { left.hidden = !isOn; },
      right(isOn) { right.hidden = !isOn; },
      refuses(isOn) { refuses = isOn; },
    };
  },

  view(stage, note) {
    const view = stage.querySelector("textarea");
    const links = stage.querySelector(".links");
    let detects = true;
    const find = () => {
      const found = detects ? view.value.match(/https?:\/\/[^\s,;]*[^\s,;.]/g) ?? [] : [];
      links.replaceChildren(...found.map((address) => Object.assign(document.createElement("a"), {
        href: address, textContent: address, rel: "noreferrer", target: "_blank",
      })));
    };
    find();
    view.addEventListener("input", () => { note(`${[...view.value].length} characters.`); find(); });
    view.addEventListener("select", () => note(`${view.selectionEnd - view.selectionStart} selected.`));
    view.addEventListener("copy", () => note("Copied."));
    return {
      editable(isOn) { view.readOnly = !isOn; },
      links(isOn) { detects = isOn; find(); },
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

  date(stage, note) {
    const field = stage.querySelector("input");
    const title = stage.querySelector("span");
    let mode = "Date", minutes = 1, isBounded = false, timer;
    const kinds = {
      Date: ["date", "2026-11-20", "When"], Time: ["time", "10:30", "When"], Both: ["datetime-local", "2026-11-20T10:30", "When"],
      "Count-down": ["number", "5", "Minutes"],
    };
    const set = () => {
      clearInterval(timer);
      const [type, value, words] = kinds[mode];
      field.type = type;
      title.textContent = words;
      const isCounting = mode === "Count-down";
      field.step = mode === "Date" ? 1 : isCounting ? minutes : minutes * 60;
      const hasDay = mode === "Date" || mode === "Both";
      const end = mode === "Both" ? ["T00:00", "T23:59"] : ["", ""];
      field.min = isCounting ? 0 : isBounded && hasDay ? `2026-01-01${end[0]}` : "";
      field.max = isCounting ? 1439 : isBounded && hasDay ? `2026-12-31${end[1]}` : "";
      field.value = value;
      note("");
    };
    const clock = (seconds) => [seconds / 3600, seconds / 60 % 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, "0")).join(":");
    field.addEventListener("input", () => {
      clearInterval(timer);
      if (!field.checkValidity()) return note(field.validationMessage);
      if (mode !== "Count-down") return note(field.value || "Nothing.");
      let left = field.valueAsNumber * 60;
      const tick = () => { note(`${clock(left)} left.`); left -= 1; if (left < 0) clearInterval(timer); };
      tick();
      timer = setInterval(tick, 1000);
    });
    return {
      mode(name) { mode = name; set(); },
      interval(number) { minutes = Number(number); set(); },
      bounded(isOn) { isBounded = isOn; set(); },
    };
  },

  picker(stage, note) {
    const words = [["Fluffy", "Rusty", "Shiny"], ["Bear", "Spork", "Mac"], ["small", "large"]];
    const titles = ["Adjective", "Noun", "Size"];
    const wheels = stage.querySelector(".wheels");
    const fill = (count) => {
      wheels.replaceChildren(...words.slice(0, count).map((choices, index) => {
        const wheel = Object.assign(document.createElement("select"), { size: 4, ariaLabel: titles[index] });
        wheel.append(...choices.map((word) => new Option(word)));
        wheel.selectedIndex = 0;
        return wheel;
      }));
    };
    fill(2);
    wheels.addEventListener("change", () => {
      note([...wheels.children].map((wheel) => `“${wheel.value}”`).join(" ") + " picked.");
    });
    return { wheels: fill };
  },

  image(stage, note) {
    const view = stage.querySelector("img");
    const turn = async (step) => {
      const canvas = new OffscreenCanvas(160, 100);
      const pen = canvas.getContext("2d");
      pen.fillStyle = "#3c78dc";
      pen.beginPath();
      pen.arc(80, 50, 46, 0, 7);
      pen.fill();
      pen.fillStyle = "#fac83c";
      pen.beginPath();
      pen.moveTo(80, 50);
      pen.arc(80, 50, 46, step * Math.PI / 4, (step + 1) * Math.PI / 4);
      pen.fill();
      return URL.createObjectURL(await canvas.convertToBlob());
    };
    const pictures = Promise.all([...Array(8).keys()].map(turn));
    let step = 0, timer, pause = 200;
    const show = async () => { view.src = (await pictures)[step % 8]; step += 1; };
    show();
    const play = (isOn) => { clearInterval(timer); if (isOn) timer = setInterval(show, pause); else timer = undefined; };
    const fits = { "Aspect fit": "contain", "Aspect fill": "cover", "Scale to fill": "fill" };
    return {
      mode(name) {
        view.style.objectFit = fits[name] ?? "none";
        view.style.objectPosition = fits[name] ? "center" : name.toLowerCase();
        note(`${name}.`);
      },
      plays(isOn) { play(isOn); note(isOn ? "It plays." : "It rests."); },
      interval(number) { pause = number; if (timer) play(true); },
    };
  },

  table(stage, note) {
    const groups = [["Nouns", ["Bear", "Spork", "Mac"]], ["Adjectives", ["Fluffy", "Rusty", "Shiny"]]];
    const table = stage.querySelector(".groups");
    let isEditing = false, selection = "One", cells = "Subtitle";
    const chosen = new Set();
    const button = (text, title, act) => {
      const made = Object.assign(document.createElement("button"), {
        type: "button", className: "button round", textContent: text, ariaLabel: title,
      });
      made.addEventListener("click", act);
      return made;
    };
    const row = (group, word, index) => {
      const line = Object.assign(document.createElement("li"), { className: "row" });
      const cell = Object.assign(document.createElement("button"), { type: "button", className: "table-cell" });
      cell.dataset.style = cells;
      cell.append(Object.assign(document.createElement("span"), { textContent: word }));
      if (cells !== "Default") {
        cell.append(Object.assign(document.createElement("small"), { textContent: `${word.length} letters` }));
      }
      cell.ariaPressed = String(chosen.has(word));
      cell.addEventListener("click", () => {
        if (selection === "None") return;
        const was = chosen.has(word);
        if (selection === "One") chosen.clear();
        if (was) chosen.delete(word); else chosen.add(word);
        note(`“${word}” ${was ? "let go" : "chosen"}.`);
        draw();
        [...table.querySelectorAll(".table-cell")].find((other) => other.firstChild.textContent === word)?.focus();
      });
      if (isEditing) {
        line.append(button("−", `Delete ${word}`, () => { group.splice(index, 1); note(`${word} deleted.`); draw(); }));
      }
      line.append(cell);
      if (isEditing && index > 0) {
        line.append(button("↑", `Move ${word} up`, () => {
          group.splice(index - 1, 0, ...group.splice(index, 1));
          note(`${word} moved.`);
          draw();
        }));
      }
      return line;
    };
    const draw = () => {
      table.replaceChildren(...groups.map(([title, group]) => {
        const part = document.createElement("div");
        const rows = Object.assign(document.createElement("ul"), { className: "rows", ariaLabel: title });
        rows.append(...group.map((word, index) => row(group, word, index)));
        if (!group.length) {
          rows.append(Object.assign(document.createElement("li"), { className: "row constant", textContent: "No items!" }));
        }
        part.append(Object.assign(document.createElement("h3"), { textContent: title }), rows);
        return part;
      }));
    };
    draw();
    return {
      editing(isOn) { isEditing = isOn; draw(); },
      style(name) { table.classList.toggle("plain", name === "Plain"); },
      selection(name) { selection = name; chosen.clear(); draw(); },
      cells(name) { cells = name; draw(); },
    };
  },

  scroll(stage, note) {
    const view = stage.querySelector(".scroller");
    const wheel = Object.assign(document.createElement("span"), { className: "spinner", hidden: true });
    let canRefresh = false, isRefreshing = false, from, pages = 6, refreshed = 0;
    const fill = (count) => {
      pages = count;
      view.replaceChildren(wheel, ...[...Array(count).keys()].map((page) => Object.assign(document.createElement("div"), {
        textContent: `Page ${page + 1} of ${count}${refreshed ? `, refreshed ${refreshed === 1 ? "once" : `${refreshed} times`}` : ""}`,
      })));
    };
    fill(6);
    view.addEventListener("scroll", () => {
      const page = Math.round(view.scrollTop / view.clientHeight) + 1;
      note(`Offset ${Math.round(view.scrollTop)} of ${view.scrollHeight - view.clientHeight}, page ${page}.`);
    });
    const refresh = () => {
      if (!canRefresh || isRefreshing || view.scrollTop > 0) return;
      isRefreshing = true;
      wheel.hidden = false;
      note("Refreshing…");
      setTimeout(() => {
        isRefreshing = false;
        wheel.hidden = true;
        refreshed += 1;
        fill(pages);
        note("Refreshed.");
      }, 1000);
    };
    view.addEventListener("wheel", (event) => { if (event.deltaY < -30) refresh(); }, { passive: true });
    view.addEventListener("keydown", (event) => { if (event.key === "ArrowUp") refresh(); });
    view.addEventListener("touchstart", (event) => { from = event.touches[0].clientY; }, { passive: true });
    view.addEventListener("touchmove", (event) => {
      if (event.touches[0].clientY - from > 60) refresh();
    }, { passive: true });
    return {
      size: fill,
      paging(isOn) { view.classList.toggle("paging", isOn); },
      refresh(isOn) { canRefresh = isOn; note(isOn ? "Pull it down at its top, or press ↑ there." : ""); },
    };
  },

  alert(stage, note) {
    let title = "Are you sure?", isDestructive = true;
    const cancel = { title: "Cancel", kind: "cancel" };
    const destroy = () => isDestructive ? [{ title: "Destroy", kind: "destructive" }] : [];
    const kinds = {
      simple: () => ask(title, "One answer is all there is.", [{ title: "OK", kind: "default" }]),
      two: () => ask(title, "This can’t be undone.", [cancel, ...destroy(), { title: "Go on", kind: "default" }]),
      sheet: () => ask(title, "", [{ title: "Save", kind: "default" }, ...destroy(), cancel], { isSheet: true }),
      "sign-in": () => ask("Sign in", "", [cancel, { title: "Sign in", kind: "default" }], {
        fields: [{ title: "Name" }, { title: "Password", isSecure: true }],
      }),
    };
    stage.addEventListener("click", async (event) => {
      const button = event.target.closest("[data-ask]");
      if (!button) return;
      const { kind, title, texts } = await kinds[button.dataset.ask]();
      note(kind === "default" && texts.length ? `Signed in as “${texts[0]}”.` : title ? `“${title}” chosen.` : "Closed.");
    });
    return {
      title(text) { title = text; },
      destructive(isOn) { isDestructive = isOn; },
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
  root.querySelector(".properties").addEventListener("input", change);
}
