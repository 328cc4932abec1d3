// The catalog's samples of layout and of cells.

export const layouts = {
  stack(stage, note) {
    const stack = stage.querySelector(".stack");
    const views = [...stack.children];
    const [label, field, button] = views;
    let distribution = "Fill", grows = "Field", axis = "Horizontal", alignment = "Fill";
    const alignments = { Fill: "stretch", Leading: "start", Center: "center", Trailing: "end", Baseline: "baseline" };
    const spaces = { "Equal spacing": "space-between", "Equal centering": "space-around" };
    const draw = () => {
      const favored = { Field: field, Label: label, Button: button }[grows];
      const isRow = axis === "Horizontal", isEqual = distribution === "Fill equally";
      stack.style.flexDirection = isRow ? "row" : "column";
      stack.style.justifyContent = spaces[distribution] ?? "";
      // In a flexbox, views with different padding get different lengths. In a grid, the lengths are equal.
      stack.style.display = isEqual ? "grid" : "flex";
      stack.style.grid = isRow ? "none / auto-flow minmax(0, 1fr)" : "auto-flow minmax(0, 1fr) / none";
      stack.style.alignItems = isEqual && !isRow ? "" : alignments[alignment];
      stack.style.justifyItems = isEqual && !isRow ? alignments[alignment] : "";
      for (const view of views) {
        view.style.flex = distribution === "Fill proportionally" ? "1 1 auto"
          : spaces[distribution] ? "0 1 auto" : view === favored ? "1 1 auto" : "0 0 auto";
      }
      const sizes = views.map((view) => Math.round(axis === "Horizontal" ? view.offsetWidth : view.offsetHeight));
      note(`The lengths are ${sizes.join(", ")} pixels.`);
    };
    draw();
    return {
      distribution(name) { distribution = name; draw(); },
      alignment(name) { alignment = name; draw(); },
      axis(name) { axis = name; draw(); },
      grows(name) { grows = name; draw(); },
      spacing(number) { stack.style.gap = `${number * 0.5}rem`; draw(); },
      insets(number) { stack.style.paddingInline = `${number * 0.5}rem`; draw(); },
      minimum(number) { button.style.minWidth = `${number}ch`; draw(); },
    };
  },

  tiles(stage, note) {
    const view = stage.querySelector(".scroller");
    const plane = view.firstElementChild;
    const [width, height, count] = [96, 48, 1000];
    plane.style.width = `${count * width}px`;
    plane.style.height = `${count * height}px`;
    // Only visible tiles are in the document.
    const draw = () => {
      const [left, top] = [Math.floor(view.scrollLeft / width), Math.floor(view.scrollTop / height)];
      const tiles = [];
      for (let row = top; row <= Math.min(count - 1, top + view.clientHeight / height + 1); row += 1) {
        for (let column = left; column <= Math.min(count - 1, left + view.clientWidth / width + 1); column += 1) {
          const tile = Object.assign(document.createElement("span"), { textContent: `${column} / ${row}` });
          tile.classList.toggle("odd", (column + row) % 2 === 1);
          Object.assign(tile.style, { left: `${column * width}px`, top: `${row * height}px` });
          tiles.push(tile);
        }
      }
      plane.replaceChildren(...tiles);
    };
    draw();
    addEventListener("resize", draw);
    view.addEventListener("scroll", () => {
      draw();
      note(`At ${Math.round(view.scrollLeft)}, ${Math.round(view.scrollTop)} of ${count * width} by ${count * height}.`);
    });
    return {
      paging(isOn) { view.classList.toggle("paging", isOn); },
      insets(number) { view.style.padding = `${number * 0.5}rem`; draw(); },
    };
  },

  cells(stage, note) {
    const list = stage.querySelector("ul");
    const words = ["Bear", "Spork", "A word that is so long that it takes several lines in a cell", "Mac"];
    const on = new Set();
    let isEditing = false;
    const button = (text, title, act) => {
      const made = Object.assign(document.createElement("button"), {
        type: "button", className: "button round", textContent: text, ariaLabel: title,
      });
      made.addEventListener("click", act);
      return made;
    };
    const draw = () => {
      list.replaceChildren(...words.map((word, index) => {
        const cell = Object.assign(document.createElement("li"), { className: "row view-cell" });
        const label = document.createElement("label");
        const toggle = Object.assign(document.createElement("input"), { type: "checkbox", className: "switch", checked: on.has(word) });
        toggle.role = "switch";
        toggle.addEventListener("change", () => {
          if (toggle.checked) on.add(word); else on.delete(word);
          note(`“${word}” is ${toggle.checked ? "on" : "off"}.`);
        });
        const star = Object.assign(document.createElement("span"), { textContent: "★", className: "star", ariaHidden: "true" });
        label.append(star, Object.assign(document.createElement("span"), { textContent: word }), toggle);
        const remove = () => { words.splice(index, 1); draw(); note(`“${word}” was deleted.`); };
        const up = () => { words.splice(index - 1, 0, ...words.splice(index, 1)); draw(); note(`“${word}” was moved.`); };
        if (isEditing) cell.append(button("−", `Delete ${word}`, remove));
        cell.append(label);
        if (isEditing && index > 0) cell.append(button("↑", `Move ${word} up`, up));
        return cell;
      }));
    };
    draw();
    return { editing(isOn) { isEditing = isOn; draw(); } };
  },

  responders(stage, note) {
    // The buttons name an action. The event bubbles to the first element that performs it.
    for (const button of stage.querySelectorAll("[data-action]")) {
      button.addEventListener("click", () => button.dispatchEvent(new CustomEvent(button.dataset.action, { bubbles: true })));
    }
    stage.querySelector(".document").addEventListener("save", ({ target }) => note(`“${target.textContent}” found its document.`));
    const touches = stage.querySelector("[data-touch]");
    touches.addEventListener("pointerdown", (event) => { touches.setPointerCapture(event.pointerId); note("Touch down."); });
    touches.addEventListener("pointerup", (event) => {
      const over = document.elementFromPoint(event.clientX, event.clientY);
      note(touches.contains(over) ? "Touch up inside." : "Touch up outside.");
    });
    return {};
  },
};
