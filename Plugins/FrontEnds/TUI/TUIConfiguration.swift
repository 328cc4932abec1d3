import LootActions
package import LootCore
package import LootPlugins

/// The configuration of the terminal front end.
package struct TUIConfiguration: Hashable, Sendable {
    /// The content to show.
    package enum Content: String, Hashable, Sendable, CaseIterable {
        /// The items of the store.
        case items
        /// The catalog: a page for each view of TerminalKit.
        case catalog
    }

    /// The kind of interface.
    package enum Mode: String, Hashable, Sendable, CaseIterable {
        /// The full screen if the terminal supports it, and otherwise a dialogue.
        case auto
        /// The full screen.
        case screen
        /// A line-based dialogue for screen readers and simple terminals.
        case plain
    }

    /// The background for which colors are chosen.
    package enum Background: String, Hashable, Sendable, CaseIterable {
        /// The background that the terminal reports.
        case auto
        /// A light background.
        case light
        /// A dark background.
        case dark
    }

    /// The content to show.
    package var content = Content.items
    /// The kind of interface.
    package var mode = Mode.auto
    /// The background for which colors are chosen.
    package var theme = Background.auto
    /// The text size.
    package var textSize = TextSize.large
    /// The currency of amounts that don't have one: a sign, or a code such as `EUR`.
    package var currency = "$"
    /// The minimum value of items that are highlighted as valuable.
    package var highValue: Amount = 50
    /// Whether photos keep the location where they were taken.
    package var keepsPosition = false
    /// The period in which due dates are shown.
    package var dueWithin = DueDate.usualSpan
    /// Whether the program receives mouse events.
    package var mouse = true
    /// Whether “Add” adds a random item immediately instead of opening a form.
    package var addsAtOnce = false
    /// Whether to ask before removing an item.
    package var confirm = true
    /// Key bindings such as `remove=x`.
    package var keys: [String] = []
    /// The sort orders to choose from, such as `value:desc`.
    package var sorts = ["name", "value:desc", "created:desc"]
    /// The fields to choose from when searching.
    package var scopes = ["name", "serial", "location"]
    /// Whether a wide screen shows details next to the list.
    package var splits = true
    /// The fields that wide lists show in columns, most important first.
    package var columns = ["serial", "location", "tags", "purchased", "vendor", "warranty", "lentTo"]
    /// Whether animations are allowed.
    package var motion = true
    /// Custom colors such as `cursor=white on blue`.
    package var colors: [String] = []
    /// The sectionings to choose from, such as `value:25`. If empty, the default of every plugin is offered.
    package var sectionings: [String] = []
    /// The keys to type, in the format of ``KeyScript``. The last screen is then printed.
    package var script: String?
    /// The file to which a picture of the last screen is written, instead of printing the screen.
    package var screenshot: String?
    /// The size of scripted screens.
    package var size = "80x24"

    /// Creates a configuration with the defaults.
    package init() {}

    /// Reads the configuration from settings.
    ///
    /// - Throws: `LootError` with code `configuration` if a value can't be read.
    package init(_ settings: PluginSettings) throws(LootError) {
        content = settings.text("content").flatMap(Content.init) ?? content
        mode = settings.text("mode").flatMap(Mode.init) ?? mode
        theme = settings.text("theme").flatMap(Background.init) ?? theme
        textSize = settings.text("textSize").flatMap(TextSize.init) ?? textSize
        currency = settings.text("currency") ?? currency
        highValue = settings.amount("highValue") ?? highValue
        keepsPosition = settings.flag("keepPosition")
        dueWithin = try settings.span("dueWithin") ?? dueWithin
        if settings.values["mouse"] != nil { mouse = settings.flag("mouse") }
        addsAtOnce = settings.flag("addsAtOnce")
        if settings.values["confirm"] != nil { confirm = settings.flag("confirm") }
        if settings.values["sorts"] != nil { sorts = settings.texts("sorts") }
        if settings.values["scopes"] != nil { scopes = settings.texts("scopes") }
        if settings.values["split"] != nil { splits = settings.flag("split") }
        if settings.values["columns"] != nil { columns = settings.texts("columns") }
        if settings.values["motion"] != nil { motion = settings.flag("motion") }
        colors = settings.texts("colors")
        for color in colors { _ = try ThemeColor(color) }
        keys = settings.texts("keys")
        sectionings = settings.texts("sectionings")
        script = settings.text("script")
        screenshot = settings.text("screenshot")
        size = settings.text("size") ?? size
    }

    static let options = [
        PluginOption(
            "content", .choice(Content.allCases.map(\.rawValue)), default: "items",
            "What to show: the items or the catalog of views."),
        PluginOption(
            "mode", .choice(Mode.allCases.map(\.rawValue)), default: "auto",
            "Full screen, or line by line."),
        PluginOption(
            "theme", .choice(Background.allCases.map(\.rawValue)), default: "auto",
            "The background of the terminal."),
        PluginOption(
            "textSize", .choice(TextSize.allCases.map(\.rawValue)), default: "large",
            "The size of rows."),
        PluginOption(
            "currency", .text, default: "$",
            "The default currency of amounts: a symbol, or a code such as EUR."
        ),
        PluginOption(
            "highValue", .amount, default: 50,
            "Amounts of at least this value are shown in red instead of green."),
        PluginOption(
            "keepPosition", .flag, default: false,
            "Keep the GPS location in added pictures."),
        PluginOption("dueWithin", .text, default: "30 days", "The period in which due dates are shown."),
        PluginOption("mouse", .flag, default: true, "Whether the program uses the mouse."),
        PluginOption(
            "addsAtOnce", .flag, default: false, "Add a random item immediately instead of opening a form."),
        PluginOption("confirm", .flag, default: true, "Whether to ask before removing an item."),
        PluginOption("keys", .list(.text), "Custom keys for commands: remove=x,favorite=ctrl-f."),
        PluginOption(
            "sorts", .list(.text), default: ["name", "value:desc", "created:desc"],
            "The available sort orders."),
        PluginOption(
            "scopes", .list(.text), default: ["name", "serial", "location"],
            "The fields to which a search can be limited."),
        PluginOption(
            "split", .flag, default: true,
            "Show details next to the list if the terminal has at least 100 columns."),
        PluginOption(
            "columns", .list(.text),
            default: ["serial", "location", "tags", "purchased", "vendor", "warranty", "lentTo"],
            "The fields that wide lists show in columns, as many as fit."),
        PluginOption("motion", .flag, default: true, "Whether to use animations."),
        PluginOption("colors", .list(.text), "Custom colors: \"cursor=white on blue\", accent=#5fd7ff."),
        PluginOption("sectionings", .list(.text), "The available groupings: initial, value:25."),
        PluginOption("script", .text, "Types these keys, then prints the screen: jj<enter>."),
        PluginOption("screenshot", .path, "Writes the scripted screen to this SVG file."),
        PluginOption("size", .text, default: "80x24", "Columns and rows of a scripted screen."),
    ]
}
