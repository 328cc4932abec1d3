package import LootCore

/// What a plugin says of itself.
package struct PluginDescriptor: Hashable, Sendable {
    /// What a plugin is for.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
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
    package let kind: Kind
    /// The name that a configuration selects it by.
    package let name: String
    /// One line on what it does.
    package let summary: String
    /// The keys it understands.
    package let options: [PluginOption]
    /// The options that the parts of its short form fill, in order: with `["bounds"]`, `value:25,50`; with
    /// `["path"]`, `json:items.json`. The last one takes the whole rest.
    package let shortForm: [String]

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

    /// Looks whether every option is set that the plugin can't do without. `list` is the key of the configuration under which
    /// its settings stand.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` that names the first one that is not.
    package func requireOptions(in settings: PluginSettings, under list: String) throws(LootError) {
        guard let missing = options.first(where: { $0.isRequired && settings.values[$0.name] == nil }) else {
            return
        }
        let summary = missing.summary.hasSuffix(".") ? String(missing.summary.dropLast()) : missing.summary
        let meaning = summary.isEmpty ? "" : " (\(summary))"
        throw LootError(
            .configuration, "can't use the \(kind.rawValue) “\(name)”",
            because: "its option “\(missing.name)”\(meaning) is not set, and it can't do without",
            next: "Set \"\(list)\": [{ \"use\": \"\(name)\", \"\(missing.name)\": … }] in the configuration",
            remedy: .editConfiguration, place: "\(list).\(missing.name)")
    }
}

/// A kind of thing that a configuration can select.
package protocol Plugin: Sendable {
    /// What it says of itself.
    var descriptor: PluginDescriptor { get }
}
