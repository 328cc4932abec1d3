package import Localization
package import LootCore

/// The description of a parameter for front ends.
public struct ParameterDeclaration: AnyParameter, Hashable {
    /// The name of the command-line option, the JSON member and the form field.
    package let name: String
    /// The field that the action sets, if any. Its existing values are suggested, and arguments are checked like its
    /// values.
    package let field: FieldKey?
    /// Whether a value is required.
    package let isRequired: Bool
    /// The label of the form field.
    package let title: Message
    /// A one-sentence description of the value.
    package let summary: Message
    /// The type of the value.
    package let type: FieldType
    /// The valid values, or an empty array if all values of the type are valid.
    package let choices: [String]
    /// Other names of the command-line option.
    package let aliases: [String]

    /// Whether the value is a positional argument of the command instead of an option.
    package let isPositional: Bool

    /// Creates a description. If `key` names a built-in field, its type replaces `type`, and its title and summary are
    /// the defaults of `title` and `summary`.
    package init(
        _ name: String, sets key: FieldKey? = nil, _ type: FieldType, isRequired: Bool, title: Message? = nil,
        summary: Message? = nil, choices: [String] = [], aliases: [String] = [], isPositional: Bool = false
    ) {
        let field = key.flatMap { Field.with(key: $0) }
        self.name = name
        self.field = key
        self.isRequired = isRequired
        self.title =
            title ?? field?.title ?? Message(verbatim: name.prefix(1).uppercased() + name.dropFirst())
        self.summary = summary ?? field?.summary ?? ""
        self.type = field?.type ?? type
        self.choices = choices
        self.aliases = aliases
        self.isPositional = isPositional
    }

    /// The description itself.
    public var declaration: ParameterDeclaration { self }

    /// The key that errors about the argument refer to.
    package var problemKey: FieldKey { field ?? FieldKey(rawValue: name) }

    /// The placeholder for a value in command help, such as `DAY`. It is always in English.
    package var placeholder: String { syntax(in: .english) }

    fileprivate func syntax(in language: Language) -> String {
        if !choices.isEmpty { return choices.joined(separator: "|") }
        let word: Message =
            switch type {
            case .day: "DAY"
            case .integer: "NUMBER"
            case .amount: "AMOUNT"
            case .flag: Message(verbatim: "yes")
            default: "TEXT"
            }
        return word.text(in: language)
    }

    /// Parses an argument that isn't empty.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value`.
    func parse(_ text: String, today: Day) throws(LootError) -> FieldValue? {
        if type == .amount, (try? AmountText(text))?.sign != nil {
            throw LootError(
                .invalidValue, "Can't read the value of “\(name)”.",
                reason: "An amount in an action uses the item's currency.",
                advice: "Enter the number without a currency.", field: problemKey)
        }
        if let own = field.flatMap({ Field.with(key: $0) }) {
            let value = try own.parse(text, today: today)
            if let value { try own.checkEntry(value) }
            return value
        }
        let failure: Message = "Can't read the value of “\(name)”."
        guard choices.isEmpty || choices.contains(text) else {
            throw LootError(
                .invalidValue, failure, reason: "“\(TextRules.visible(text))” isn't one of the choices.",
                advice: Suggestions.advice(for: text, among: choices), field: problemKey)
        }
        do throws(LootError) { return try type.parse(text, today: today) } catch {
            var error = error.during(failure)
            error.field = problemKey
            throw error
        }
    }
}

extension Action {
    /// Parses arguments in a line that a person typed: the value of the first parameter, followed by names and
    /// values, for example `Ann until +14d`.
    ///
    /// The name of a parameter that already has a value is treated as text. A flag is true without a value.
    package func arguments(in line: String) -> [String: String] {
        let names = parameters.map(\.name)
        guard var name = names.first else { return [:] }
        var arguments: [String: String] = [:]
        for word in line.split(separator: " ").map(String.init) {
            if names.contains(word), arguments[word] == nil {
                name = word
                arguments[name] = ""
            } else if let text = arguments[name], !text.isEmpty {
                arguments[name] = "\(text) \(word)"
            } else {
                arguments[name] = word
            }
        }
        for flag in parameters where flag.type == .flag && arguments[flag.name] == "" {
            arguments[flag.name] = "true"
        }
        return arguments
    }

    /// The syntax of the arguments in a line, in the current language: `BORROWER [until DAY]`.
    package var argumentHelp: String {
        let parameters = parameters
        return parameters.enumerated().map { index, parameter in
            let syntax =
                if index > 0 {
                    "\(parameter.name) \(parameter.syntax(in: .current))"
                } else if parameter.choices.isEmpty && parameter.type != .flag {
                    parameter.title.text.uppercased()
                } else { parameter.syntax(in: .current) }
            return parameter.isRequired ? syntax : "[\(syntax)]"
        }.joined(separator: " ")
    }
}
