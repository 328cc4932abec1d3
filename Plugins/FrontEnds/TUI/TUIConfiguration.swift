import LootActions
package import LootCore
package import LootPlugins

/// What a configuration says of the terminal front end.
package struct TUIConfiguration: Hashable, Sendable {
    /// What is shown.
    package enum Content: String, Hashable, Sendable, CaseIterable {
        /// The items of the store.
        case items
        /// Every view of the kit, alive.
        case catalog
    }

    /// How a person is spoken to.
    package enum Mode: String, Hashable, Sendable, CaseIterable {
        /// With screens where the terminal can place a cursor, else line by line.
        case auto
        /// With screens.
        case screen
        /// Line by line, for screen readers and simple terminals.
        case plain
    }

    /// What the colors suit.
    package enum Background: String, Hashable, Sendable, CaseIterable {
        /// The background that the terminal tells.
        case auto
        /// A light one.
        case light
        /// A dark one.
        case dark
    }

    /// What is shown.
    package var content = Content.items
    /// How a person is spoken to.
    package var mode = Mode.auto
    /// What the colors suit.
    package var theme = Background.auto
    /// How large text is meant to be.
    package var textSize = TextSize.large
    /// What stands before amounts.
    package var currency = "$"
    /// From this value on, an item is worth much.
    package var highValue: Amount = 50
    /// Whether pictures keep the place where they were taken.
    package var keepsPosition = false
    /// How far ahead is told what is due.
    package var dueWithin = DueDate.usualSpan
    /// Whether the mouse belongs to the program.
    package var mouse = true
    /// Whether “Add” adds a random item at once, instead of opening a form.
    package var addsAtOnce = false
    /// Whether removing an item is asked about first.
    package var confirm = true
    /// Keys of commands: `delete=x`.
    package var keys: [String] = []
    /// Sorts to choose from: `value:desc`.
    package var sorts = ["name", "value:desc", "created:desc"]
    /// Fields to choose from when searching.
    package var scopes = ["name", "serial", "location"]
    /// Whether details stand beside the list where there is room.
    package var splits = true
    /// The fields that wide lists show in columns, the most important first.
    package var columns = ["serial", "location", "tags", "purchased", "vendor", "warranty", "lentTo"]
    /// Whether views may move by themselves.
    package var motion = true
    /// Looks of one's own: `cursor=white on blue`.
    package var colors: [String] = []
    /// Sections to choose from, in short form; empty for each plugin's own.
    package var sectionings: [String] = []
    /// Keys to type in, as ``KeyScript`` reads them; the last screen is then printed.
    package var script: String?
    /// The file for a picture of the last screen, instead of printing it.
    package var screenshot: String?
    /// Columns and rows of scripted screens.
    package var size = "80x24"

    /// The defaults.
    package init() {}

    /// What the settings say.
    ///
    /// - Throws: `LootError` with code `configuration` for what can't be read.
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
            "content", .choice(Content.allCases.map(\.rawValue)), default: "items", "What is shown."),
        PluginOption(
            "mode", .choice(Mode.allCases.map(\.rawValue)), default: "auto",
            "Screens, or a dialogue line by line."),
        PluginOption(
            "theme", .choice(Background.allCases.map(\.rawValue)), default: "auto",
            "The background that colors suit."),
        PluginOption(
            "textSize", .choice(TextSize.allCases.map(\.rawValue)), default: "large",
            "How much room rows take."),
        PluginOption(
            "currency", .text, default: "$", "What stands before amounts: a sign, or a currency such as EUR."),
        PluginOption(
            "highValue", .amount, default: 50,
            "From this value on, a value is red and not green."),
        PluginOption(
            "keepPosition", .flag, default: false,
            "Leave in pictures where they were taken, as cameras note it."),
        PluginOption("dueWithin", .text, default: "30 days", "How far ahead is told what is due."),
        PluginOption("mouse", .flag, default: true, "Whether the mouse belongs to the program."),
        PluginOption(
            "addsAtOnce", .flag, default: false, "Add a random item at once instead of opening a form."),
        PluginOption("confirm", .flag, default: true, "Whether removing an item is asked about first."),
        PluginOption("keys", .list(.text), "Other keys for commands: delete=x,favorite=ctrl-f."),
        PluginOption(
            "sorts", .list(.text), default: ["name", "value:desc", "created:desc"], "Sorts to choose from."),
        PluginOption(
            "scopes", .list(.text), default: ["name", "serial", "location"], "Fields to search in alone."),
        PluginOption("split", .flag, default: true, "Details beside the list, from 100 columns on."),
        PluginOption(
            "columns", .list(.text),
            default: ["serial", "location", "tags", "purchased", "vendor", "warranty", "lentTo"],
            "Fields that wide lists show in columns, as many as fit."),
        PluginOption("motion", .flag, default: true, "Whether views may move by themselves."),
        PluginOption("colors", .list(.text), "Looks of your own: \"cursor=white on blue\", accent=#5fd7ff."),
        PluginOption("sectionings", .list(.text), "Sections to choose from: initial, value:25."),
        PluginOption("script", .text, "Types these keys, then prints the screen: jj<enter>."),
        PluginOption("screenshot", .path, "Writes the scripted screen to this SVG file."),
        PluginOption("size", .text, default: "80x24", "Columns and rows of a scripted screen."),
    ]
}
