import LootCore
import LootFormats

/// A program's answer: the line, and the range of the result in it.
struct Reply: Sendable {
    let bytes: [UInt8]
    let result: Range<Int>

    /// The members of the result, or `nil` if it isn't an object.
    var members: JSONMembers? { JSONMembers(of: bytes, in: result) }

    /// Returns the parsed result, with exact numbers unwrapped.
    func document() -> DocumentValue? { Reply.document(Array(bytes[result])) }

    /// Returns the parsed value in a range, with exact numbers unwrapped.
    func document(_ range: Range<Int>) -> DocumentValue? { Reply.document(Array(bytes[range])) }

    /// Parses JSON and unwraps exact numbers.
    static func document(_ bytes: [UInt8]) -> DocumentValue? {
        let exact = ExactNumbers.unwrapped(bytes)
        return try? DocumentValue(json: exact.span, strict: true)
    }
}

extension DocumentValue {
    /// The string, or `nil` for other values.
    var text: String? { if case .text(let text) = content { text } else { nil } }
    /// The number, or `nil` if the value isn't an integer.
    var integer: Int? { if case .number(let digits) = content { Int(digits) } else { nil } }
    /// The Boolean, or `nil` for other values.
    var flag: Bool? { if case .flag(let flag) = content { flag } else { nil } }
    /// The elements, or `nil` if the value isn't an array.
    var elements: [DocumentValue]? { if case .array(let elements) = content { elements } else { nil } }
    /// The members, or `nil` if the value isn't an object.
    var entries: [DocumentEntry]? { if case .object(let entries) = content { entries } else { nil } }
    /// The strings, or `nil` if the value isn't an array of strings.
    var texts: [String]? {
        guard let elements else { return nil }
        let texts = elements.compactMap(\.text)
        return texts.count == elements.count ? texts : nil
    }
}

extension LootError {
    /// Creates the error that a program returned. The message of the response is the failure.
    init(answered error: DocumentValue?, plugin: String, method: String) {
        let data = error?["data"]
        let isUnknown = error?["code"]?.integer == -32_601
        let message = Self.sentence(error?["message"])
        let failure: Message
        let reason: Message
        if isUnknown || message.isEmpty {
            failure = method == "plan" ? "Can't run “\(plugin)”." : "Can't use the plugin “\(plugin)”."
            reason = isUnknown ? "It doesn't support “\(method)”." : "It didn't give a reason."
        } else {
            failure = message
            reason = Self.sentence(data?["reason"])
        }
        self.init(
            data?["code"]?.text.flatMap { Self.codes.contains($0) ? Code(rawValue: $0) : nil }
                ?? (isUnknown ? .unsupported : .unavailable),
            failure, reason: reason, advice: Self.sentence(data?["advice"]),
            item: data?["item"]?.text.flatMap { ItemID($0) },
            field: data?["field"]?.text.map { FieldKey(rawValue: TextRules.shown($0)) },
            place: data?["place"]?.text.map { TextRules.shown($0) })
    }

    /// Returns a sentence that a program sent, in a form that is safe to display.
    private static func sentence(_ value: DocumentValue?) -> Message {
        Message(verbatim: TextRules.shown(value?.text ?? ""))
    }

    /// The codes that programs may use. The others describe conditions that only the host can detect.
    static let codes: Set<String> = [
        "invalid-value", "malformed", "unknown-field", "usage", "no-such-item", "duplicate-item",
        "position-out-of-range", "conflict", "nothing-to-undo", "read-only", "unavailable", "locked",
        "damaged",
        "newer-format", "no-such-file", "cannot-create", "no-space", "store-full", "input-output",
        "configuration", "unsupported", "declined",
    ]
}
