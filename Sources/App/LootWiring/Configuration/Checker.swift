import LootCore
import LootPlugins

/// Converts settings to typed values, and records errors.
struct Checker: Sendable {
    let registry: Registry
    let folders: Folders
    private(set) var problems: [LootError] = []

    init(registry: Registry, folders: Folders) {
        self.registry = registry
        self.folders = folders
    }

    /// Records an error about the setting with a key path, or about the whole origin if the path is empty.
    mutating func refuse(
        _ path: String, at origin: Origin, _ reason: Message, advice: Message = "",
        remedy: LootError.Remedy? = nil
    ) {
        refuse(
            LootError(
                .configuration, origin.failure(at: path), reason: reason, advice: advice, remedy: remedy,
                place: path.isEmpty ? origin.name : path))
    }

    /// Records an error about a value of the wrong type. The advice says which values are valid.
    mutating func refuse(_ path: String, _ setting: UncheckedSetting, advice: Message) {
        refuse(path, at: setting.origin, setting.mismatch, advice: advice)
    }

    /// Records an error.
    mutating func refuse(_ error: LootError) { problems.append(error) }

    /// Converts a setting to a value of the option's kind. Returns `nil` and records an error if it is invalid.
    mutating func value(_ setting: UncheckedSetting, as kind: PluginOption.Kind, path: String)
        -> SettingValue?
    {
        guard let value = convert(setting, as: kind, path: path) else { return nil }
        if case .path = kind, case .text(let text) = value {
            return absolute(text, in: setting.origin, path: path).map { .text($0) }
        }
        if case .address = kind, case .text(let text) = value {
            return address(text, in: setting.origin, path: path).map { .text($0) }
        }
        return value
    }

    /// Returns a store's address with absolute paths. Returns `nil` and records an error if the store doesn't exist.
    private mutating func address(_ text: String, in origin: Origin, path: String) -> String? {
        let form: ShortForm
        do throws(ShortForm.Refusal) {
            form = try ShortForm(text, section: .store, registry: registry)
        } catch {
            refuse(path, at: origin, error.reason, advice: error.advice, remedy: error.remedy)
            return nil
        }
        var parts: [String] = []
        for (name, words) in form.values {
            let option = form.plugin.options.first { $0.name == name }
            guard case .path = option?.kind else {
                parts.append(words)
                continue
            }
            guard let absolute = absolute(words, in: origin, path: path) else { return nil }
            parts.append(absolute)
        }
        // A URL remains unchanged.
        return parts == [text] ? text : ([form.plugin.name] + parts).joined(separator: ":")
    }

    /// Returns an absolute path. Returns `nil` and records an error if that is impossible.
    mutating func absolute(_ text: String, in origin: Origin, path: String) -> String? {
        do throws(Folders.PathError) { return try folders.resolve(text, in: origin.folder) } catch {
            refuse(path, at: origin, error.reason)
            return nil
        }
    }

    /// Returns the values of a plugin's options, including defaults. Records an error for each missing
    /// required option, at `origin`, the origin of the plugin's selection.
    mutating func complete(
        _ said: SectionState.Values?, of plugin: PluginDescriptor, path: String, selectedAt origin: Origin
    ) -> SectionState.Values {
        let builtIn = Origin.builtIn(folders)
        var values = said ?? [:]
        for option in plugin.options where values[option.name] == nil {
            let path = "\(path).\(option.name)"
            if let value = option.defaultValue {
                let setting = UncheckedSetting(setting: value, origin: builtIn)
                values[option.name] = self.value(setting, as: option.kind, path: path)
                    .map { .init(value: $0, origin: builtIn) }
            } else if option.isRequired {
                refuse(
                    path, at: origin, "It isn't set, but “\(plugin.name)” requires it.",
                    advice: "Set this option: \(option.summary)")
            }
        }
        return values
    }

    /// Records an error for each missing required option of the plugins in a section.
    mutating func complete(_ state: SectionState, path: String) {
        guard case .plugin(let plugin, let origin) = state.selection else { return }
        _ = complete(state.values[plugin.name], of: plugin, path: path, selectedAt: origin)
        for (index, decorator) in state.decorators.enumerated() {
            _ = complete(
                decorator.values, of: decorator.plugin, path: "\(path).with[\(index)]",
                selectedAt: decorator.origin)
        }
    }

    private mutating func convert(_ setting: UncheckedSetting, as kind: PluginOption.Kind, path: String)
        -> SettingValue?
    {
        if case .list(let element) = kind {
            guard let entries = setting.entries else { return mismatch(setting, kind, path) }
            var values: [SettingValue] = []
            for (index, entry) in entries.enumerated() {
                guard let value = value(entry, as: element, path: "\(path)[\(index)]") else { return nil }
                values.append(value)
            }
            return .list(values)
        }
        guard let value = setting.single(as: kind), kind.admits(value) else {
            return mismatch(setting, kind, path)
        }
        return value
    }

    private mutating func mismatch(_ setting: UncheckedSetting, _ kind: PluginOption.Kind, _ path: String)
        -> SettingValue?
    {
        var advice = kind.requirement
        if case .choice(let words) = kind, let text = setting.plainText,
            !Suggestions.nearest(to: text, among: words).isEmpty
        {
            advice = Suggestions.advice(for: text, among: words)
        }
        // An error must not quote a secret.
        let reason = kind.isSecret ? "Its value has the wrong type." : setting.mismatch
        refuse(path, at: setting.origin, reason, advice: advice)
        return nil
    }
}

extension UncheckedSetting {
    /// The text, or `nil` for another type.
    var plainText: String? {
        switch content {
        case .words(let text), .text(let text): text
        default: nil
        }
    }

    /// The entries of a list, or of a string that represents one.
    var entries: [UncheckedSetting]? {
        switch content {
        case .list(let entries): return entries
        case .words(let text):
            if text.isEmpty { return [] }
            return text.split(separator: ",", omittingEmptySubsequences: false).map { part in
                let trimmed = part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
                return UncheckedSetting(.words(String(trimmed)), origin: origin)
            }
        default: return nil
        }
    }

    /// Returns the value for an option that isn't a list.
    func single(as kind: PluginOption.Kind) -> SettingValue? {
        switch content {
        case .text(let text):
            kind == .bound
                ? SectionRule.bound(parsing: text).map { SettingValue($0) } ?? .text(text) : .text(text)
        case .integer(let number): .integer(number)
        case .amount(let amount): .amount(amount)
        case .flag(let flag): .flag(flag)
        case .words(let text): kind.value(of: text)
        case .list, .object, .other, .unsupported: nil
        }
    }
}
