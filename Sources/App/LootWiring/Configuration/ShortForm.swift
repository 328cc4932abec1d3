import LootCore
import LootPlugins

/// A plugin and some of its options in one text: `value:25,50`, `json:items.json`, `postgresql://host/loot`. A path
/// without a prefix selects the store that corresponds to its extension: `items.json`.
struct ShortForm: Sendable {
    let plugin: PluginDescriptor
    let values: [(option: String, words: String)]

    /// The reason why a string isn't a valid short form.
    struct Refusal: Error {
        let reason: Message
        let advice: Message
        var remedy: LootError.Remedy?
        let isUnknownName: Bool
    }

    /// Parses a string. Errors quote only the first part of an address, since the rest may contain a
    /// password.
    init(_ text: String, section: ConfigurationSection, registry: Registry) throws(Refusal) {
        // Compare bytes, since a combining mark could follow the colon.
        let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
        let name = String(text[..<colon])
        let rest = String(text.utf8[colon...].dropFirst()) ?? ""
        if section == .store, rest.hasPrefix("//"), let store = registry.store(forScheme: name) {
            plugin = store.descriptor
            values = [("url", text)]
            return
        }
        if section == .store, let store = ShortForm.store(ofPath: text, registry) {
            plugin = store
            values = [(store.shortForm[0], text)]
            return
        }
        guard let plugin = registry.descriptor(name, of: section.kind) else {
            let suggestion = registry.suggestion(for: name, of: section.kind)
            let path = suggestion.isSpecific ? nil : ShortForm.asPath(text, section, registry)
            throw Refusal(
                reason: section.kind.unknown(name), advice: path ?? suggestion.advice,
                remedy: suggestion.remedy, isUnknownName: true)
        }
        self.plugin = plugin
        if rest.isEmpty {
            values = []
            return
        }
        guard !plugin.shortForm.isEmpty else {
            throw Refusal(
                reason: "“\(name)” doesn't accept text after its name.",
                advice: ShortForm.withoutValues(plugin, section), isUnknownName: false)
        }
        let parts = rest.utf8.split(
            separator: UInt8(ascii: ":"), maxSplits: plugin.shortForm.count - 1,
            omittingEmptySubsequences: false)
        values = zip(plugin.shortForm, parts).compactMap { option, part in
            part.isEmpty ? nil : String(part).map { (option, $0) }
        }
    }

    /// Returns the store for a path's extension, or `nil` if the text isn't a path or has another extension.
    private static func store(ofPath text: String, _ registry: Registry) -> PluginDescriptor? {
        guard isPath(text), let dot = text.lastIndex(of: "."),
            let store = registry.descriptor(text[text.index(after: dot)...].lowercased(), of: .store)
        else { return nil }
        return beginsWithPath(store) ? store : nil
    }

    /// Returns advice for a string that can only be a path, or `nil` if it isn't one.
    private static func asPath(_ text: String, _ section: ConfigurationSection, _ registry: Registry)
        -> Message?
    {
        guard section == .store, !text.isEmpty, !text.utf8.contains(UInt8(ascii: ":")) else { return nil }
        let stores = registry.names(of: .store).filter {
            registry.descriptor($0, of: .store).map(beginsWithPath) ?? false
        }
        let addresses = stores.map { "\($0):\(TextRules.visible(text))" }
        return addresses.isEmpty ? nil : "Use \(list: addresses, .or)."
    }

    /// Returns advice for a plugin whose options can't be in the short form.
    private static func withoutValues(_ plugin: PluginDescriptor, _ section: ConfigurationSection) -> Message
    {
        let word = section == .store ? "\(plugin.name):" : plugin.name
        guard let option = plugin.options.first else { return "Use “\(word)” instead." }
        return """
            Use “\(word)” instead, and set its options with --set, as in --set \
            \(section.rawValue).\(option.name)=VALUE.
            """
    }

    private static func isPath(_ text: String) -> Bool {
        !text.utf8.contains(UInt8(ascii: ":")) && text.contains { $0 == "/" || $0 == "." }
    }

    /// Returns whether the first option in a store's short form is the path of a file.
    private static func beginsWithPath(_ store: PluginDescriptor) -> Bool {
        store.options.contains { $0.name == store.shortForm.first && $0.kind == .path }
    }
}
