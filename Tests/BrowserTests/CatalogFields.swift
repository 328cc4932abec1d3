#if os(Linux)
    extension CatalogSamples {
        static let fields: [String: String] = [
            "field": #"""
            const field = $("#field .stage input");
            const [left, right] = $$("#field [data-accessory]");
            const help = $("#field .help");
            const isShown = async () => { await pause(5); return [left, right, help].map((part) => !part.hidden); };
            set("field", "placeholder", "Something else");
            expect("the placeholder", field.placeholder, "Something else");
            for (const [name, type] of [["Numbers", "number"], ["Dates", "date"], ["URLs", "url"], ["Telephone", "tel"], ["E-mail", "email"], ["Text", "text"]]) {
              set("field", "kind", name);
              expect(name, field.type, type);
            }
            field.focus();
            expect("the start", noted("field"), "It begins.");
            field.value = "Words";
            send(field, "input");
            expect("the text", noted("field"), "The text is “Words”.");
            set("field", "secure", true);
            send(field, "input");
            expect("a secret", [field.type, noted("field")], ["password", "The text is “hidden”."]);
            set("field", "secure", false);
            expect("no secret", field.type, "text");
            send(field, "keydown", { key: "Enter" }, KeyboardEvent);
            expect("Return", noted("field"), "The return key.");
            send(field, "keydown", { key: "a" }, KeyboardEvent);
            field.blur();
            expect("the end", noted("field"), "It has ended.");
            field.focus();
            expect("it keeps its text", field.value, "Words");
            field.blur();
            set("field", "clears", true);
            field.focus();
            expect("it clears", field.value, "");
            set("field", "clears", false);
            field.blur();
            expect("no accessories", await isShown(), [false, false, false]);
            set("field", "left", true);
            expect("the left one", await isShown(), [true, false, false]);
            set("field", "right", true); set("field", "help", true);
            expect("both", await isShown(), [true, true, false]);
            field.focus();
            expect("help", await isShown(), [true, true, true]);
            for (const [mode, editing, resting] of [["While editing", true, false], ["Unless editing", false, true], ["Never", false, false], ["Always", true, true]]) {
              set("field", "mode", mode);
              field.focus();
              expect(`${mode}, editing`, await isShown(), [editing, editing, true]);
              field.blur();
              expect(`${mode}, resting`, await isShown(), [resting, resting, false]);
            }
            field.value = "Words";
            right.click();
            expect("the cross", [field.value, noted("field")], ["", "Cleared."]);
            set("field", "border", "Round");
            expect("the border", $("#field .accessorized").dataset.border, "Round");
            for (const [name, mode, style] of [["Words", "words", "capitalize"], ["Sentences", "sentences", ""], ["All", "characters", "uppercase"], ["None", "off", ""]]) {
              set("field", "capitals", name);
              expect(name, [field.getAttribute("autocapitalize"), field.style.textTransform], [mode, style]);
            }
            const correct = (text) => { field.value = text; send(field, "input"); return field.value; };
            expect("no correction", correct("teh end"), "teh end");
            set("field", "corrects", true);
            expect("a correction", [correct("teh end"), correct("teh"), correct("tehx ")], ["the end", "teh", "tehx "]);
            for (const isOn of [true, false]) { set("field", "return", isOn); expect("the key", field.enterKeyHint, isOn ? "go" : ""); }
            const type = (data) => send(field, "beforeinput", { data }, InputEvent);
            expect("vowels", [type("a"), noted("field")], [true, "The text is “tehx ”."]);
            set("field", "refuses", true);
            expect("no vowels", [type("b"), type(null), type("A"), noted("field")], [true, true, false, "Refused."]);
            """#,
            "view": #"""
            const view = $("#view textarea");
            const styled = $("#view .styled");
            const links = () => $$("#view .links a").map((link) => [link.getAttribute("href"), link.textContent]);
            view.value = "See https://a.example/b, or http://c.example.; +49 30 901820 and 1 +2. x.y+z@mail.example.org";
            send(view, "input");
            expect("the note", noted("view"), `${view.value.length} characters.`);
            const pages = [["https://a.example/b", "https://a.example/b"], ["http://c.example", "http://c.example"]];
            expect("links", links(), pages);
            set("view", "telephone", true);
            expect("a number", links().at(-1), ["tel:+4930901820", "+49 30 901820"]);
            set("view", "telephone", false); set("view", "mail", true);
            expect("mail", links(), [...pages, ["mailto:x.y+z@mail.example.org", "x.y+z@mail.example.org"]]);
            set("view", "mail", false); set("view", "links", false);
            expect("nothing", links(), []);
            view.value = "🧸!";
            send(view, "input");
            expect("signs", noted("view"), "2 characters.");
            view.setSelectionRange(1, 3);
            await until("the selection", () => noted("view") === "2 selected.");
            send(view, "copy");
            expect("copied", noted("view"), "Copied.");
            for (const isOn of [false, true]) {
              set("view", "editable", isOn);
              expect("editable", [view.readOnly, styled.contentEditable], [!isOn, String(isOn)]);
              set("view", "styled", !isOn);
              expect("styled", [view.hidden, styled.hidden], [!isOn, isOn]);
            }
            """#,
            "search": #"""
            const form = $("#search form");
            const field = $("#search [type=search]");
            const scopes = $("#search fieldset.segmented");
            const count = (word, part) => $$(".sample").filter((sample) => part(sample).textContent.toLowerCase().includes(word)).length;
            const everywhere = count("button", (sample) => sample);
            field.value = "Button";
            send(field, "input");
            expect("all", noted("search"), `“Button” in all: ${everywhere} found.`);
            $("#search [value=Titles]").click();
            const found = count("button", (sample) => sample.querySelector("h2").firstChild);
            expect("titles", noted("search"), `“Button” in titles: ${found} found.`);
            expect("fewer", found > 0 && found < everywhere, true);
            field.value = "Button x";
            expect("the form stays", send(form, "submit"), false);
            expect("after Return", noted("search"), "“Button x” in titles: 0 found.");
            set("search", "scopes", false);
            field.value = "switch";
            send(field, "input");
            expect("no scopes", [scopes.hidden, noted("search").startsWith("“switch” in all: ")], [true, true]);
            set("search", "demand", true);
            expect("no scopes", scopes.hidden, true);
            set("search", "scopes", true);
            expect("on demand", scopes.hidden, true);
            field.focus();
            await until("the scopes", () => !scopes.hidden);
            field.blur();
            await until("no scopes", () => scopes.hidden);
            set("search", "demand", false);
            expect("always", scopes.hidden, false);
            """#,
            "date": #"""
            const field = $("#date .stage input");
            const state = () => [field.type, field.value, field.step, field.min, field.max, $("#date .stage span").textContent];
            const type = (value) => { field.value = value; send(field, "input"); return noted("date"); };
            expect("a date", type("2026-12-24"), "2026-12-24");
            expect("no date", type(""), "Nothing.");
            set("date", "interval", "15");
            expect("a date", [state(), noted("date")], [["date", "2026-11-20", "1", "", "", "When"], ""]);
            set("date", "mode", "Time");
            expect("a time", state(), ["time", "10:30", "900", "", "", "When"]);
            expect("within the interval", type("10:45"), "10:45");
            set("date", "bounded", true);
            expect("a time has no bounds", state(), ["time", "10:30", "900", "", "", "When"]);
            set("date", "mode", "Both");
            expect("both", state(), ["datetime-local", "2026-11-20T10:30", "900", "2026-01-01T00:00", "2026-12-31T23:59", "When"]);
            set("date", "mode", "Date");
            expect("bounds", state(), ["date", "2026-11-20", "1", "2026-01-01", "2026-12-31", "When"]);
            expect("out of bounds", [type("2027-01-01") === field.validationMessage, noted("date").length > 9], [true, true]);
            set("date", "bounded", false);
            expect("no bounds", [field.min, field.max], ["", ""]);
            set("date", "mode", "Count-down");
            expect("a countdown", state(), ["number", "5", "15", "0", "1439", "Minutes"]);
            set("date", "interval", "1");
            expect("the time left", type("150"), "02:30:00 left.");
            await until("a second", () => noted("date") === "02:29:59 left.");
            // A new time replaces the one that counts.
            expect("another time", type("61"), "01:01:00 left.");
            await pause(1200);
            expect("one clock", noted("date").startsWith("01:00:5"), true);
            set("date", "mode", "Date");
            await pause(1100);
            expect("no clock", noted("date"), "");
            set("date", "mode", "Count-down");
            type("0");
            await pause(1100);
            expect("the end", noted("date"), "00:00:00 left.");
            set("date", "mode", "Date");
            """#,
            "picker": #"""
            const wheels = () => $$("#picker select");
            const pick = (wheel, index) => { wheels()[wheel].selectedIndex = index; send(wheels()[wheel], "change"); return noted("picker"); };
            expect("a pick", pick(1, 2), "“Fluffy” “Mac” picked.");
            set("picker", "wheels", 3);
            expect("wheels", wheels().map((wheel) => [wheel.ariaLabel, wheel.value, wheel.size, wheel.options.length]),
              [["Adjective", "Fluffy", 4, 3], ["Noun", "Bear", 4, 3], ["Size", "small", 4, 2]]);
            for (const isOn of [true, false]) {
              set("picker", "styled", isOn);
              set("picker", "height", isOn ? 2 : 1);
              const style = getComputedStyle(wheels()[0].options[0]);
              expect("the style", [style.fontWeight === "600", style.paddingTop !== "0px"], [isOn, isOn]);
            }
            const before = performance.now();
            $("#picker button").click();
            await until("the last word", () => noted("picker") === "“Shiny” “Bear” “small” picked.");
            expect("at once", performance.now() - before < 250, true);
            preferMotion(true);
            wheels()[0].selectedIndex = 0;
            send(wheels()[0], "change");
            const start = performance.now();
            $("#picker button").click();
            await until("the last word", () => noted("picker").startsWith("“Shiny”"));
            preferMotion(false);
            expect("the time", performance.now() - start > 280, true);
            """#,
            "image": #"""
            const view = $("#image img");
            for (const [name, fit, position] of [["Aspect fill", "cover", "center center"], ["Scale to fill", "fill", "center center"],
              ["Top left", "none", "left top"], ["Bottom", "none", "center bottom"], ["Center", "none", "center center"], ["Aspect fit", "contain", "center center"]]) {
              set("image", "mode", name);
              const same = Object.assign(document.createElement("img").style, { objectPosition: position });
              expect(name, [view.style.objectFit, view.style.objectPosition === same.objectPosition || view.style.objectPosition === position.split(" ").at(-1), noted("image")],
                [fit, true, `${name}.`]);
            }
            await until("a picture", () => view.src.startsWith("blob:"));
            const first = view.src;
            const pixel = (x, y) => {
              const pen = new OffscreenCanvas(160, 100).getContext("2d");
              pen.drawImage(view, 0, 0);
              return [...pen.getImageData(x, y, 1, 1).data].join();
            };
            await view.decode();
            expect("a wedge on a disc", [pixel(100, 58), pixel(50, 40), pixel(2, 2)], ["250,200,60,255", "60,120,220,255", "0,0,0,0"]);
            set("image", "interval", 50); set("image", "plays", true);
            expect("the note", noted("image"), "It plays.");
            const seen = new Set();
            await until("all pictures", () => { seen.add(view.src); return seen.size === 8; });
            set("image", "plays", false);
            expect("the note", noted("image"), "It rests.");
            await pause(30);
            const rest = view.src;
            await pause(150);
            expect("at rest", view.src, rest);
            set("image", "interval", 60);
            await pause(150);
            expect("still at rest", view.src, rest);
            set("image", "repeats", 1); set("image", "plays", true);
            await until("one round", () => noted("image") === "It has played.");
            await pause(150);
            expect("the last picture", view.src !== first, true);
            set("image", "repeats", 0); set("image", "interval", 1000); set("image", "plays", true);
            const slow = view.src;
            await pause(150);
            expect("slow", view.src, slow);
            set("image", "interval", 50);
            await until("fast", () => view.src !== slow);
            set("image", "plays", false);
            """#,
        ]
    }
#endif
