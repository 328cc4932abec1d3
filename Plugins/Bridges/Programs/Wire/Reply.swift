import LootCore
import LootFormats

/// What a program answered: the line, and where the result stands in it.
struct Reply: Sendable {
    let bytes: [UInt8]
    let result: Range<Int>

    /// The members of the result; nil where it is no object.
    var members: JSONMembers? { JSONMembers(of: bytes, in: result) }

    /// The result as a tree, numbers as they are.
    func document() -> DocumentValue? { Reply.document(Array(bytes[result])) }

    /// What stands in a range as a tree, numbers as they are.
    func document(_ range: Range<Int>) -> DocumentValue? { Reply.document(Array(bytes[range])) }

    /// JSON as a tree, numbers as they are.
    static func document(_ bytes: [UInt8]) -> DocumentValue? {
        let exact = ExactNumbers.unwrapped(bytes)
        return try? DocumentValue(json: exact.span, strict: true)
    }
}

extension DocumentValue {
    /// Its text, if it is one.
    var text: String? { if case .text(let text) = content { text } else { nil } }
    /// Its number, if it is a whole one.
    var integer: Int? { if case .number(let digits) = content { Int(digits) } else { nil } }
    /// Whether it is yes, if it is yes or no.
    var flag: Bool? { if case .flag(let flag) = content { flag } else { nil } }
    /// Its elements, if it is an array.
    var elements: [DocumentValue]? { if case .array(let elements) = content { elements } else { nil } }
    /// Its members, if it is an object.
    var entries: [DocumentEntry]? { if case .object(let entries) = content { entries } else { nil } }
    /// The texts of an array of texts.
    var texts: [String]? {
        guard let elements else { return nil }
        let texts = elements.compactMap(\.text)
        return texts.count == elements.count ? texts : nil
    }
}

extension LootError {
    /// The error that a program answered with: as `LootError` has it, or no more than its message.
    init(answered error: DocumentValue?, plugin: String, method: String) {
        let data = error?["data"]
        let message = error?["message"]?.text
        let isUnknown = error?["code"]?.integer == -32_601
        self.init(
            data?["code"]?.text.flatMap { Self.codes.contains($0) ? Code(rawValue: $0) : nil }
                ?? (isUnknown ? .unsupported : .unavailable),
            TextRules.shown(data?["what"]?.text ?? "can't use the plugin “\(plugin)”"),
            because: TextRules.shown(
                data?["because"]?.text
                    ?? (isUnknown ? "it does not know “\(method)”" : message ?? "it does not say why")),
            next: TextRules.shown(data?["next"]?.text ?? ""),
            item: data?["item"]?.text.flatMap { ItemID($0) },
            field: data?["field"]?.text.map { FieldKey(rawValue: TextRules.shown($0)) },
            place: data?["place"]?.text.map { TextRules.shown($0) })
    }

    /// The codes that a program may give, so that it can't say what only the host knows.
    static let codes: Set<String> = [
        "invalid-value", "malformed", "unknown-field", "usage", "no-such-item", "duplicate-item",
        "position-out-of-range", "conflict", "nothing-to-undo", "read-only", "unavailable", "locked",
        "damaged",
        "newer-format", "no-such-file", "cannot-create", "no-space", "store-full", "input-output",
        "configuration", "unsupported", "declined",
    ]
}
