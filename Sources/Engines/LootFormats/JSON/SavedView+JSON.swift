package import LootCore
import LootQueryText

extension SavedView {
    /// The key of the view's fields.
    private static let fieldsName = "fields"
    /// All keys of a view, for schemas.
    package static let keys = names + [fieldsName]
    /// The keys whose value can be a list of strings.
    package static let listKeys: Set<String> = ["where", "sort", "scope", fieldsName]

    /// The view in the form used in configuration files and the API, without its name.
    package var json: ForeignValue {
        var members: [ForeignField] = []
        for (name, value) in text.parameters() {
            if QueryText.flags.contains(name) {
                members.append(.init(name, .flag(true)))
            } else if let index = members.firstIndex(where: { $0.key == name }) {
                let others: [ForeignValue] =
                    if case .array(let values) = members[index].value { values } else {
                        [members[index].value]
                    }
                members[index] = .init(name, .array(others + [.text(value)]))
            } else {
                members.append(.init(name, .text(value)))
            }
        }
        if !fields.isEmpty {
            members.append(.init(SavedView.fieldsName, .array(fields.map { .text($0) })))
        }
        return .object(members)
    }

    /// Reads a view in the form used in configuration files and the API: an object, or just a filter.
    ///
    /// - Throws: ``LootError`` with code `malformed` if the view is invalid.
    package init(_ name: String, json: ForeignValue) throws(LootError) {
        func refusal(_ reason: Message, advice: Message = "") -> LootError {
            LootError(
                .malformed, "Can't read the view \(TextRules.quoted(name)).", reason: reason, advice: advice)
        }
        let members: [ForeignField]
        switch json {
        case .text(let text): members = [ForeignField("where", .text(text))]
        case .object(let fields): members = fields
        default: throw refusal("It must be a filter, or an object with the key “where”.")
        }
        var parameters: [(name: String, value: String)] = []
        var fields: [String] = []
        for member in members {
            let key = TextRules.quoted(member.key)
            guard SavedView.keys.contains(member.key) else {
                throw refusal(
                    "\(key) isn't a key of a view.",
                    advice: Suggestions.advice(for: member.key, among: SavedView.keys))
            }
            guard let words = SavedView.words(member) else {
                if QueryText.flags.contains(member.key) {
                    throw refusal("The value of \(key) must be true or false.")
                }
                throw refusal(
                    SavedView.listKeys.contains(member.key)
                        ? "The value of \(key) must be a string or a list of strings."
                        : "The value of \(key) must be text.")
            }
            if member.key == SavedView.fieldsName {
                fields = words.flatMap { $0.split { $0 == "," || $0 == " " }.map(String.init) }
            } else {
                parameters += words.map { (member.key, $0) }
            }
        }
        self.init(name, try QueryText(parameters, rule: nil), fields: fields)
    }

    private static func words(_ member: ForeignField) -> [String]? {
        let isFlag = QueryText.flags.contains(member.key)
        switch member.value {
        case .flag(let flag): return isFlag ? [String(flag)] : nil
        case .text(let text): return isFlag ? nil : [text]
        case .array(let values) where listKeys.contains(member.key):
            var all: [String] = []
            for case .text(let text) in values { all.append(text) }
            return all.count == values.count ? all : nil
        default: return nil
        }
    }
}
