import LootCore
import LootFormats
import LootPlugins
import LootQueryText
import TextSearch

/// The declarations of a configuration file that don't depend on the selected plugins: views, custom fields,
/// templates and aliases.
struct Declarations: Sendable {
    /// The keys, in the order in which they are processed.
    static let keys = ["views", "fields", "templates", "aliases"]

    /// The valid views, in the order of the file.
    private(set) var views: [SavedView] = []
    /// The custom fields and templates.
    private(set) var ownFields = OwnFields.none
    /// The aliases, which abbreviate the beginning of a command line.
    private(set) var aliases: [(name: String, line: String)] = []
    /// The entries for `config show`.
    private(set) var entries: [ConfigurationEntry] = []

    private var fieldsKey = "fields"

    init() {}

    /// Reads the values of the keys, and records errors in the checker. `fieldsKey` is the key of the custom fields in
    /// error messages. Views and templates can use the custom fields of `configuration`, too.
    init(
        _ settings: [String: UncheckedSetting], fieldsKey: String = "fields",
        adding configuration: OwnFields = .none, _ checker: inout Checker
    ) {
        self.fieldsKey = fieldsKey
        let views = members(settings["views"], "views", &checker)
        for member in members(settings["aliases"], "aliases", &checker) {
            guard let line = member.value.plainText, !line.isEmpty else {
                checker.refuse(
                    path("aliases", member), member.value,
                    advice: "It must be a command line, as text in quotes.")
                continue
            }
            aliases.append((member.key, line))
        }
        var declared: [OwnField] = []
        for member in members(settings["fields"], fieldsKey, &checker) {
            guard let field = field(member, &checker) else { continue }
            do throws(LootError) {
                _ = try OwnFields(declared + [field])
                declared.append(field)
            } catch { refuse(path(fieldsKey, member), at: member.origin, error, &checker) }
        }
        let templates = members(settings["templates"], "templates", &checker)
        // The reader of the current task would wait until these declarations are complete.
        let fields = ((try? OwnFields(declared)) ?? .none).adding(configuration)
        DeclaredFields.$current.withValue(DeclaredFields { fields }) {
            read(templates: templates, declared, &checker)
            read(views: views, &checker)
        }
    }

    private mutating func read(views members: [UncheckedSetting.Member], _ checker: inout Checker) {
        for member in members {
            guard let view = view(member, &checker) else { continue }
            if views.contains(where: { $0.isCalled(view.name) }) {
                checker.refuse(path("views", member), at: member.origin, "Another view has the same name.")
            } else {
                views.append(view)
            }
        }
    }

    private mutating func read(
        templates members: [UncheckedSetting.Member], _ declared: [OwnField], _ checker: inout Checker
    ) {
        var known: [ItemTemplate] = []
        for member in members {
            guard let template = template(member, declared, &checker) else { continue }
            do throws(LootError) {
                ownFields = try OwnFields(declared, templates: known + [template])
                known.append(template)
            } catch { refuse(path("templates", member), at: member.origin, error, &checker) }
        }
        if known.isEmpty, let all = try? OwnFields(declared) { ownFields = all }
    }

    private func path(_ key: String, _ member: UncheckedSetting.Member) -> String {
        "\(key).\(TextRules.visible(member.key))"
    }

    private func refuse(_ path: String, at origin: Origin, _ error: LootError, _ checker: inout Checker) {
        checker.refuse(path, at: origin, error.explanation, advice: error.advice)
    }

    /// Returns the members of an object, and adds them to the entries for `config show`.
    private mutating func members(_ setting: UncheckedSetting?, _ key: String, _ checker: inout Checker)
        -> [UncheckedSetting.Member]
    {
        guard let setting else { return [] }
        guard case .object(let members) = setting.content else {
            checker.refuse(key, setting, advice: "It must be an object with a key for each name.")
            return []
        }
        entries += members.map { member in
            ConfigurationEntry(
                path: "\(key).\(member.key)", value: member.value.foreign.json(columns: .max),
                origin: member.value.origin.name)
        }
        return members
    }

    // MARK: Views

    private func view(_ member: UncheckedSetting.Member, _ checker: inout Checker) -> SavedView? {
        let path = path("views", member)
        do throws(LootError) {
            let view = try SavedView(member.key, json: member.value.foreign)
            try view.check(in: checker.registry)
            return view
        } catch {
            refuse(path, at: member.value.origin, error, &checker)
            return nil
        }
    }

    // MARK: Fields and templates

    private func field(_ member: UncheckedSetting.Member, _ checker: inout Checker) -> OwnField? {
        let path = path(fieldsKey, member)
        var parts: [String: UncheckedSetting] = [:]
        switch member.value.content {
        case .text: parts["type"] = member.value
        case .object(let members):
            for part in members {
                guard ["type", "unit", "choices"].contains(part.key) else {
                    checker.refuse(
                        "\(path).\(TextRules.visible(part.key))", at: part.origin,
                        "Fields don't have this key.",
                        advice: Suggestions.advice(for: part.key, among: ["type", "unit", "choices"]))
                    return nil
                }
                parts[part.key] = part.value
            }
        default:
            checker.refuse(
                path, member.value, advice: "It must be a type, or an object with the key “type”.")
            return nil
        }
        let names = CustomField.types.map(\.rawValue)
        var type = FieldType.text
        if let setting = parts["type"] {
            guard let name = setting.plainText, let found = FieldType(rawValue: name), names.contains(name)
            else {
                checker.refuse("\(path).type", setting, advice: "It must be \(list: names, .or).")
                return nil
            }
            type = found
        }
        var unit: String?
        if let setting = parts["unit"] {
            guard let text = setting.plainText else {
                checker.refuse("\(path).unit", setting, advice: "It must be text.")
                return nil
            }
            unit = text
        }
        do throws(LootError) {
            var choices: [FieldValue] = []
            if let setting = parts["choices"] {
                guard case .list = setting.content, let words = setting.words, !words.isEmpty else {
                    checker.refuse(
                        "\(path).choices", setting,
                        advice: "It must be a list of the values to choose from.")
                    return nil
                }
                for word in words {
                    do throws(LootError) { choices.append(try type.parse(word)) } catch {
                        refuse("\(path).choices", at: setting.origin, error, &checker)
                        return nil
                    }
                }
            }
            return try OwnField(member.key, type, unit: unit, choices: choices)
        } catch {
            refuse(path, at: member.origin, error, &checker)
            return nil
        }
    }

    private func template(_ member: UncheckedSetting.Member, _ declared: [OwnField], _ checker: inout Checker)
        -> ItemTemplate?
    {
        let path = path("templates", member)
        guard case .object(let parts) = member.value.content else {
            checker.refuse(path, member.value, advice: "It must be an object.")
            return nil
        }
        var fields: [String] = []
        var edits: [Patch.Edit] = []
        for part in parts {
            let place = "\(path).\(TextRules.visible(part.key))"
            guard let words = part.value.words else {
                checker.refuse(place, part.value, advice: "It must be a value, or a list of strings.")
                return nil
            }
            if part.key == "fields" {
                fields = words.flatMap { $0.split(separator: ",").map { $0.trimming } }
                continue
            }
            do throws(LootError) {
                let edit = try edit(part.key, words, declared)
                if edits.contains(where: { $0.field == edit.field }) {
                    checker.refuse(place, at: part.origin, "Another key sets the same field.")
                    return nil
                }
                edits.append(edit)
            } catch {
                refuse(place, at: part.origin, error, &checker)
                return nil
            }
        }
        return ItemTemplate(member.key, fields: fields, values: Patch(edits))
    }

    private func edit(_ key: String, _ words: [String], _ declared: [OwnField]) throws(LootError)
        -> Patch.Edit
    {
        let text = words.joined(separator: ",")
        let name = FieldKey(rawValue: key).customName ?? key
        if let own = declared.first(where: { Folding.same($0.name, name) }) {
            return Patch.Edit(own.key, try own.parse(text))
        }
        let key = try Field.named(key)
        guard let field = Field.with(key: key) else {
            return Patch.Edit(key, CustomField.value(of: text))
        }
        if field.type == .list { return Patch.Edit(key, .list(words.flatMap(\.entries))) }
        if field.traits.contains(.money), (try? AmountText(text))?.sign != nil {
            throw field.refusal(
                "It contains a currency.",
                advice: "Enter only the amount here, and the currency code under “currency”.")
        }
        return Patch.Edit(key, try field.parse(text))
    }
}

extension SavedView {
    /// Throws an error if the view isn't valid with the registered plugins.
    func check(in registry: Registry) throws(LootError) {
        try check()
        guard case .named(let sections) = text.sections else { return }
        do throws(ShortForm.Refusal) {
            _ = try ShortForm(sections, section: .sections, registry: registry)
        } catch {
            throw LootError(
                error.isUnknownName ? .unknownSectioning : .usage,
                "Can't save the view \(TextRules.quoted(name)).", reason: error.reason,
                advice: error.advice, remedy: error.remedy)
        }
    }
}

extension UncheckedSetting {
    /// The value or the elements of a list, as a person would type them, or `nil` for another type.
    fileprivate var words: [String]? {
        switch content {
        case .words(let text), .text(let text): return [text]
        case .integer(let number): return [String(number)]
        case .amount(let amount): return [amount.description]
        case .flag(let flag): return [String(flag)]
        case .list(let entries):
            var all: [String] = []
            for entry in entries {
                guard let words = entry.words, words.count == 1 else { return nil }
                all += words
            }
            return all
        case .object, .other, .unsupported: return nil
        }
    }

    fileprivate var foreign: ForeignValue {
        switch content {
        case .words(let text), .text(let text): .text(text)
        case .integer(let number): .number(String(number))
        case .amount(let amount): .number(amount.description)
        case .flag(let flag): .flag(flag)
        case .list(let entries): .array(entries.map(\.foreign))
        case .object(let members): .object(members.map { ForeignField($0.key, $0.value.foreign) })
        case .other(let text): .text(text)
        case .unsupported: .null
        }
    }
}

extension StringProtocol {
    /// The text without leading and trailing spaces.
    fileprivate var trimming: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }

    /// The nonempty parts between commas.
    fileprivate var entries: [String] {
        split(separator: ",").map(\.trimming).filter { !$0.isEmpty }
    }
}
