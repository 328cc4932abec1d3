package import LootCore

/// The description of a plugin.
package struct PluginDescriptor: Hashable, Sendable {
    /// The kind of a plugin.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Stores items.
        case store
        /// Wraps a store.
        case decorator
        /// Groups items into sections.
        case sectioning
        /// Looks up products by their barcodes.
        case catalog
        /// Imports a file format.
        case importer
        /// Exports a file format.
        case exporter
        /// Runs before and after each commit.
        case hook
        /// Changes items that a person selects.
        case action
        /// Provides a user interface or a server.
        case frontEnd
    }

    /// The kind.
    package let kind: Kind
    /// The name in configurations.
    package let name: String
    /// A one-line description.
    package let summary: Message
    /// The supported options.
    package let options: [PluginOption]
    /// The options set by the parts of the short form, in order: `["bounds"]` for `value:25,50`, or `["path"]` for
    /// `json:items.json`. The last option gets all the remaining text.
    package let shortForm: [String]

    /// Creates a description.
    package init(
        _ kind: Kind, _ name: String, summary: Message, options: [PluginOption] = [], shortForm: [String] = []
    ) {
        self.kind = kind
        self.name = name
        self.summary = summary
        self.options = options
        self.shortForm = shortForm
    }

    /// Checks that all required options are set. `list` is the configuration key that contains the settings.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` that names the first missing option.
    package func requireOptions(in settings: PluginSettings, under list: String) throws(LootError) {
        guard let missing = options.first(where: { $0.isRequired && settings.values[$0.name] == nil }) else {
            return
        }
        throw LootError(
            .configuration, "Can't use the plugin “\(name)”.",
            reason: "Its required option “\(missing.name)” isn't set.",
            advice:
                "Set \"\(list)\": [{ \"use\": \"\(name)\", \"\(missing.name)\": … }] in the configuration.",
            remedy: .editConfiguration, place: "\(list).\(missing.name)")
    }
}

/// A component that a configuration can select.
package protocol Plugin: Sendable {
    /// The description of the plugin.
    var descriptor: PluginDescriptor { get }
}
