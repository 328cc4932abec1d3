import LootCore
public import LootPlugins

/// What a configuration says of the terminal front end.
public struct TUIConfiguration: Hashable, Sendable {
    /// What is shown.
    public enum Content: String, Hashable, Sendable, CaseIterable {
        /// The items of the store.
        case items
        /// Every view of the kit, alive.
        case catalog
    }

    /// How a person is spoken to.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// With screens where the terminal can place a cursor, else line by line.
        case auto
        /// With screens.
        case screen
        /// Line by line, for screen readers and simple terminals.
        case plain
    }

    /// What the colors suit.
    public enum Background: String, Hashable, Sendable, CaseIterable {
        /// The background that the terminal tells.
        case auto
        /// A light one.
        case light
        /// A dark one.
        case dark
    }

    /// What is shown.
    public var content = Content.items
    /// How a person is spoken to.
    public var mode = Mode.auto
    /// What the colors suit.
    public var theme = Background.auto
    /// How large text is meant to be.
    public var textSize = TextSize.large
    /// What stands before amounts.
    public var currency = "$"
    /// From this value on, an item is worth much.
    public var highValue = 50
    /// Whether the mouse belongs to the program.
    public var mouse = true
    /// Whether removing an item is asked about first.
    public var confirm = true
    /// Keys of commands: `delete=x`.
    public var keys: [String] = []
    /// Sorts to choose from: `value:desc`.
    public var sorts = ["name", "value:desc", "created:desc"]
    /// Fields to choose from when searching.
    public var scopes = ["name", "serial", "location"]
    /// Sections to choose from, in short form; empty for each plugin's own.
    public var sectionings: [String] = []
    /// Keys to type in, as ``KeyScript`` reads them; the last screen is then printed.
    public var script: String?
    /// The file for a picture of the last screen, instead of printing it.
    public var screenshot: String?
    /// Columns and rows of scripted screens.
    public var size = "80x24"

    /// The defaults.
    public init() {}

    /// What the settings say.
    public init(_ settings: Settings) {
        content = settings.text("content").flatMap(Content.init) ?? content
        mode = settings.text("mode").flatMap(Mode.init) ?? mode
        theme = settings.text("theme").flatMap(Background.init) ?? theme
        textSize = settings.text("textSize").flatMap(TextSize.init) ?? textSize
        currency = settings.text("currency") ?? currency
        highValue = settings.integer("highValue") ?? highValue
        if settings.values["mouse"] != nil { mouse = settings.flag("mouse") }
        if settings.values["confirm"] != nil { confirm = settings.flag("confirm") }
        if settings.values["sorts"] != nil { sorts = settings.texts("sorts") }
        if settings.values["scopes"] != nil { scopes = settings.texts("scopes") }
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
        PluginOption("currency", .text, default: "$", "What stands before amounts."),
        PluginOption(
            "highValue", .integer(0...Int.max), default: 50,
            "From this value on, a value is red and not green."),
        PluginOption("mouse", .flag, default: true, "Whether the mouse belongs to the program."),
        PluginOption("confirm", .flag, default: true, "Whether removing an item is asked about first."),
        PluginOption("keys", .list(.text), "Other keys for commands: delete=x,favorite=ctrl-f."),
        PluginOption(
            "sorts", .list(.text), default: ["name", "value:desc", "created:desc"], "Sorts to choose from."),
        PluginOption(
            "scopes", .list(.text), default: ["name", "serial", "location"], "Fields to search in alone."),
        PluginOption("sectionings", .list(.text), "Sections to choose from: initial, value:25."),
        PluginOption("script", .text, "Types these keys, then prints the screen: jj<enter>."),
        PluginOption("screenshot", .path, "Writes the scripted screen to this SVG file."),
        PluginOption("size", .text, default: "80x24", "Columns and rows of a scripted screen."),
    ]
}
