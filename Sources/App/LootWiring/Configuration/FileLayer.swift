import LootCore
import LootPlugins
import LootFormats
import Platform

/// The layer of the configuration file.
struct FileLayer {
    private(set) var layer = Layer()
    private let path: String
    private let folder: String

    /// Reads the configuration file. Returns an empty layer if it doesn't exist and wasn't specified explicitly.
    static func read(_ sources: ConfigurationSources, _ checker: inout Checker) -> Layer {
        guard let (path, naming) = path(sources, &checker) else { return Layer() }
        let bytes: [UInt8]?
        do throws(LootError) { bytes = try sources.readFile(path) } catch {
            checker.refuse(error)
            return Layer()
        }
        guard let bytes else {
            if let naming {
                checker.refuse(
                    LootError(
                        .configuration, "Can't read the configuration \(TextRules.visible(path: path)).",
                        reason: "The file specified by \(naming) doesn't exist.",
                        advice: naming == "--config"
                            ? "Specify an existing file." : "Correct LOOT_CONFIG, or unset it.",
                        place: path))
            }
            return Layer()
        }
        var file = FileLayer(path: path, folder: Files.folder(of: path))
        file.take(bytes, &checker)
        return file.layer
    }

    private init(path: String, folder: String) {
        self.path = path
        self.folder = folder
    }

    /// Returns the path of the file and the source that specifies it, or `nil` as the source for the default path.
    static func path(_ sources: ConfigurationSources, _ checker: inout Checker)
        -> (path: String, naming: String?)?
    {
        let variable = sources.environment["LOOT_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        guard let text = sources.configurationFile ?? variable else {
            return checker.folders.configuration.map { ($0 + "/config.json", nil) }
        }
        let naming = sources.configurationFile == nil ? "LOOT_CONFIG" : "--config"
        let origin = Origin(name: naming, folder: sources.workingDirectory)
        let setting = UncheckedSetting(.words(text), origin: origin)
        guard case .text(let path) = checker.value(setting, as: .path, path: "") else { return nil }
        return (path, naming)
    }

    private mutating func take(_ bytes: [UInt8], _ checker: inout Checker) {
        let document: DocumentValue
        do throws(FormatError) {
            document =
                FileLayer.isPropertyList(bytes)
                ? try DocumentValue(propertyList: bytes.span) : try DocumentValue(json: bytes.span)
        } catch {
            let origin = origin(error.position)
            checker.refuse("", at: origin, error.reason, advice: error.advice)
            return
        }
        let top = setting(document)
        guard case .object(let members) = top.content else {
            checker.refuse(
                "", top, advice: "It must be an object, for example { \"store\": \"json:items.json\" }.")
            return
        }
        if let store = members.first(where: { $0.key == ConfigurationSection.store.rawValue }),
            members.contains(where: { $0.key == Layer.namedListsKey })
        {
            checker.refuse(
                store.key, at: store.origin, "The file also contains “lists”.",
                advice: "Move the store into “lists”, and give it a name.")
        }
        for member in members {
            guard let section = ConfigurationSection(rawValue: member.key) else {
                // Editors use this key to find the schema.
                if member.key == "$schema" { continue }
                if member.key == Layer.authorKey {
                    layer.author = member.value
                    continue
                }
                if member.key == Layer.languageKey {
                    layer.language = member.value
                    continue
                }
                if member.key == Layer.listKey {
                    layer.list = member.value
                    continue
                }
                if member.key == Layer.namedListsKey {
                    layer.namedLists = namedLists(member, &checker)
                    continue
                }
                if let list = PluginList(rawValue: member.key) {
                    layer.lists[list] = member.value
                    continue
                }
                if Declarations.keys.contains(member.key) {
                    layer.declarations[member.key] = member.value
                    continue
                }
                if checker.registry.descriptor(member.key, of: .frontEnd) != nil {
                    layer.frontEnds[member.key] = options(member, &checker)
                    continue
                }
                checker.refuse(
                    TextRules.visible(member.key), at: member.origin, "This isn't a configuration key.",
                    advice: Suggestions.advice(for: member.key, among: Layer.keys(checker.registry)))
                continue
            }
            layer.sections[section] = sectionSettings(
                member.value, section, path: section.rawValue, &checker)
        }
    }

    /// Returns the named lists.
    private func namedLists(_ member: UncheckedSetting.Member, _ checker: inout Checker) -> [NamedList] {
        guard case .object(let members) = member.value.content else {
            checker.refuse(
                member.key, member.value, advice: "It must be an object with a key for each name.")
            return []
        }
        return members.compactMap { member in
            let path = "\(Layer.namedListsKey).\(TextRules.visible(member.key))"
            guard NamedList.isName(member.key) else {
                checker.refuse(
                    path, at: member.origin,
                    "The name of a list consists of up to 60 letters, digits, “-”, and “_”.",
                    advice: "Choose another name.")
                return nil
            }
            var settings = sectionSettings(member.value, .store, path: path, &checker)
            settings.path = path
            return NamedList(name: member.key, origin: member.origin, settings: settings)
        }
    }

    /// Returns the options of a front end.
    private func options(_ member: UncheckedSetting.Member, _ checker: inout Checker) -> [SectionSettings
        .Value]
    {
        guard case .object(let members) = member.value.content else {
            checker.refuse(member.key, member.value, advice: "It must be an object with options.")
            return []
        }
        return members.map { .init(key: .name($0.key), origin: $0.origin, setting: $0.value) }
    }

    private func sectionSettings(
        _ setting: UncheckedSetting, _ section: ConfigurationSection, path: String,
        _ checker: inout Checker
    ) -> SectionSettings {
        var sectionSettings = SectionSettings()
        switch setting.content {
        case .text: sectionSettings.shortForm = setting
        case .object(let members):
            for member in members where !sectionSettings.set(member.key, to: member.value, in: section) {
                sectionSettings.values.append(
                    .init(key: .name(member.key), origin: member.origin, setting: member.value))
            }
        default:
            checker.refuse(
                path, setting, advice: "It must be an object, or text such as “name:…”.")
        }
        return sectionSettings
    }

    /// Returns whether a file is a property list, which begins with `<` or `bplist`, unlike JSON.
    static func isPropertyList(_ bytes: [UInt8]) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? bytes[3...] : bytes[...]
        let first = text.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
        return first == UInt8(ascii: "<") || bytes.starts(with: "bplist".utf8)
    }

    private func origin(_ position: SourcePosition) -> Origin {
        Origin(name: "\(path):\(position.line + 1):\(position.column + 1)", folder: folder)
    }

    private func setting(_ value: DocumentValue) -> UncheckedSetting {
        let content: UncheckedSetting.Content =
            switch value.content {
            case .null: .other("null")
            case .flag(let flag): .flag(flag)
            case .number(let digits):
                Int(digits).map { .integer($0) } ?? Amount(digits).map { .amount($0) } ?? .other(digits)
            case .text(let text): .text(text)
            case .moment, .data: .unsupported
            case .array(let values): .list(values.map { setting($0) })
            case .object(let entries):
                .object(
                    entries.map {
                        .init(key: $0.key, origin: origin($0.keyPosition), value: setting($0.value))
                    })
            }
        return UncheckedSetting(content, origin: origin(value.position))
    }
}
