import LootCore
import LootPlugins

/// The layer of environment variables: `LOOT_` and a key path in upper case. The positions of underscores don't
/// matter.
enum EnvironmentLayer {
    static func read(_ sources: ConfigurationSources, _ checker: inout Checker) -> Layer {
        for name in sources.unreadableVariables.sorted() where isSetting(name) {
            checker.refuse(
                "", at: Origin(name: name, folder: sources.workingDirectory),
                "The value isn't valid UTF-8.", advice: "Set it to valid UTF-8, or unset it.")
        }
        var layer = Layer()
        var seen: [String: String] = [:]
        let variables = sources.environment.filter { $0.key.hasPrefix("LOOT_") && !$0.value.isEmpty }
        for (name, text) in variables.sorted(by: { $0.key < $1.key }) where name != "LOOT_CONFIG" {
            let origin = Origin(name: name, folder: sources.workingDirectory, isOfThisRun: true)
            let letters = squeezed(String(name.dropFirst(5)))
            if letters == squeezed(Layer.authorKey) {
                layer.author = UncheckedSetting(.words(text), origin: origin)
                continue
            }
            if letters == squeezed(Layer.languageKey) {
                layer.language = UncheckedSetting(.words(text), origin: origin)
                continue
            }
            if letters == squeezed(Layer.listKey) {
                layer.list = UncheckedSetting(.words(text), origin: origin)
                continue
            }
            if let list = PluginList.allCases.first(where: { squeezed($0.rawValue) == letters }) {
                layer.lists[list] = UncheckedSetting(.words(text), origin: origin)
                continue
            }
            guard
                let section = ConfigurationSection.allCases.first(where: {
                    letters.hasPrefix(squeezed($0.rawValue))
                })
            else {
                if let (frontEnd, key) = option(name, checker.registry) {
                    layer.frontEnds[frontEnd, default: []].append(
                        .init(
                            key: .variable(key), origin: origin,
                            setting: UncheckedSetting(.words(text), origin: origin))
                    )
                    continue
                }
                refuseIfMisspelled(name, at: origin, &checker)
                continue
            }
            let key = String(letters.dropFirst(squeezed(section.rawValue).count))
            if let other = seen[letters] {
                if sources.environment[other] != text {
                    checker.refuse(
                        "", at: origin, "The variable \(other) sets the same key to a different value.",
                        advice: "Unset one of them.")
                }
                continue
            }
            seen[letters] = name
            let setting = UncheckedSetting(.words(text), origin: origin)
            if key.isEmpty {
                layer.sections[section, default: SectionSettings()].shortForm = setting
            } else if !layer.sections[section, default: SectionSettings()].set(
                key.lowercased(), to: setting, in: section)
            {
                layer.sections[section, default: SectionSettings()].values.append(
                    .init(key: .variable(key), origin: origin, setting: setting))
            }
        }
        return layer
    }

    /// Returns the front end and the option of a variable such as `LOOT_CLI_SORT`. Variables of other programs that
    /// begin with a front end's name, such as `LOOT_HTTP_PROXY`, aren't settings.
    private static func option(_ variable: String, _ registry: Registry) -> (frontEnd: String, key: String)? {
        for name in registry.names(of: .frontEnd) {
            let prefix = "LOOT_\(squeezed(name))_"
            guard variable.hasPrefix(prefix), let plugin = registry.descriptor(name, of: .frontEnd) else {
                continue
            }
            let key = squeezed(String(variable.dropFirst(prefix.count)))
            if plugin.options.contains(where: { squeezed($0.name) == key }) { return (name, key) }
        }
        return nil
    }

    /// Returns whether a variable is part of the configuration, or determines the location of the configuration or
    /// data.
    private static func isSetting(_ name: String) -> Bool {
        name.hasPrefix("LOOT_")
            || ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"].contains(name)
    }

    /// Returns a key in the form in which variables are compared: upper case without underscores and hyphens.
    static func squeezed(_ key: String) -> String { String(decoding: letters(of: key), as: UTF8.self) }

    /// Returns whether two keys correspond to the same variable.
    static func areAlike(_ one: String, _ other: String) -> Bool {
        letters(of: one).elementsEqual(letters(of: other))
    }

    private static func letters(of key: String) -> some Collection<UInt8> {
        key.utf8.lazy.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
            .map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) ? $0 & 0xDF : $0 }
    }

    /// Returns the usual name of the variable for a key: `LOOT_FRONT_END_USE` for `use` of `frontEnd`.
    static func variable(for key: String, in section: ConfigurationSection) -> String {
        var name = "LOOT"
        for part in [section.rawValue, key] {
            name += "_"
            for character in part {
                if character.isUppercase { name += "_" }
                name += character == "-" ? "_" : character.uppercased()
            }
        }
        return name
    }

    /// Records an error if a variable is similar to that of a section. Other programs may use variables that begin
    /// with `LOOT_`.
    private static func refuseIfMisspelled(_ name: String, at origin: Origin, _ checker: inout Checker) {
        let word = String(name.dropFirst(5).prefix { $0 != "_" })
        let known = ["STORE", "SECTIONS", "FRONT", "AUTHOR", "CATALOGS", "IMPORTERS", "EXPORTERS", "HOOKS"]
        guard word.count > 2, let near = Suggestions.nearest(to: word, among: known).first else { return }
        let rest = name.dropFirst(5 + word.count)
        checker.refuse(
            "", at: origin, "This isn't a configuration key.",
            advice: "Did you mean LOOT_\(near)\(String(rest))?")
    }
}
