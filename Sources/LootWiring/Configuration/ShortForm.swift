import LootCore
import LootPlugins

/// A plugin and some of its options in one text: `value:25,50`, `json:items.json`, `postgresql://host/loot`.
struct ShortForm: Sendable {
    let plugin: PluginDescriptor
    let values: [(option: String, words: String)]

    /// Why a text is not a short form.
    struct Refusal: Error {
        let why: String
        let next: String
        var remedy: LootError.Remedy?
        let isUnknownName: Bool
    }

    /// Reads a text. Of an address nothing but its first part is ever quoted: the rest may hold a password.
    init(_ text: String, slot: Slot, registry: Registry) throws(Refusal) {
        // By bytes: a combining mark behind the colon must not hide it.
        let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
        let name = String(text[..<colon])
        let rest = String(text.utf8[colon...].dropFirst()) ?? ""
        if slot == .store, rest.hasPrefix("//"), let store = registry.store(forScheme: name) {
            plugin = store.descriptor
            values = [("url", text)]
            return
        }
        guard let plugin = registry.descriptor(name, of: slot.kind) else {
            let suggestion = registry.suggestion(for: name, of: slot.kind)
            let path = suggestion.remedy == nil ? ShortForm.asPath(text, slot, registry) : nil
            throw Refusal(
                why: "no \(slot.kind.noun) is called “\(TextRules.visible(name))”",
                next: path ?? suggestion.next, remedy: suggestion.remedy, isUnknownName: true)
        }
        self.plugin = plugin
        if rest.isEmpty {
            values = []
            return
        }
        guard !plugin.shortForm.isEmpty else {
            throw Refusal(
                why: "the \(slot.kind.noun) “\(name)” takes nothing after its name",
                next: "Write \(slot == .store ? "\(name):" : name)", isUnknownName: false)
        }
        let parts = rest.utf8.split(
            separator: UInt8(ascii: ":"), maxSplits: plugin.shortForm.count - 1,
            omittingEmptySubsequences: false)
        values = zip(plugin.shortForm, parts).compactMap { option, part in
            part.isEmpty ? nil : String(part).map { (option, $0) }
        }
    }

    /// What to write for a path without the store that is to read it; nil for what is none.
    private static func asPath(_ text: String, _ slot: Slot, _ registry: Registry) -> String? {
        guard slot == .store, !text.contains(":"), text.contains(where: { $0 == "/" || $0 == "." }),
            let store = registry.names(of: .store).compactMap({ registry.descriptor($0, of: .store) })
                .first(where: { store in
                    store.options.contains { $0.name == store.shortForm.first && $0.kind == .path }
                })
        else { return nil }
        return "Put the name of a store before a path, as in \(store.name):\(TextRules.visible(text))"
    }
}
