#if os(Linux)
    /// Checks of the catalog's samples. Each is the body of an asynchronous function in the page that calls `expect` with
    /// a description, an actual and an expected value.
    enum CatalogSamples {
        enum Kind: CaseIterable {
            case controls, fields, containers, layouts

            /// The checks by sample.
            var checks: [String: String] {
                switch self {
                case .controls: CatalogSamples.controls
                case .fields: CatalogSamples.fields
                case .containers: CatalogSamples.containers
                case .layouts: CatalogSamples.layouts
                }
            }
        }

        /// Functions for the checks. They return the differences found.
        static let tools = #"""
            const $ = (selector) => document.querySelector(selector);
            const $$ = (selector) => [...document.querySelectorAll(selector)];
            const differences = [];
            const expect = (what, actual, expected) => {
              const [a, b] = [actual, expected].map((value) => JSON.stringify(value));
              if (a !== b) differences.push(`${what}: ${a} instead of ${b}`);
            };
            const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
            const until = async (what, test) => {
              for (let i = 0; i < 400; i += 1) { if (test()) return; await pause(25); }
              differences.push(`${what} didn't happen`);
            };
            const send = (target, kind, properties = {}, type = Event) =>
              target.dispatchEvent(new type(kind, { bubbles: true, cancelable: true, ...properties }));
            const point = (target, kind, properties) => send(target, kind, { pointerId: 1, ...properties }, PointerEvent);
            const set = (sample, property, value) => {
              const control = $(`#${sample} [data-property=${property}]`);
              if (control.type === "checkbox") control.checked = value; else control.value = value;
              send(control, "input");
            };
            const media = window.matchMedia;
            const preferMotion = (isOn) => { window.matchMedia = isOn ? () => ({ matches: false }) : media; };
            const noted = (sample) => $(`#${sample} .happened`).textContent;
            """#

        static let controls: [String: String] = [
            "button": #"""
            const [plain, round] = $$("#button .stage button");
            set("button", "title", "Hit me");
            set("button", "pressed", "Now!");
            for (const end of ["pointerup", "pointerleave", "pointercancel"]) {
              expect("the title", plain.textContent, "Hit me");
              point(plain, "pointerdown");
              expect("the title while pressed", plain.textContent, "Now!");
              point(plain, end);
            }
            expect("the title", plain.textContent, "Hit me");
            plain.click();
            expect("the note", noted("button"), "“Hit me” pressed; 1 in all.");
            round.click();
            expect("the note", noted("button"), "“Details” pressed; 2 in all.");
            $("#button .stage").click();
            expect("the note", noted("button"), "“Details” pressed; 2 in all.");
            for (const isOn of [true, false]) {
              set("button", "selected", isOn);
              expect("selected", [...new Set($$("#button .stage button").map((button) => button.ariaPressed))], [String(isOn)]);
              set("button", "enabled", isOn);
              expect("enabled", [...new Set($$("#button .stage button").map((button) => button.disabled))], [!isOn]);
              set("button", "image", isOn);
              expect("an image", getComputedStyle(plain, "::before").content, isOn ? '"★ "' : "none");
            }
            set("button", "enabled", true);
            const width = plain.offsetWidth;
            for (const [name, way] of [["Left", "start"], ["Center", "center"], ["Right", "end"], ["None", ""]]) {
              set("button", "alignment", name);
              expect(name, [plain.style.justifyContent, plain.offsetWidth > width], [way, name !== "None"]);
            }
            set("button", "tint", "Plum");
            expect("the tint", $("#button .stage").dataset.tint, "plum");
            """#,
            "switch": #"""
            const control = $("#switch .stage input");
            $("#switch .stage button").click();
            expect("the note", [noted("switch"), control.checked], ["It is off.", false]);
            control.click();
            expect("the note", noted("switch"), "It is on.");
            set("switch", "images", true);
            expect("images", getComputedStyle(control, "::after").content, '"☀"');
            set("switch", "images", false);
            expect("images", control.matches(".with-images"), false);
            """#,
            "segments": #"""
            const titles = () => $$("#segments label:has([name=segments])").map((label) => label.textContent);
            const chosen = () => $$("#segments [name=segments]:checked").map((input) => input.value);
            expect("titles", [titles(), chosen()], [["Check", "Search", "Tools"], ["Check"]]);
            set("segments", "count", 5);
            expect("titles", titles(), ["Check", "Search", "Tools", "Four", "Five"]);
            $("#segments [data-do=insert]").click();
            expect("titles", [titles(), noted("segments")], [["Check", "New", "Search", "Tools", "Four", "Five"], "6 segments."]);
            $("#segments [data-do=remove]").click();
            $("#segments [data-do=remove]").click();
            expect("titles", [titles(), noted("segments")], [["Check", "Tools", "Four", "Five"], "4 segments."]);
            set("segments", "count", 3);
            set("segments", "images", true);
            expect("images", titles(), ["✓ Check", "⌕ Search", "Tools"]);
            set("segments", "images", false);
            $$("#segments [name=segments]")[1].click();
            await pause(250);
            expect("sticky", [chosen(), noted("segments")], [["Search"], "“Search” chosen."]);
            set("segments", "momentary", true);
            expect("momentary", chosen(), []);
            $$("#segments [name=segments]")[2].click();
            expect("momentary", [chosen(), noted("segments")], [["Tools"], "“Tools” chosen."]);
            await until("the end of the moment", () => !chosen().length);
            """#,
            "pages": #"""
            const pages = () => $$("#pages [name=page]");
            const current = () => pages().filter((input) => input.checked).map((input) => input.value);
            expect("pages", pages().map((input) => input.ariaLabel), [1, 2, 3, 4, 5].map((page) => `Page ${page} of 5`));
            expect("the page", current(), ["1"]);
            pages()[2].click();
            expect("the note", noted("pages"), "Page 3.");
            set("pages", "count", 6);
            expect("the page", [pages().length, current()], [6, ["3"]]);
            set("pages", "count", 2);
            expect("the page", [pages().length, current()], [2, ["2"]]);
            set("pages", "count", 1);
            set("pages", "hides", false);
            expect("one page", [pages().length, $("#pages .dots").hidden], [1, false]);
            set("pages", "hides", true);
            expect("one page", $("#pages .dots").hidden, true);
            """#,
            "slider": #"""
            const control = $("#slider .stage input");
            const move = (value, kind) => { control.value = value; send(control, kind); return noted("slider"); };
            expect("continuous", move(50, "input"), "The value is 50.");
            set("slider", "continuous", false);
            expect("not continuous", move(60, "input"), "The value is 50.");
            expect("at the end", move(61, "change"), "The value is 61.");
            for (const isOn of [true, false]) {
              set("slider", "images", isOn);
              expect("images", $$("#slider [data-end]").map((end) => end.hidden), [!isOn, !isOn]);
            }
            set("slider", "min", 10); set("slider", "max", 90); set("slider", "step", 5);
            expect("the limits", [control.min, control.max, control.step], ["10", "90", "5"]);
            set("slider", "step", 1);
            control.value = 15;
            $("#slider .stage button").click();
            await until("the end", () => noted("slider") === "The value is 75.");
            // Without a preference for reduced motion, the knob moves.
            preferMotion(true);
            const seen = new Set();
            const start = performance.now();
            control.value = 15;
            send(control, "change");
            $("#slider .stage button").click();
            while (noted("slider") === "The value is 15.") { seen.add(Number(control.value)); await new Promise(requestAnimationFrame); }
            preferMotion(false);
            expect("the way", [[...seen].every((value) => value >= 15 && value < 76), noted("slider")], [true, "The value is 75."]);
            expect("the time", performance.now() - start > 250, true);
            expect("the steps", seen.size > 2, true);
            """#,
            "stepper": #"""
            const field = $("#stepper .stage input");
            const [less, more] = $$("#stepper [data-by]");
            const press = (button) => { button.click(); return [field.value, noted("stepper")]; };
            expect("more", press(more), ["6", "The value is 6."]);
            expect("less", press(less), ["5", "The value is 5."]);
            field.value = 9;
            send(field, "input");
            expect("typed", noted("stepper"), "The value is 9.");
            set("stepper", "step", 2);
            expect("beyond the end", [press(more), press(more)], [["10", "The value is 10."], ["10", "The value is 10."]]);
            set("stepper", "min", 8);
            expect("to the least", [press(less), press(less)], [["8", "The value is 8."], ["8", "The value is 8."]]);
            set("stepper", "wraps", true);
            expect("around", [press(less), press(more)], [["10", "The value is 10."], ["8", "The value is 8."]]);
            set("stepper", "wraps", false); set("stepper", "min", 0); set("stepper", "max", 100); set("stepper", "step", 1);
            for (const end of ["pointerup", "pointerleave", "pointercancel"]) {
              field.value = 0;
              point(more, "pointerdown");
              await until("repeating", () => field.value > 1);
              point(more, end);
              const value = field.value;
              await pause(end === "pointerup" ? 500 : 320);
              expect(`after ${end}`, field.value, value);
            }
            set("stepper", "repeats", false);
            field.value = 0;
            point(more, "pointerdown");
            await pause(500);
            expect("no repeating", field.value, "0");
            point(more, "pointerup");
            set("stepper", "images", true);
            expect("images", [less.textContent, more.textContent], ["▼", "▲"]);
            set("stepper", "images", false);
            expect("images", [less.textContent, more.textContent], ["−", "+"]);
            for (const isOn of [false, true]) { set("stepper", "shows", isOn); expect("its value", field.hidden, !isOn); }
            """#,
            "progress": #"""
            const [spinner, bar] = [$("#progress .spinner"), $("#progress progress")];
            const state = () => [spinner.matches(".stopped"), spinner.hidden, noted("progress")];
            set("progress", "animating", false);
            expect("stopped", state(), [true, true, "It has stopped."]);
            set("progress", "hides", false);
            expect("stopped", state(), [true, false, "It has stopped."]);
            set("progress", "hides", true);
            expect("stopped", state(), [true, true, "It has stopped."]);
            set("progress", "animating", true);
            expect("turning", state(), [false, false, "It turns."]);
            set("progress", "hides", false); set("progress", "hides", true);
            expect("turning", state(), [false, false, "It turns."]);
            set("progress", "style", "Large");
            expect("the style", spinner.dataset.style, "Large");
            set("progress", "percent", 70);
            expect("the part", [bar.value, noted("progress")], [70, "70 percent."]);
            set("progress", "known", false);
            expect("unknown", bar.position, -1);
            set("progress", "known", true);
            expect("known", bar.value, 70);
            """#,
            "label": #"""
            const label = $("#label .label");
            const whole = label.textContent;
            const lines = () => Math.round(label.clientHeight / parseFloat(getComputedStyle(label).lineHeight));
            const isCut = () => label.scrollHeight > label.clientHeight + 2;
            set("label", "width", 30);
            expect("the width", label.style.width, "30ch");
            expect("the tail", [lines(), isCut(), label.textContent === whole], [1, true, true]);
            set("label", "lines", 2);
            expect("two lines", [lines(), isCut()], [2, true]);
            set("label", "lines", 0);
            expect("all lines", [lines() > 3, isCut()], [true, false]);
            set("label", "lines", 2); set("label", "cut", "Clipped");
            expect("clipped", [lines(), isCut(), label.matches(".clipped"), label.matches(".clamped")], [2, true, true, false]);
            set("label", "cut", "Head");
            const head = label.textContent;
            expect("the head", [head[0], whole.endsWith(head.slice(1)), lines(), label.style.maxHeight], ["…", true, 2, ""]);
            const signs = (text) => [...new Intl.Segmenter().segment(text)].length;
            label.textContent = "…" + whole.slice(whole.length - head.length);
            expect("as much as fits", lines() > 1, true);
            label.textContent = "…" + [...new Intl.Segmenter().segment(whole)].slice(-signs(head) - 2).map((part) => part.segment).join("");
            expect("no more fits", lines(), 3);
            set("label", "cut", "Middle");
            const [first, last] = label.textContent.split("…");
            expect("the middle", [whole.startsWith(first), whole.endsWith(last), lines()], [true, true, 2]);
            expect("both halves", [signs(first) - signs(last) < 2 && signs(first) >= signs(last), signs(last) > 9], [true, true]);
            set("label", "lines", 0);
            expect("no cut", label.textContent, whole);
            set("label", "lines", 1); set("label", "cut", "Tail"); set("label", "width", 70); set("label", "scale", 10);
            set("label", "shrinks", true);
            const size = parseFloat(label.style.fontSize);
            expect("it shrinks", [size >= 10 && size < 70, isCut(), lines()], [true, false, 1]);
            set("label", "scale", 90);
            expect("to the least", label.style.fontSize, "90%");
            set("label", "scale", 100);
            expect("not at all", label.style.fontSize, "");
            set("label", "scale", 10); set("label", "shrinks", false);
            expect("no more", label.style.fontSize, "");
            for (const [name, value] of [["Center", "center"], ["Right", "right"], ["Natural", "start"], ["Justified", "justify"]]) {
              set("label", "alignment", name);
              expect(name, label.style.textAlign, value);
            }
            set("label", "wraps", "Character");
            expect("by character", getComputedStyle(label).wordBreak, "break-all");
            set("label", "wraps", "Word");
            expect("by word", getComputedStyle(label).wordBreak, "normal");
            expect("styled", $$("#label strong").length, 1);
            set("label", "styled", false);
            expect("not styled", [$$("#label strong").length, label.textContent], [0, whole]);
            // The label is drawn again in a window of another size.
            label.textContent = "";
            send(window, "resize");
            expect("after a resize", label.textContent, whole);
            """#,
        ]
    }
#endif
