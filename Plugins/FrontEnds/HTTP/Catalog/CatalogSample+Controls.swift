import LootActions

extension CatalogSample {
    static let button = CatalogSample(
        .button,
        stage: """
            <button type="button" class="button" data-title="Press me">Press me</button>
            <button type="button" class="button round" aria-label="Details">›</button>
            <button type="button" class="button round" aria-label="Information">i</button>
            <button type="button" class="button round prominent" aria-label="Add">+</button>
            <button type="button" class="button round dark" aria-label="Dark">i</button>
            <button type="button" class="button custom" aria-label="Custom">Custom</button>
            """,
        properties: [
            .text("title", "Title", "Press me"), .text("pressed", "Title while pressed", "Let go…"),
            .enabled, .flag("selected", "Selected", false), .flag("image", "Image", false),
            .choice("alignment", "Alignment", ["None", "Left", "Center", "Right"]), .tint,
        ])

    static let switches = CatalogSample(
        .switch,
        stage: """
            <label>Lights <input type="checkbox" class="switch" role="switch" checked></label>
            <button type="button" class="button">Turn it over, animated</button>
            """,
        properties: [.enabled, .flag("images", "Images instead of a knob", false), .tint])

    static let segments = CatalogSample(
        .segments,
        stage: """
            <fieldset class="segmented"><legend class="hidden">What to do</legend></fieldset>
            <button type="button" class="button" data-do="insert">Insert a segment</button>
            <button type="button" class="button" data-do="remove">Remove a segment</button>
            """,
        properties: [
            .enabled, .flag("momentary", "Momentary", false), .flag("images", "Images", false),
            .number("count", "Segments", 3, 1...6),
        ])

    static let pages = CatalogSample(
        .pages,
        stage: "<fieldset class=\"dots\"><legend class=\"hidden\">Page</legend></fieldset>",
        properties: [
            .number("count", "Pages", 5, 1...9), .flag("hides", "Hides for a single page", true), .enabled,
        ])

    static let slider = CatalogSample(
        .slider,
        stage: """
            <label>Volume <span data-end hidden>−</span><input type="range" min="0" max="100" value="42">\
            <span data-end hidden>+</span></label>
            <button type="button" class="button">To 75, animated</button>
            """,
        properties: [
            .flag("continuous", "Continuous", true), .flag("images", "Images", false),
            .number("min", "Minimum", 0, -100...100, step: 10),
            .number("max", "Maximum", 100, -100...200, step: 10), .number("step", "Step", 1, 1...25),
            .enabled, .tint,
        ])

    static let stepper = CatalogSample(
        .stepper,
        stage: """
            <div class="stepper" role="group" aria-label="Copies"><button type="button" class="button" \
            aria-label="Less" data-by="-1">−</button><input type="number" aria-label="Copies" min="0" max="10" \
            value="5"><button type="button" class="button" aria-label="More" data-by="1">+</button></div>
            """,
        properties: [
            .number("min", "Minimum", 0, -10...10), .number("max", "Maximum", 10, 0...100, step: 5),
            .number("step", "Step", 1, 1...5), .flag("repeats", "Repeats while held", true),
            .flag("wraps", "Wraps", false), .flag("shows", "Shows its value", true),
            .flag("images", "Images", false), .enabled,
        ])

    static let progress = CatalogSample(
        .progress,
        stage: """
            <span class="spinner" role="img" aria-label="Thinking"></span>
            <label class="packed">Packed <progress max="100" value="40"></progress></label>
            """,
        properties: [
            .flag("animating", "Animating", true), .flag("hides", "Hides when stopped", true),
            .choice("style", "Style", ["Small", "Large", "Dots"]),
            .number("percent", "Progress in percent", 40, 0...100, step: 10),
            .flag("known", "Progress is known", true), .tint,
        ])

    static let label = CatalogSample(
        .label,
        stage: """
            <p class="label">A label shows <strong>styled</strong> text: in one line or in many, wrapped by words or \
            by characters, and cut where you like. 日本語, नमस्ते and 👩‍👩‍👧 take what room they need.</p>
            """,
        properties: [
            .number("width", "Width", 50, 10...70, step: 10), .number("lines", "Lines; 0 for all", 1, 0...5),
            .choice("wraps", "Wraps by", ["Word", "Character"]),
            .choice("cut", "Truncated at", ["Tail", "Head", "Middle", "Clipped"]),
            .choice("alignment", "Alignment", ["Left", "Center", "Right", "Natural", "Justified"]),
            .flag("shrinks", "Shrinks to fit", false),
            .number("scale", "Minimum scale in percent", 50, 10...100, step: 10),
            .flag("styled", "Styled", true),
        ])

    static let field = CatalogSample(
        .field,
        stage: """
            <span class="accessorized"><span data-accessory="left" hidden>$</span>\
            <input type="text" aria-label="Something" placeholder="Type something" autocomplete="off">\
            <button type="button" class="button round" data-accessory="right" aria-label="Clear" hidden>×</button></span>
            <p class="help" hidden>Letters and digits</p>
            """,
        properties: [
            .text("placeholder", "Placeholder", "Type something"),
            .choice("kind", "Accepts", ["Text", "Numbers", "Dates", "URLs", "Telephone", "E-mail"]),
            .flag("secure", "Secure", false), .flag("clears", "Clears on begin", false),
            .flag("left", "Left accessory", false), .flag("right", "Right accessory", false),
            .choice(
                "mode", "Accessories are shown", ["Always", "While editing", "Unless editing", "Never"]),
            .choice("border", "Border", ["Line", "Brackets", "Round", "None"]),
            .choice("capitals", "Capitals", ["None", "Words", "Sentences", "All"]),
            .flag("corrects", "Corrects “teh”", false), .flag("return", "Title of the return key", false),
            .flag("help", "Help while editing", false),
            .flag("refuses", "Its delegate refuses vowels", false), .enabled,
        ])

    static let view = CatalogSample(
        .view,
        stage: """
            <textarea rows="5" aria-label="Text">Many lines of text, to read and to edit.

            Addresses such as https://www.swift.org are links, listed below. Select something and copy it.

            It scrolls.
            Mail goes to ann@example.org, calls to +49 30 901820.
            To its end.</textarea>
            <div class="styled" role="textbox" aria-multiline="true" aria-label="Styled text" contenteditable hidden>\
            <strong>Bold</strong> text, which goes on as it begins.</div><p class="links"></p>
            """,
        properties: [
            .flag("editable", "Editable", true), .flag("styled", "Styled text", false),
            .flag("links", "Detects links", true), .flag("mail", "Detects mail", false),
            .flag("telephone", "Detects telephone numbers", false), .enabled,
        ])

    static let search = CatalogSample(
        .search,
        stage: """
            <form role="search" aria-label="Catalog"><input type="search" aria-label="Search the catalog" \
            placeholder="Search the catalog"><fieldset class="segmented"><legend class="hidden">Scope</legend>\
            <label><input type="radio" name="scope" value="All" checked>All</label>\
            <label><input type="radio" name="scope" value="Titles">Titles</label></fieldset></form>
            """,
        properties: [
            .flag("demand", "Scopes on demand", false), .flag("scopes", "Scopes", true), .enabled,
        ])
}
