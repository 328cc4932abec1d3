// The catalog's pickers and containers.
import { ask } from "./dialogs.js";

// Two groups of words, displayed by several tables.
function wordTable(tables, note) {
  const words = {
    tables, groups: [["Nouns", ["Bear", "Spork", "Mac"]], ["Adjectives", ["Fluffy", "Rusty", "Shiny"]]],
    isEditing: false, selection: "One", cells: "Subtitle", inserts: false, isAnimated: false, header: "", footer: "",
    chosen: new Set(), onChange() {},
  };
  const made = (tag, members, ...children) => {
    const element = Object.assign(document.createElement(tag), members);
    element.append(...children);
    return element;
  };
  const button = (text, title, act) => {
    const control = made("button", { type: "button", className: "button round", textContent: text, ariaLabel: title });
    control.addEventListener("click", act);
    return control;
  };
  const changed = (text) => {
    const draw = () => words.draw();
    const isAnimated = words.isAnimated && document.startViewTransition && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (isAnimated) document.startViewTransition(draw); else draw();
    note(text);
    words.onChange();
  };
  const row = (table, group, word, index) => {
    const cell = made("button", { type: "button", className: "table-cell", ariaPressed: String(words.chosen.has(word)) },
      made("span", { textContent: word }));
    cell.dataset.style = words.cells;
    if (words.cells !== "Default") cell.append(made("small", { textContent: `${word.length} letters` }));
    cell.addEventListener("click", () => {
      if (words.selection === "None") return;
      const was = words.chosen.has(word);
      if (words.selection === "One") words.chosen.clear();
      if (was) words.chosen.delete(word); else words.chosen.add(word);
      note(`“${word}” ${was ? "deselected" : "selected"}.`);
      words.draw();
      [...table.querySelectorAll(".table-cell")].find((other) => other.firstChild.textContent === word)?.focus();
    });
    const line = made("li", { className: "row" });
    const remove = () => { group.splice(index, 1); changed(`${word} deleted.`); };
    const up = () => { group.splice(index - 1, 0, ...group.splice(index, 1)); changed(`${word} moved.`); };
    if (words.isEditing) line.append(button("−", `Delete ${word}`, remove));
    line.append(cell);
    if (words.isEditing && index > 0) line.append(button("↑", `Move ${word} up`, up));
    return line;
  };
  words.draw = () => {
    for (const table of tables) {
      table.replaceChildren(...words.groups.map(([title, group]) => {
        const rows = made("ul", { className: "rows", ariaLabel: title }, ...group.map((word, index) => row(table, group, word, index)));
        if (!group.length) rows.append(made("li", { className: "row constant", textContent: "No items!" }));
        if (words.inserts) {
          const insert = () => { group.push(`Word ${group.length + 1}`); changed("A word inserted."); };
          rows.append(made("li", { className: "row" }, button("+", `Insert a word into ${title}`, insert), made("span", { textContent: "Another word" })));
        }
        return made("div", {}, made("h3", { textContent: title }), rows);
      }));
      if (words.header) table.prepend(made("p", { textContent: words.header }));
      if (words.footer) table.append(made("p", { textContent: words.footer }));
    }
  };
  words.draw();
  return words;
}

export const containers = {
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
      timer = setInterval(tick, 1000);
      tick();
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
    const tell = () => note([...wheels.children].map((wheel) => `“${wheel.value}”`).join(" ") + " picked.");
    wheels.addEventListener("change", tell);
    stage.querySelector("button").addEventListener("click", () => {
      const wheel = wheels.firstChild;
      const turn = () => {
        if (wheel.selectedIndex >= wheel.options.length - 1) return tell();
        wheel.selectedIndex += 1;
        setTimeout(turn, matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 150);
      };
      turn();
    });
    return {
      styled(isOn) { wheels.classList.toggle("styled", isOn); },
      height(number) { wheels.classList.toggle("tall", number > 1); },
      wheels: fill,
    };
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
    let step = 0, timer, pause = 200, repeats = 0;
    const show = async () => {
      view.src = (await pictures)[step % 8];
      step += 1;
      if (repeats && timer && step >= repeats * 8) { play(false); note("It has played."); }
    };
    show();
    const play = (isOn) => { clearInterval(timer); if (isOn) timer = setInterval(show, pause); else timer = undefined; };
    const fits = { "Aspect fit": "contain", "Aspect fill": "cover", "Scale to fill": "fill" };
    return {
      mode(name) {
        view.style.objectFit = fits[name] ?? "none";
        view.style.objectPosition = fits[name] ? "center" : name.toLowerCase();
        note(`${name}.`);
      },
      repeats(number) { repeats = number; },
      plays(isOn) { step = 0; play(isOn); note(isOn ? "It plays." : "It rests."); },
      interval(number) { pause = number; if (timer) play(true); },
    };
  },

  table(stage, note) {
    const words = wordTable([stage.querySelector(".groups")], note);
    return {
      editing(isOn) { words.isEditing = isOn; words.draw(); },
      style(name) { words.tables[0].classList.toggle("plain", name === "Plain"); },
      selection(name) { words.selection = name; words.chosen.clear(); words.draw(); },
      cells(name) { words.cells = name; words.draw(); },
      inserts(isOn) { words.inserts = isOn; words.draw(); },
      animated(isOn) { words.isAnimated = isOn; },
      header(isOn) { words.header = isOn ? "Words to know" : ""; words.draw(); },
      footer(isOn) { words.footer = isOn ? "And no more" : ""; words.draw(); },
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
    let canZoom = false, scale = 1;
    view.addEventListener("keydown", (event) => {
      if (event.key === "ArrowUp") refresh();
      if (!canZoom || !"+-".includes(event.key)) return;
      scale = Math.min(3, Math.max(0.5, scale * (event.key === "+" ? 1.25 : 0.8)));
      view.style.setProperty("--scale", scale);
      note(`Zoomed to ${Math.round(scale * 100)} percent.`);
    });
    stage.querySelector("button").addEventListener("click", () => {
      view.scrollTo({ top: view.scrollHeight, behavior: "smooth" });
    });
    view.addEventListener("touchstart", (event) => { from = event.touches[0].clientY; }, { passive: true });
    view.addEventListener("touchmove", (event) => {
      if (event.touches[0].clientY - from > 60) refresh();
    }, { passive: true });
    return {
      size: fill,
      paging(isOn) { view.classList.toggle("paging", isOn); },
      zoom(isOn) {
        canZoom = isOn;
        if (!isOn) { scale = 1; view.style.setProperty("--scale", 1); }
        note(isOn ? "Press + and - in it." : "");
      },
      refresh(isOn) { canRefresh = isOn; note(isOn ? "Pull it down at its top, or press ↑ there." : ""); },
    };
  },

  alert(stage, note) {
    let title = "Are you sure?", isDestructive = true;
    const cancel = { title: "Cancel", kind: "cancel" };
    const destroy = () => isDestructive ? [{ title: "Destroy", kind: "destructive" }] : [];
    const kinds = {
      simple: () => ask(title, "One answer is all there is.", [{ title: "OK", kind: "default" }]),
      two: () => ask(title, "This can't be undone.", [cancel, ...destroy(), { title: "Go on", kind: "default" }]),
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

  toolbar(stage, note) {
    const [share, light] = [stage.querySelector(".space + button"), stage.querySelector("label")];
    stage.addEventListener("click", ({ target }) => {
      if (target.matches("button")) note(`“${target.textContent}” pressed.`);
      if (target.matches("input")) note(`It is ${target.checked ? "on" : "off"}.`);
    });
    return { switch(isOn) { share.hidden = isOn; light.hidden = !isOn; } };
  },

  gestures(stage, note) {
    const pad = stage.querySelector(".pad");
    const fingers = new Map();
    let isOn = true, start, hold, wasHeld = false, distance;
    const say = (text) => { if (isOn) note(text); };
    const spread = () => {
      const [first, second] = [...fingers.values()];
      return Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY);
    };
    pad.addEventListener("dblclick", () => say("Tapped twice."));
    pad.addEventListener("pointerdown", (event) => {
      fingers.set(event.pointerId, event);
      pad.setPointerCapture(event.pointerId);
      [start, wasHeld] = [event, false];
      clearTimeout(hold);
      if (fingers.size === 2) distance = spread();
      else hold = setTimeout(() => { wasHeld = true; say("Held."); }, 600);
    });
    pad.addEventListener("pointermove", (event) => {
      if (!fingers.has(event.pointerId)) return;
      fingers.set(event.pointerId, event);
      if (fingers.size === 2) return say(spread() > distance ? "Larger." : "Smaller.");
      const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
      if (Math.hypot(x, y) < 6) return;
      clearTimeout(hold);
      say(`Dragged by ${Math.round(x)} across and ${Math.round(y)} down.`);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      pad.addEventListener(end, (event) => {
        clearTimeout(hold);
        const isOnly = fingers.size === 1;
        if (!fingers.delete(event.pointerId) || !isOnly || wasHeld || end === "pointercancel") return;
        const x = event.clientX - start.clientX;
        const isFast = event.timeStamp - start.timeStamp < 300;
        if (isFast && Math.abs(x) > 60) say(`Swiped to the ${x < 0 ? "left" : "right"}.`);
      });
    }
    pad.addEventListener("click", (event) => { if (!event.detail) note("Pressed by a key."); });
    pad.addEventListener("wheel", (event) => {
      if (!event.ctrlKey || !isOn) return;
      event.preventDefault();
      say(event.deltaY < 0 ? "Larger." : "Smaller.");
    });
    return { recognizes(value) { isOn = value; note(""); } };
  },

  windows(stage, note) {
    const words = wordTable([...stage.querySelectorAll(".groups")], note);
    // Other windows with this page show the same words.
    const channel = new BroadcastChannel("catalog words");
    words.onChange = () => channel.postMessage(words.groups);
    channel.onmessage = ({ data }) => { words.groups = data; words.draw(); note("Changed in another window."); };
    stage.querySelector(":scope > .button").addEventListener("click", () => open(location.pathname + "#windows", "_blank", "popup"));
    return { editing(isOn) { words.isEditing = isOn; words.draw(); } };
  },
};
