/// What a plugin says of itself.
public struct PluginDescriptor: Hashable, Sendable {
    /// What a plugin is for.
    @nonexhaustive
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Keeps items.
        case store
        /// Wraps a store.
        case decorator
        /// Parts items into sections.
        case sectioning
        /// Knows products by their barcodes.
        case catalog
        /// Reads files of a format.
        case importer
        /// Writes files of a format.
        case exporter
        /// Is asked before changes are made, and told after.
        case hook
        /// Shows them to a user.
        case frontEnd
    }

    /// What it is for.
    public let kind: Kind
    /// The name that a configuration selects it by.
    public let name: String
    /// One line on what it does.
    public let summary: String
    /// The keys it understands.
    public let options: [PluginOption]
    /// The options that the parts of its short form fill, in order: with `["bounds"]`, `value:25,50`; with
    /// `["path"]`, `json:items.json`. The last one takes the whole rest.
    public let shortForm: [String]

    /// A description.
    package init(
        _ kind: Kind, _ name: String, summary: String, options: [PluginOption] = [], shortForm: [String] = []
    ) {
        self.kind = kind
        self.name = name
        self.summary = summary
        self.options = options
        self.shortForm = shortForm
    }
}

/// A kind of thing that a configuration can select.
public protocol Plugin: Sendable {
    /// What it says of itself.
    var descriptor: PluginDescriptor { get }
}
