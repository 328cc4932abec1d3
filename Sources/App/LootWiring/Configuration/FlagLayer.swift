import LootCore
import LootPlugins

/// The layer of command-line options.
enum FlagLayer {
    /// Reads `--set KEY=VALUE` and `--store ADDRESS` as one layer, so that settings of the store apply to the store
    /// at that address. If both specify the store, the address takes precedence.
    static func read(_ sources: ConfigurationSources, _ checker: inout Checker) -> Layer {
        var layer = settings(sources, &checker)
        guard let address = sources.storeAddress else { return layer }
        let origin = Origin(name: "--store", folder: sources.workingDirectory, isOfThisRun: true)
        var statement = layer.sections[.store] ?? Statement()
        (statement.shortForm, statement.use) = (Stated(.words(address), origin: origin), nil)
        statement.addressWins = true
        layer.sections[.store] = statement
        return layer
    }

    /// Reads all `--set KEY=VALUE` options. The last one for a key takes precedence.
    private static func settings(_ sources: ConfigurationSources, _ checker: inout Checker) -> Layer {
        var layer = Layer()
        let origin = Origin(name: "--set", folder: sources.workingDirectory, isOfThisRun: true)
        for setting in sources.settings {
            guard let equals = setting.utf8.firstIndex(of: UInt8(ascii: "=")) else {
                checker.refuse(
                    LootError(
                        .usage, "can't understand --set \(TextRules.visible(setting))",
                        because: "it has no “=”", next: "Write --set KEY=VALUE, as in --set store.use=memory",
                        place: "--set"))
                continue
            }
            let path = String(setting[..<equals])
            let stated = Stated(.words(String(setting.utf8[equals...].dropFirst()) ?? ""), origin: origin)
            let name = String(path.prefix { $0 != "." })
            if path == Layer.authorKey {
                layer.author = stated
                continue
            }
            if path == Layer.languageKey {
                layer.language = stated
                continue
            }
            if let list = PluginList(rawValue: path) {
                layer.lists[list] = stated
                continue
            }
            if Declarations.keys.contains(name) {
                checker.refuse(
                    name, at: origin, "can't be set on the command line",
                    next: "Set it in a configuration file")
                continue
            }
            if checker.registry.descriptor(name, of: .frontEnd) != nil, path != name {
                let key = String(path.dropFirst(name.count + 1))
                layer.frontEnds[name, default: []].append(
                    .init(key: .name(key), origin: origin, stated: stated))
                continue
            }
            guard let slot = Slot(rawValue: name) else {
                checker.refuse(
                    "“\(TextRules.visible(path))”", at: origin, "is no key of a configuration",
                    next: Suggestions.sentence(for: name, among: Layer.keys(checker.registry)))
                continue
            }
            var statement = layer.sections[slot] ?? Statement()
            if path == name {
                statement.shortForm = stated
            } else {
                let key = String(path.dropFirst(name.count + 1))
                if !statement.set(key, to: stated, in: slot) {
                    statement.values.append(.init(key: .name(key), origin: origin, stated: stated))
                }
            }
            layer.sections[slot] = statement
        }
        return layer
    }
}
