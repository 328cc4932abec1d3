import LootCore
import LootFormats
import LootPlugins

/// An error in the description of an option.
struct OptionFault: Error {
    /// The reason, as a sentence.
    let reason: Message
}

extension PluginOption {
    /// Reads a program's description of an option. Throws the reason if the description is invalid.
    init(_ value: DocumentValue) throws(OptionFault) {
        guard let name = value["name"]?.text, !name.isEmpty else {
            throw OptionFault(reason: "An option has no name.")
        }
        guard name.utf8.allSatisfy(Offer.isNameByte) else {
            throw OptionFault(
                reason: """
                    The name of the option “\(TextRules.shown(name))” must consist of letters, digits, “-” and “_”.
                    """)
        }
        let kindName = value["kind"]?.text ?? "text"
        guard let kind = Kind(value) else {
            throw OptionFault(
                reason: Kind.names.contains(kindName)
                    ? """
                    The definition of the option “\(name)” is incomplete or invalid for the kind \
                    “\(kindName)”.
                    """
                    : "The option “\(name)” has the unknown kind “\(TextRules.shown(kindName))”.")
        }
        let given = value["default"].flatMap { SettingValue($0, as: kind) }
        if let text = value["default"], given == nil {
            let shown = ForeignValue(text).json(columns: .max)
            throw OptionFault(
                reason: """
                    The default \(TextRules.shown(shown)) of the option “\(name)” isn't of the kind “\(kindName)”.
                    """)
        }
        self.init(
            name, kind, default: given, isRequired: value["required"]?.flag ?? false,
            Message(verbatim: TextRules.shown(value["summary"]?.text ?? "")))
    }
}

extension PluginOption.Kind {
    /// The names of all kinds.
    fileprivate static let names: Set = [
        "text", "path", "address", "secret", "amount", "bound", "flag", "integer", "choice", "list",
    ]

    /// Reads the kind of an option. Returns `nil` if the kind is unknown, or if a required member is missing or
    /// invalid.
    fileprivate init?(_ value: DocumentValue) {
        switch value["kind"]?.text ?? "text" {
        case "text": self = .text
        case "path": self = .path
        case "address": self = .address
        case "secret": self = .secret
        case "amount": self = .amount
        case "bound": self = .bound
        case "flag": self = .flag
        case "integer":
            let (lower, upper) = (value["least"]?.integer ?? .min, value["most"]?.integer ?? .max)
            guard lower <= upper else { return nil }
            self = .integer(lower...upper)
        case "choice":
            guard let words = value["words"]?.texts, !words.isEmpty,
                words.allSatisfy({ TextRules.shown($0) == $0 })
            else { return nil }
            self = .choice(words)
        case "list":
            guard let inner = value["of"], inner["kind"]?.text != "list", let kind = Self(inner) else {
                return nil
            }
            self = .list(kind)
        default: return nil
        }
    }
}

extension SettingValue {
    /// Reads a value from JSON. Returns `nil` if it isn't of the given kind.
    fileprivate init?(_ value: DocumentValue, as kind: PluginOption.Kind) {
        switch (kind, value.content) {
        case (.list(let inner), .array(let elements)):
            let values = elements.compactMap { SettingValue($0, as: inner) }
            guard values.count == elements.count else { return nil }
            self = .list(values)
        case (.integer, .number(let digits)):
            guard let number = Int(digits) else { return nil }
            self = .integer(number)
        case (.amount, .number(let digits)), (.bound, .number(let digits)):
            guard let amount = Amount(digits) else { return nil }
            self = SettingValue(amount)
        case (.flag, .flag(let flag)): self = .flag(flag)
        case (.text, .text(let text)), (.path, .text(let text)), (.address, .text(let text)),
            (.secret, .text(let text)), (.choice, .text(let text)):
            self = .text(text)
        default: return nil
        }
    }
}
