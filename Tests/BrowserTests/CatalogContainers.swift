#if os(Linux)
    extension CatalogSamples {
        static let containers: [String: String] = [
            "table": #"""
            const words = () => $$("#table .table-cell span").map((span) => span.textContent);
            const cell = (word) => $$("#table .table-cell").find((cell) => cell.firstChild.textContent === word);
            const all = ["Bear", "Spork", "Mac", "Fluffy", "Rusty", "Shiny"];
            expect("the words", [words(), $$("#table h3").map((head) => head.textContent)], [all, ["Nouns", "Adjectives"]]);
            expect("the lists", $$("#table .rows").map((list) => list.ariaLabel), ["Nouns", "Adjectives"]);
            expect("details", $$("#table .stage small").map((small) => small.textContent).slice(0, 2), ["4 letters", "5 letters"]);
            cell("Spork").click();
            expect("chosen", [noted("table"), cell("Spork").ariaPressed, document.activeElement === cell("Spork")], ["“Spork” selected.", "true", true]);
            cell("Mac").click();
            expect("another", $$("#table [aria-pressed=true] span").map((span) => span.textContent), ["Mac"]);
            cell("Mac").click();
            expect("none", [noted("table"), $$("#table [aria-pressed=true]").length], ["“Mac” deselected.", 0]);
            cell("Mac").click();
            set("table", "selection", "None");
            expect("none", $$("#table [aria-pressed=true]").length, 0);
            cell("Bear").click();
            expect("no note", noted("table"), "“Mac” selected.");
            for (const isOn of [true, false]) {
              set("table", "header", isOn); set("table", "footer", isOn);
              expect("header and footer", $$("#table .groups > p").map((line) => line.textContent), isOn ? ["Words to know", "And no more"] : []);
              expect("at both ends", [$("#table .groups").firstChild.tagName, $("#table .groups").lastChild.tagName], isOn ? ["P", "P"] : ["DIV", "DIV"]);
              set("table", "style", isOn ? "Plain" : "Grouped");
              expect("the style", getComputedStyle($("#table .groups .rows")).borderTopWidth, isOn ? "0px" : "1px");
            }
            set("table", "cells", "Default");
            expect("no details", $$("#table .stage small").length, 0);
            set("table", "cells", "Subtitle");
            expect("no controls", $$("#table .round").length, 0);
            set("table", "editing", true);
            expect("controls", $$("#table .round").map((button) => `${button.textContent} ${button.ariaLabel}`),
              ["− Delete Bear", "− Delete Spork", "↑ Move Spork up", "− Delete Mac", "↑ Move Mac up", "− Delete Fluffy", "− Delete Rusty", "↑ Move Rusty up", "− Delete Shiny", "↑ Move Shiny up"]);
            $("#table [aria-label='Move Mac up']").click();
            expect("moved", [words(), noted("table")], [["Bear", "Mac", "Spork", "Fluffy", "Rusty", "Shiny"], "Mac moved."]);
            $("#table [aria-label='Delete Mac']").click();
            expect("deleted", [words(), noted("table")], [["Bear", "Spork", "Fluffy", "Rusty", "Shiny"], "Mac deleted."]);
            for (const word of ["Bear", "Spork"]) $(`#table [aria-label='Delete ${word}']`).click();
            expect("an empty group", [words(), $$("#table .constant").map((line) => line.textContent)], [["Fluffy", "Rusty", "Shiny"], ["No items!"]]);
            set("table", "inserts", true);
            $("#table [aria-label='Insert a word into Nouns']").click();
            $("#table [aria-label='Insert a word into Adjectives']").click();
            expect("inserted", [$$("#table .table-cell > span").map((span) => span.textContent), noted("table")], [["Word 1", "Fluffy", "Rusty", "Shiny", "Word 4"], "A word inserted."]);
            set("table", "inserts", false); set("table", "editing", false);
            expect("no controls", $$("#table .round").length, 0);
            // Changes are only animated without a preference for reduced motion.
            let animations = 0;
            document.startViewTransition = (draw) => { animations += 1; draw(); };
            const move = () => { set("table", "editing", true); $("#table [aria-label='Move Rusty up'], #table [aria-label='Move Fluffy up']").click(); };
            set("table", "animated", true);
            move();
            preferMotion(true);
            move();
            set("table", "animated", false);
            move();
            preferMotion(false);
            delete document.startViewTransition;
            expect("animations", animations, 1);
            """#,
            "scroll": #"""
            const view = $("#scroll .scroller");
            const pages = () => $$("#scroll .scroller > div").map((page) => page.textContent);
            set("scroll", "size", 3);
            expect("pages", pages(), ["Page 1 of 3", "Page 2 of 3", "Page 3 of 3"]);
            const room = view.scrollHeight - view.clientHeight;
            $("#scroll .stage button").click();
            await until("the end", () => noted("scroll") === `Offset ${Math.round(view.scrollTop)} of ${room}, page 3.` && view.scrollTop > room - 2);
            for (const isOn of [true, false]) {
              set("scroll", "paging", isOn);
              expect("paging", getComputedStyle(view).scrollSnapType, isOn ? "y mandatory" : "none");
            }
            const key = (name) => { send(view, "keydown", { key: name }, KeyboardEvent); return noted("scroll"); };
            const scale = () => Number(view.style.getPropertyValue("--scale"));
            const before = noted("scroll");
            expect("no zoom", key("+"), before);
            set("scroll", "zoom", true);
            expect("the note", noted("scroll"), "Press + and - in it.");
            expect("larger", [key("+"), scale()], ["Zoomed to 125 percent.", 1.25]);
            expect("smaller", [key("-"), key("-"), key("x")], ["Zoomed to 100 percent.", "Zoomed to 80 percent.", "Zoomed to 80 percent."]);
            for (let i = 0; i < 9; i += 1) key("-");
            expect("the least", scale(), 0.5);
            for (let i = 0; i < 12; i += 1) key("+");
            expect("the greatest", scale(), 3);
            set("scroll", "zoom", false);
            expect("no zoom", [noted("scroll"), scale()], ["", 1]);
            const wheel = $("#scroll .spinner");
            const roll = (deltaY) => { send(view, "wheel", { deltaY }, WheelEvent); return [noted("scroll"), wheel.hidden]; };
            const toTop = () => until("the top", () => { view.scrollTo({ top: 0, behavior: "instant" }); return view.scrollTop === 0; });
            await toTop();
            await pause(100);
            set("scroll", "refresh", false);
            expect("no refreshing", roll(-99), ["", true]);
            set("scroll", "refresh", true);
            expect("the note", noted("scroll"), "Pull it down at its top, or press ↑ there.");
            expect("down", roll(99)[1], true);
            expect("a little", roll(-9)[1], true);
            await toTop();
            expect("refreshing", roll(-99), ["Refreshing…", false]);
            roll(-99);
            await until("the end", () => noted("scroll") === "Refreshed.");
            await toTop();
            expect("once", [pages()[0], wheel.hidden], ["Page 1 of 3, refreshed once", true]);
            const finger = (kind, y) => view.dispatchEvent(Object.assign(new Event(kind, { bubbles: true }), { touches: [{ clientY: y }] }));
            finger("touchstart", 100); finger("touchmove", 150);
            expect("a short pull", noted("scroll"), "Refreshed.");
            finger("touchmove", 170);
            expect("a pull", noted("scroll"), "Refreshing…");
            await until("the end", () => noted("scroll") === "Refreshed.");
            expect("twice", pages()[2], "Page 3 of 3, refreshed 2 times");
            view.scrollTo({ top: 50, behavior: "instant" });
            await until("an offset", () => noted("scroll").startsWith("Offset 50"));
            roll(-99);
            expect("not at the top", wheel.hidden, true);
            set("scroll", "refresh", false);
            """#,
            "alert": #"""
            const open = (kind) => {
              $(`#alert [data-ask=${kind}]`).click();
              const dialog = $("dialog");
              return [$$("dialog button").map((button) => `${button.textContent}: ${button.className.trim()}`), document.activeElement.textContent,
                [dialog.getAttribute("role"), document.getElementById(dialog.getAttribute("aria-labelledby")).textContent,
                  document.getElementById(dialog.getAttribute("aria-describedby"))?.textContent ?? ""]];
            };
            const press = async (index) => {
              if (index < 0) $("dialog").close(); else $$("dialog button")[index].click();
              await until("the end", () => !$("dialog"));
              await pause(5);
              return noted("alert");
            };
            expect("simple", open("simple"), [["OK: button prominent"], "OK", ["alertdialog", "Are you sure?", "One answer is all there is."]]);
            expect("simple", await press(0), "“OK” chosen.");
            const two = [["Cancel: button", "Destroy: button destructive", "Go on: button prominent"], "Cancel", ["alertdialog", "Are you sure?", "This can't be undone."]];
            for (const [index, title] of ["Cancel", "Destroy", "Go on"].entries()) {
              expect("two", open("two"), two);
              expect(title, await press(index), `“${title}” chosen.`);
            }
            open("two");
            expect("Escape", await press(-1), "Closed.");
            set("alert", "title", "Really?"); set("alert", "destructive", false);
            expect("without", open("two"), [["Cancel: button", "Go on: button prominent"], "Cancel", ["alertdialog", "Really?", "This can't be undone."]]);
            await press(0);
            set("alert", "destructive", true);
            expect("a sheet", open("sheet"), [["Save: button prominent", "Destroy: button destructive", "Cancel: button"], "Cancel", ["alertdialog", "Really?", ""]]);
            expect("a sheet", $("dialog").matches(".action-sheet"), true);
            await press(0);
            open("sign-in");
            expect("fields", $$("dialog label").map((label) => [label.textContent, label.control.type, label.control.autocomplete]), [["Name", "text", "off"], ["Password", "password", "off"]]);
            expect("the focus", document.activeElement === $("dialog input"), true);
            $("dialog input").value = "Ada";
            expect("a name", await press(1), "Signed in as “Ada”.");
            open("sign-in");
            expect("no name", await press(0), "“Cancel” chosen.");
            """#,
            "toolbar": #"""
            const [undo, redo, share] = $$("#toolbar button");
            const light = $("#toolbar .stage label");
            for (const [button, title] of [[undo, "Undo"], [redo, "Redo"], [share, "Share"]]) {
              button.click();
              expect(title, noted("toolbar"), `“${title}” pressed.`);
            }
            expect("no switch", [share.hidden, light.hidden], [false, true]);
            set("toolbar", "switch", true);
            expect("a switch", [share.hidden, light.hidden], [true, false]);
            light.control.click();
            expect("on", noted("toolbar"), "It is on.");
            light.control.click();
            expect("off", noted("toolbar"), "It is off.");
            set("toolbar", "switch", false);
            expect("no switch", [share.hidden, light.hidden], [false, true]);
            """#,
            "gestures": #"""
            const pad = $("#gestures .pad");
            pad.setPointerCapture = () => {};
            const at = (kind, x, y, pointerId = 1) => { point(pad, kind, { pointerId, clientX: x, clientY: y }); return noted("gestures"); };
            send(pad, "dblclick");
            expect("twice", noted("gestures"), "Tapped twice.");
            pad.click();
            expect("a key", noted("gestures"), "Pressed by a key.");
            at("pointerdown", 100, 100);
            expect("a short way", at("pointermove", 103, 104), "Pressed by a key.");
            expect("a drag", at("pointermove", 150, 110), "Dragged by 50 across and 10 down.");
            expect("a tap", at("pointerup", 150, 110), "Dragged by 50 across and 10 down.");
            expect("a pointer that isn't pressed", at("pointermove", 9, 9), "Dragged by 50 across and 10 down.");
            for (const [x, way] of [[190, "right"], [10, "left"]]) {
              at("pointerdown", 100, 100);
              expect(way, at("pointerup", x, 100), `Swiped to the ${way}.`);
            }
            at("pointerdown", 100, 100);
            expect("canceled", at("pointercancel", 200, 100), "Swiped to the left.");
            at("pointerdown", 100, 100);
            await pause(350);
            expect("slow", at("pointerup", 200, 100), "Swiped to the left.");
            at("pointerdown", 100, 100);
            await until("a hold", () => noted("gestures") === "Held.");
            expect("after a hold", at("pointerup", 200, 100), "Held.");
            at("pointerdown", 100, 100);
            at("pointermove", 120, 100);
            await pause(700);
            expect("a drag isn't a hold", noted("gestures"), "Dragged by 20 across and 0 down.");
            at("pointerup", 120, 100);
            at("pointerdown", 100, 100);
            at("pointerup", 100, 100);
            await pause(700);
            expect("a tap isn't a hold", noted("gestures"), "Dragged by 20 across and 0 down.");
            at("pointerdown", 100, 100);
            at("pointerdown", 200, 100, 2);
            expect("larger", at("pointermove", 250, 100, 2), "Larger.");
            expect("smaller", at("pointermove", 150, 100, 2), "Smaller.");
            for (const pointer of [2, 1]) at("pointerup", 150, 100, pointer);
            const roll = (deltaY, ctrlKey) => [send(pad, "wheel", { deltaY, ctrlKey }, WheelEvent), noted("gestures")];
            expect("in", roll(-9, true), [false, "Larger."]);
            expect("out", roll(9, true), [false, "Smaller."]);
            expect("scrolling", roll(-9, false), [true, "Smaller."]);
            set("gestures", "recognizes", false);
            send(pad, "dblclick");
            expect("off", [noted("gestures"), roll(-9, true)], ["", [true, ""]]);
            set("gestures", "recognizes", true);
            send(pad, "dblclick");
            expect("on", noted("gestures"), "Tapped twice.");
            """#,
            "windows": #"""
            const words = () => $$("#windows .groups").map((table) => [...table.querySelectorAll(".table-cell span")].map((span) => span.textContent).join(" "));
            const channel = new BroadcastChannel("catalog words");
            const heard = [];
            channel.onmessage = ({ data }) => heard.push(data);
            $("#windows .groups").querySelector(".table-cell").click();
            expect("chosen in both", $$("#windows [aria-pressed=true] span").map((span) => span.textContent), ["Bear", "Bear"]);
            set("windows", "editing", true);
            $("#windows .groups:nth-of-type(2) [aria-label='Delete Bear']").click();
            const left = "Spork Mac Fluffy Rusty Shiny";
            expect("deleted in both", [words(), noted("windows")], [[left, left], "Bear deleted."]);
            await until("a message", () => heard.length);
            expect("the message", heard, [[["Nouns", ["Spork", "Mac"]], ["Adjectives", ["Fluffy", "Rusty", "Shiny"]]]]);
            channel.postMessage([["Nouns", ["Owl"]]]);
            await until("a change elsewhere", () => noted("windows") === "Changed in another window.");
            expect("the same words", words(), ["Owl", "Owl"]);
            channel.close();
            set("windows", "editing", false);
            expect("no controls", $$("#windows .round").length, 0);
            let opened;
            const open = window.open;
            window.open = (...all) => { opened = all; };
            $("#windows .stage > .button").click();
            window.open = open;
            expect("a third window", opened, ["/catalog#windows", "_blank", "popup"]);
            """#,
        ]
    }
#endif
