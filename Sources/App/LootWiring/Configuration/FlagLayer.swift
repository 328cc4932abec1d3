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
        var sectionSettings = layer.sections[.store] ?? SectionSettings()
        sectionSettings.shortForm = UncheckedSetting(.words(address), origin: origin)
        sectionSettings.use = nil
        sectionSettings.addressWins = true
        layer.sections[.store] = sectionSettings
        return layer
    }

    /// Reads all `--set KEY=VALUE` options. The last one for a key takes precedence.
    private static func settings(_ sources: ConfigurationSources, _ checker: inout Checker) -> Layer {
        var layer = Layer()
        let origin = Origin(name: "--set", folder: sources.workingDirectory, isOfThisRun: true)
        for argument in sources.settings {
            guard let equals = argument.utf8.firstIndex(of: UInt8(ascii: "=")) else {
                checker.refuse(
                    LootError(
                        .usage, "Can't use --set \(TextRules.visible(argument)).",
                        reason: "It doesn't contain “=”.",
                        advice: "Use --set KEY=VALUE, as in --set store.use=memory.", place: "--set"))
                continue
            }
            let path = String(argument[..<equals])
            let setting = UncheckedSetting(
                .words(String(argument.utf8[equals...].dropFirst()) ?? ""), origin: origin)
            let name = String(path.prefix { $0 != "." })
            if path == Layer.authorKey {
                layer.author = setting
                continue
            }
            if path == Layer.languageKey {
                layer.language = setting
                continue
            }
            if path == Layer.listKey {
                // `--list NAME` sets this key.
                layer.list = UncheckedSetting(
                    setting.content, origin: Origin(name: "--list", folder: nil, isOfThisRun: true))
                continue
            }
            if let list = PluginList(rawValue: path) {
                layer.lists[list] = setting
                continue
            }
            if Declarations.keys.contains(name) || name == Layer.namedListsKey {
                checker.refuse(
                    name, at: origin, "It can't be set on the command line.",
                    advice: "Set it in a configuration file.")
                continue
            }
            if checker.registry.descriptor(name, of: .frontEnd) != nil, path != name {
                let key = String(path.dropFirst(name.count + 1))
                layer.frontEnds[name, default: []].append(
                    .init(key: .name(key), origin: origin, setting: setting))
                continue
            }
            guard let section = ConfigurationSection(rawValue: name) else {
                checker.refuse(
                    TextRules.visible(path), at: origin, "This isn't a configuration key.",
                    advice: Suggestions.advice(for: name, among: Layer.keys(checker.registry)))
                continue
            }
            var sectionSettings = layer.sections[section] ?? SectionSettings()
            if path == name {
                sectionSettings.shortForm = setting
            } else {
                let key = String(path.dropFirst(name.count + 1))
                if !sectionSettings.set(key, to: setting, in: section) {
                    sectionSettings.values.append(.init(key: .name(key), origin: origin, setting: setting))
                }
            }
            layer.sections[section] = sectionSettings
        }
        return layer
    }
}
