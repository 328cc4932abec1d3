#if os(Linux)
    extension CatalogSamples {
        static let layouts: [String: String] = [
            "stack": #"""
            const stack = $("#stack .stack");
            const views = [...stack.children];
            const boxes = () => views.map((view) => view.getBoundingClientRect());
            const lengths = () => `The lengths are ${views.map((view) => Math.round($("#stack [data-property=axis]").value === "Horizontal" ? view.offsetWidth : view.offsetHeight)).join(", ")} pixels.`;
            const spaces = () => { const [a, b, c] = boxes(); const box = stack.getBoundingClientRect(); return [a.left - box.left, b.left - a.right, c.left - b.right, box.right - c.right].map(Math.round); };
            set("stack", "spacing", 4);
            expect("spacing", [spaces().slice(1, 3), noted("stack")], [[32, 32], lengths()]);
            set("stack", "insets", 2);
            expect("insets", [spaces()[0] - spaces()[3], getComputedStyle(stack).paddingLeft], [0, "16px"]);
            set("stack", "insets", 0);
            set("stack", "minimum", 40);
            expect("the least width", [views[2].style.minWidth, noted("stack")], ["40ch", lengths()]);
            set("stack", "minimum", 0);
            const natural = boxes().map((box) => Math.round(box.width));
            set("stack", "distribution", "Equal spacing");
            const [start, first, second, end] = spaces();
            expect("equal spacing", [start < 20 && end < 20, first === second || Math.abs(first - second) < 2, first > 40], [true, true, true]);
            set("stack", "distribution", "Equal centering");
            const around = spaces();
            expect("equal centering", [around[0] > start + 5, around[3] > end + 5], [true, true]);
            set("stack", "distribution", "Fill proportionally");
            const grown = boxes().map((box) => Math.round(box.width));
            expect("every view grows", views.map((view, i) => view.style.flexGrow), ["1", "1", "1"]);
            expect("the label, too", grown[0] > natural[0] + 5 && grown[2] > natural[2] + 5, true);
            set("stack", "distribution", "Fill");
            set("stack", "grows", "Label");
            expect("the label grows", views.map((view) => view.style.flexGrow), ["1", "0", "0"]);
            set("stack", "grows", "Field");
            expect("the field grows", views.map((view) => view.style.flexGrow), ["0", "1", "0"]);
            const aligned = (side) => { const [a, b, c] = boxes().map((box) => Math.round(box[side])); return a === b && b === c; };
            set("stack", "alignment", "Leading");
            expect("at the top", [aligned("top"), aligned("bottom"), stack.style.alignItems], [true, false, "start"]);
            set("stack", "alignment", "Trailing");
            expect("at the bottom", [aligned("top"), aligned("bottom")], [false, true]);
            for (const [name, value] of [["Center", "center"], ["Baseline", "baseline"], ["Fill", "stretch"]]) {
              set("stack", "alignment", name);
              expect(name, stack.style.alignItems, value);
            }
            expect("the same height", aligned("top") && aligned("bottom"), true);
            set("stack", "distribution", "Fill equally"); set("stack", "axis", "Vertical");
            set("stack", "alignment", "Leading");
            const equal = boxes();
            expect("equal heights", [new Set(equal.map((box) => Math.round(box.height))).size, aligned("left"), aligned("right"), stack.style.alignItems, noted("stack")], [1, true, false, "", lengths()]);
            set("stack", "axis", "Horizontal");
            expect("equal widths", [new Set(boxes().map((box) => Math.round(box.width))).size, stack.style.justifyItems], [1, ""]);
            set("stack", "distribution", "Fill"); set("stack", "axis", "Vertical");
            expect("a column", [aligned("left"), boxes()[1].top > boxes()[0].bottom, stack.style.alignItems], [true, true, "start"]);
            """#,
            "tiles": #"""
            const view = $("#tiles .scroller");
            const tiles = () => $$("#tiles .scroller span");
            const isFilled = () => {
              const [box, parts] = [view.getBoundingClientRect(), tiles().map((tile) => tile.getBoundingClientRect())];
              const [left, top] = [Math.min(...parts.map((part) => part.left)), Math.min(...parts.map((part) => part.top))];
              const [right, bottom] = [Math.max(...parts.map((part) => part.right)), Math.max(...parts.map((part) => part.bottom))];
              return left <= box.left + 2 && top <= box.top + 2 && right >= box.left + view.clientWidth && bottom >= box.top + view.clientHeight && parts.length < 120;
            };
            const go = async (left, top) => { view.scrollTo({ left, top, behavior: "instant" }); await pause(60); };
            await go(0, 0);
            expect("the beginning", [tiles()[0].textContent, tiles()[0].className, tiles()[1].className, isFilled()], ["0 / 0", "", "odd", true]);
            await go(1000, 510);
            expect("the middle", [tiles()[0].textContent, isFilled(), noted("tiles")], ["10 / 10", true, "At 1000, 510 of 96000 by 48000."]);
            await go(99999, 99999);
            expect("the end", [tiles().at(-1).textContent, isFilled(), view.scrollWidth, view.scrollHeight], ["999 / 999", true, 96000, 48000]);
            for (const isOn of [true, false]) {
              set("tiles", "paging", isOn);
              expect("paging", getComputedStyle(view).scrollSnapType, isOn ? "both mandatory" : "none");
            }
            set("tiles", "insets", 2);
            expect("insets", getComputedStyle(view).paddingTop, "16px");
            set("tiles", "insets", 0);
            view.firstElementChild.replaceChildren();
            send(window, "resize");
            expect("after a resize", tiles().length > 0, true);
            """#,
            "cells": #"""
            const words = () => $$("#cells label > span:nth-child(2)").map((span) => span.textContent.split(" ")[0]);
            const toggle = (index) => $$("#cells .stage .switch")[index];
            expect("the words", [words(), $$("#cells .stage .switch").map((box) => box.checked)], [["Bear", "Spork", "A", "Mac"], [false, false, false, false]]);
            expect("switches", [toggle(0).role, toggle(0).type, $$("#cells .star").map((star) => star.ariaHidden)], ["switch", "checkbox", ["true", "true", "true", "true"]]);
            toggle(1).click();
            expect("on", noted("cells"), "“Spork” is on.");
            toggle(3).click();
            toggle(3).click();
            expect("off", noted("cells"), "“Mac” is off.");
            expect("no controls", $$("#cells .round").length, 0);
            set("cells", "editing", true);
            expect("it stays on", $$("#cells .stage .switch").map((box) => box.checked), [false, true, false, false]);
            expect("controls", $$("#cells .round").map((button) => button.textContent).join(""), "−−↑−↑−↑");
            $("#cells [aria-label='Move Spork up']").click();
            expect("moved", [words(), noted("cells"), toggle(0).checked], [["Spork", "Bear", "A", "Mac"], "“Spork” was moved.", true]);
            $("#cells [aria-label='Delete Bear']").click();
            expect("deleted", [words(), noted("cells")], [["Spork", "A", "Mac"], "“Bear” was deleted."]);
            set("cells", "editing", false);
            expect("no controls", $$("#cells .round").length, 0);
            """#,
            "responders": #"""
            const [save, saveAs] = $$("#responders [data-action=save]");
            save.click();
            expect("save", noted("responders"), "“Save” found its document.");
            saveAs.click();
            expect("save as", noted("responders"), "“Save as…” found its document.");
            const touch = $("#responders [data-touch]");
            touch.setPointerCapture = () => {};
            touch.scrollIntoView({ block: "center", behavior: "instant" });
            const box = touch.getBoundingClientRect();
            const at = (kind, x, y) => { point(touch, kind, { clientX: x, clientY: y }); return noted("responders"); };
            expect("down", at("pointerdown", box.left + 9, box.top + 9), "Touch down.");
            expect("inside", at("pointerup", box.left + 9, box.top + 9), "Touch up inside.");
            expect("outside", at("pointerup", box.left + 9, box.top - 200), "Touch up outside.");
            """#,
        ]
    }
#endif
