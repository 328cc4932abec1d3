import LootActions

extension CatalogSample {
    static let date = CatalogSample(
        .date,
        stage: "<label><span>When</span> <input type=\"date\" value=\"2026-11-20\"></label>",
        properties: [
            .choice("mode", "Mode", ["Date", "Time", "Both", "Count-down"]),
            .choice("interval", "Minute interval", ["1", "5", "15", "30"]),
            .flag("bounded", "Only in 2026", false), .enabled,
        ])

    static let picker = CatalogSample(
        .picker,
        stage: """
            <div class="wheels"></div>
            <button type="button" class="button">To the last word, animated</button>
            """,
        properties: [
            .flag("styled", "Styled titles", false), .number("height", "Row height", 1, 1...2),
            .number("wheels", "Wheels", 2, 1...3), .enabled,
        ])

    static let image = CatalogSample(
        .image,
        stage:
            "<img class=\"picture\" alt=\"A disc with a wedge that goes around\" src=\"\(Asset.path("icon.svg"))\">",
        properties: [
            .choice(
                "mode", "Content mode",
                [
                    "Aspect fit", "Aspect fill", "Scale to fill", "Center", "Top", "Bottom", "Left", "Right",
                    "Top left", "Top right", "Bottom left", "Bottom right",
                ]),
            .flag("plays", "Plays", false), .number("repeats", "Repetitions; 0 for ever", 0, 0...5),
            .number("interval", "Interval in ms", 200, 50...1000, step: 50),
        ])

    static let table = CatalogSample(
        .table,
        stage: "<div class=\"groups\"></div>",
        properties: [
            .flag("editing", "Editing", false), .choice("style", "Style", ["Grouped", "Plain"]),
            .choice("selection", "Selection", ["One", "Several", "None"]),
            .choice("cells", "Cells", ["Subtitle", "Right detail", "Left detail", "Default"]),
            .flag("inserts", "Insert rows", false), .flag("animated", "Animated", false),
            .flag("header", "Table header", false), .flag("footer", "Table footer", false),
        ])

    static let scroll = CatalogSample(
        .scroll,
        stage: """
            <div class="scroller" tabindex="0" role="region" aria-label="Colored pages"></div>
            <button type="button" class="button">To the end, animated</button>
            """,
        properties: [
            .number("size", "Pages of content", 6, 1...12), .flag("paging", "Paging", false),
            .flag("zoom", "Zoom with + and -", false), .flag("refresh", "Pull to refresh", false),
        ])

    static let alert = CatalogSample(
        .alert,
        stage: """
            <button type="button" class="button" data-ask="simple">Simple</button>
            <button type="button" class="button" data-ask="two">Two answers</button>
            <button type="button" class="button" data-ask="sheet">Action sheet</button>
            <button type="button" class="button" data-ask="sign-in">Sign in</button>
            """,
        properties: [
            .text("title", "Title", "Are you sure?"),
            .flag("destructive", "With a destructive action", true),
        ])

    static let toolbar = CatalogSample(
        .toolbar,
        stage: """
            <div class="toolbar" role="toolbar" aria-label="Sample">\
            <button type="button" class="button">Undo</button><button type="button" class="button">Redo</button>\
            <span class="space"></span><button type="button" class="button">Share</button>\
            <label hidden>Lights <input type="checkbox" class="switch" role="switch"></label></div>
            """,
        properties: [.flag("switch", "With a switch", false)])

    static let gestures = CatalogSample(
        .gestures,
        stage: """
            <button type="button" class="pad">Tap twice, hold, drag or swipe here. Two fingers, or the wheel with \
            Control, pinch.</button>
            """,
        properties: [.flag("recognizes", "Recognizers enabled", true)])

    static let windows = CatalogSample(
        .windows,
        stage: """
            <div class="groups" data-window="1"></div><div class="groups" data-window="2"></div>
            <button type="button" class="button">Open a third window</button>
            """,
        properties: [.flag("editing", "Editing", false)])

    static let stack = CatalogSample(
        .stack,
        stage: """
            <div class="stack"><span>Label</span><input type="text" aria-label="Field" value="A field">\
            <button type="button" class="button">Button</button></div>
            """,
        properties: [
            .choice(
                "distribution", "Distribution",
                ["Fill", "Fill equally", "Fill proportionally", "Equal spacing", "Equal centering"]),
            .choice("alignment", "Alignment", ["Fill", "Leading", "Center", "Trailing", "Baseline"]),
            .choice("axis", "Axis", ["Horizontal", "Vertical"]),
            .choice("grows", "Grows", ["Field", "Label", "Button"]),
            .number("spacing", "Spacing", 1, 0...5), .number("insets", "Insets", 0, 0...5),
            .number("minimum", "Minimum width of the button", 0, 0...40, step: 10),
        ])

    static let tiles = CatalogSample(
        .tiles,
        stage: """
            <div class="scroller tiled" tabindex="0" role="region" aria-label="A million tiles"><div></div></div>
            """,
        properties: [.flag("paging", "Paging", false), .number("insets", "Insets", 0, 0...5)])

    static let cells = CatalogSample(
        .cells,
        stage: "<ul class=\"rows\" aria-label=\"Words\"></ul>",
        properties: [.flag("editing", "Editing", false)])

    static let responders = CatalogSample(
        .responders,
        stage: """
            <div class="document"><button type="button" class="button" data-action="save">Save</button>
            <button type="button" class="button" data-action="save">Save as…</button></div>
            <button type="button" class="button" data-touch>Press, and release outside</button>
            """,
        properties: [])
}
