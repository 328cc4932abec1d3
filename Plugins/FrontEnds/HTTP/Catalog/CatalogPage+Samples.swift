import LootActions

extension CatalogPage {
    static let buttons: [CatalogSample] = [
        CatalogSample(
            id: "button", title: "Button", summary: "kinds, titles, tint",
            stage: """
                <button type="button" class="button" data-title="Press me">Press me</button>
                <button type="button" class="button round" aria-label="Details">›</button>
                <button type="button" class="button round" aria-label="Information">i</button>
                <button type="button" class="button round prominent" aria-label="Add">+</button>
                """,
            properties: [
                .text("title", "Title", "Press me"), .text("pressed", "Title while pressed", "Let go…"),
                .enabled,
                .flag("selected", "Selected", false), .tint,
            ]),
        CatalogSample(
            id: "switch", title: "Switch", summary: "on and off",
            stage: "<label>Lights <input type=\"checkbox\" class=\"switch\" role=\"switch\" checked></label>",
            properties: [.enabled, .tint]),
        CatalogSample(
            id: "segments", title: "Segmented control", summary: "sticky or momentary",
            stage: """
                <fieldset class="segmented"><legend class="hidden">What to do</legend>\
                <label><input type="radio" name="segments" value="Check" checked>Check</label>\
                <label><input type="radio" name="segments" value="Search">Search</label>\
                <label><input type="radio" name="segments" value="Tools">Tools</label></fieldset>
                """,
            properties: [.enabled, .flag("momentary", "Momentary", false)]),
        CatalogSample(
            id: "pages", title: "Page control", summary: "pages and the current one",
            stage: "<fieldset class=\"dots\"><legend class=\"hidden\">Page</legend></fieldset>",
            properties: [
                .number("count", "Pages", 5, 1...9), .flag("hides", "Hides for a single page", true),
                .enabled,
            ]),
    ]

    static let values: [CatalogSample] = [
        CatalogSample(
            id: "slider", title: "Slider", summary: "minimum, maximum, continuous",
            stage: "<label>Volume <input type=\"range\" min=\"0\" max=\"100\" value=\"42\"></label>",
            properties: [
                .flag("continuous", "Continuous", true), .number("min", "Minimum", 0, -100...100, step: 10),
                .number("max", "Maximum", 100, -100...200, step: 10), .number("step", "Step", 1, 1...25),
                .enabled,
                .tint,
            ]),
        CatalogSample(
            id: "stepper", title: "Stepper", summary: "steps, ends, wrapping, repeating",
            stage: """
                <div class="stepper" role="group" aria-label="Copies"><button type="button" class="button" \
                aria-label="Less" data-by="-1">−</button><input type="number" aria-label="Copies" min="0" max="10" \
                value="5"><button type="button" class="button" aria-label="More" data-by="1">+</button></div>
                """,
            properties: [
                .number("min", "Minimum", 0, -10...10), .number("max", "Maximum", 10, 0...100, step: 5),
                .number("step", "Step", 1, 1...5), .flag("repeats", "Repeats while held", true),
                .flag("wraps", "Wraps", false), .enabled,
            ]),
        CatalogSample(
            id: "progress", title: "Activity and progress", summary: "something goes on",
            stage: """
                <span class="spinner" role="img" aria-label="Thinking"></span>
                <label class="packed">Packed <progress max="100" value="40"></progress></label>
                """,
            properties: [
                .flag("animating", "Animating", true), .flag("hides", "Hides when stopped", true),
                .number("percent", "Progress in percent", 40, 0...100, step: 10),
                .flag("known", "Progress is known", true), .tint,
            ]),
    ]

    static let texts: [CatalogSample] = [
        CatalogSample(
            id: "label", title: "Label", summary: "lines, wrapping, truncation",
            stage: """
                <p class="label">A label shows <strong>styled</strong> text: in one line or in many, wrapped by words or \
                by characters, and cut where you like. 日本語, नमस्ते and 👩‍👩‍👧 take what room they need.</p>
                """,
            properties: [
                .number("lines", "Lines; 0 for all", 1, 0...5),
                .choice("wraps", "Wraps by", ["Word", "Character"]),
                .choice("cut", "Cut at", ["Tail", "Head", "Middle"]),
                .choice("alignment", "Alignment", ["Left", "Center", "Right"]),
                .flag("styled", "Styled", true),
            ]),
        CatalogSample(
            id: "field", title: "Text field", summary: "kinds of input, accessories, a delegate",
            stage: """
                <span class="accessorized"><span data-accessory="left" hidden>$</span>\
                <input type="text" aria-label="Something" placeholder="Type something" autocomplete="off">\
                <button type="button" class="button round" data-accessory="right" aria-label="Clear" hidden>×</button></span>
                """,
            properties: [
                .text("placeholder", "Placeholder", "Type something"),
                .choice("kind", "Takes", ["Text", "Numbers", "Dates", "URLs"]),
                .flag("secure", "Secure", false),
                .flag("clears", "Clears on begin", false), .flag("left", "Left accessory", false),
                .flag("right", "Right accessory", false),
                .flag("refuses", "Its delegate refuses vowels", false),
                .enabled,
            ]),
        CatalogSample(
            id: "view", title: "Text view", summary: "many lines, links, selection",
            stage: """
                <textarea rows="5" aria-label="Text">Many lines of text, to read and to edit.

                Addresses such as https://www.swift.org are links, listed below. Select something and copy it.

                It scrolls.
                And scrolls.
                To its end.</textarea><p class="links"></p>
                """,
            properties: [
                .flag("editable", "Editable", true), .flag("links", "Detects links", true), .enabled,
            ]),
        CatalogSample(
            id: "search", title: "Search bar", summary: "with scopes",
            stage: """
                <form role="search" aria-label="Catalog"><input type="search" aria-label="Search the catalog" \
                placeholder="Search the catalog"><fieldset class="segmented"><legend class="hidden">Scope</legend>\
                <label><input type="radio" name="scope" value="All" checked>All</label>\
                <label><input type="radio" name="scope" value="Titles">Titles</label></fieldset></form>
                """,
            properties: [
                .flag("demand", "Scopes on demand", false), .flag("scopes", "Scopes", true), .enabled,
            ]),
    ]

    static let pickers: [CatalogSample] = [
        CatalogSample(
            id: "date", title: "Date picker", summary: "time, date, both, count-down",
            stage: "<label><span>When</span> <input type=\"date\" value=\"2026-11-20\"></label>",
            properties: [
                .choice("mode", "Mode", ["Date", "Time", "Both", "Count-down"]),
                .choice("interval", "Minute interval", ["1", "5", "15", "30"]),
                .flag("bounded", "Only in 2026", false), .enabled,
            ]),
        CatalogSample(
            id: "picker", title: "Picker", summary: "several wheels",
            stage: "<div class=\"wheels\"></div>",
            properties: [.number("wheels", "Wheels", 2, 1...3), .enabled]),
        CatalogSample(
            id: "image", title: "Image view", summary: "content modes, sequences",
            stage:
                "<img class=\"picture\" alt=\"A disc with a wedge that goes around\" src=\"\(Asset.path("icon.svg"))\">",
            properties: [
                .choice(
                    "mode", "Content mode",
                    [
                        "Aspect fit", "Aspect fill", "Scale to fill", "Center", "Top", "Bottom", "Left",
                        "Right", "Top left",
                        "Top right", "Bottom left", "Bottom right",
                    ]),
                .flag("plays", "Plays", false),
                .number("interval", "Interval in ms", 200, 50...1000, step: 50),
            ]),
    ]

    static let containers: [CatalogSample] = [
        CatalogSample(
            id: "table", title: "Grouped table", summary: "groups, cells, editing",
            stage: "<div class=\"groups\"></div>",
            properties: [
                .flag("editing", "Editing", false), .choice("style", "Style", ["Grouped", "Plain"]),
                .choice("selection", "Selection", ["One", "Several", "None"]),
                .choice("cells", "Cells", ["Subtitle", "Right detail", "Left detail", "Default"]),
            ]),
        CatalogSample(
            id: "scroll", title: "Scroll view", summary: "offset, paging, pull to refresh",
            stage:
                "<div class=\"scroller\" tabindex=\"0\" role=\"region\" aria-label=\"Colored pages\"></div>",
            properties: [
                .number("size", "Pages of content", 6, 1...12), .flag("paging", "Paging", false),
                .flag("refresh", "Pull to refresh", false),
            ]),
        CatalogSample(
            id: "alert", title: "Alert and action sheet", summary: "questions over everything",
            stage: """
                <button type="button" class="button" data-ask="simple">Simple</button>
                <button type="button" class="button" data-ask="two">Two answers</button>
                <button type="button" class="button" data-ask="sheet">Action sheet</button>
                <button type="button" class="button" data-ask="sign-in">Sign in</button>
                """,
            properties: [
                .text("title", "Title", "Are you sure?"),
                .flag("destructive", "With a destructive action", true),
            ]),
    ]
}
