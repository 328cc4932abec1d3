import LootCore
import LootFormats

/// The textual representation of a value in a URL or header field.
struct TextCodec<Value: Sendable>: Sendable {
    let schema: JSON
    /// A sentence about valid values: `It must be true or false.`
    let requirement: Message
    /// Parses a string. Returns `nil` or throws a more specific error if it is invalid.
    let read: @Sendable (String) throws(LootError) -> Value?
    let write: @Sendable (Value) -> String

    /// Parses the value of a parameter.
    func value(of text: String, as name: String) throws(LootError) -> Value {
        if let value = try read(text) { return value }
        throw LootError(
            .malformed, "Can't read the parameter “\(name)”.", reason: requirement)
    }
}

extension TextCodec where Value == Bool {
    static var flag: Self {
        Self(
            schema: ["type": "boolean"], requirement: "It must be true or false.",
            read: { FieldType.flag($0) },
            write: { $0 ? "true" : "false" })
    }
}

extension TextCodec where Value == Int {
    /// Returns the representation of integers from 0 to a maximum.
    static func number(upTo maximum: Int = API.maximumNumber) -> Self {
        Self(
            schema: ["type": "integer", "minimum": 0, "maximum": JSON(maximum)],
            requirement: "It must be an integer from 0 to \(maximum).",
            read: { text in
                guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) else {
                    return nil
                }
                return number <= maximum ? number : nil
            }, write: { String($0) })
    }
}

extension TextCodec where Value == String {
    static var text: Self {
        Self(schema: ["type": "string"], requirement: "It must be text.", read: { $0 }, write: { $0 })
    }
}

extension TextCodec where Value == ItemID {
    static var id: Self {
        Self(
            schema: ["type": "string", "format": "uuid"], requirement: "It must be an ID.",
            read: { ItemID($0) },
            write: \.description)
    }
}

extension TextCodec where Value == FileID {
    static var file: Self {
        Self(
            schema: ["type": "string", "pattern": "^[0-9a-f]{64}$"],
            requirement: "It must be the SHA-256 hash of a file.",
            read: { FileID($0) }, write: \.description)
    }
}

extension TextCodec where Value == Barcode {
    static var barcode: Self {
        Self(
            schema: ["type": "string", "pattern": "^[0-9 -]{6,40}$"], requirement: "It must be a barcode.",
            read: { (text) throws(LootError) in try Barcode(text) }, write: \.digits)
    }
}

extension TextCodec where Value == PageCursor {
    static var cursor: Self {
        Self(
            schema: ["type": "string", "pattern": "^$|^[0-9]+~[0-9A-Fa-f-]{36}~[0-9A-Fa-f-]{36}$"],
            requirement: "It must be the value of “next” in the previous page.",
            read: { PageCursor($0) }, write: \.description)
    }
}

extension TextCodec where Value == Revision {
    static var revision: Self {
        let number = TextCodec<Int>.number()
        return Self(
            schema: number.schema, requirement: number.requirement,
            read: { (text) throws(LootError) in
                try number.read(text).map { Revision(rawValue: UInt64($0)) }
            }, write: \.description)
    }
}

extension TextCodec where Value == Thumbnail {
    static var thumbnail: Self {
        Self(
            schema: ["type": "string"], requirement: "It must be “only” or empty.",
            read: { Thumbnail(rawValue: $0) ?? .preferred }, write: \.rawValue)
    }
}

extension TextCodec where Value == CalendarSpan {
    static var span: Self {
        Self(
            schema: ["type": "string"], requirement: "It must be a period such as 30d, 6 weeks or 1y.",
            read: { CalendarSpan($0) }, write: \.description)
    }
}

extension TextCodec where Value == Currency {
    static var currency: Self {
        Self(
            schema: ["type": "string", "maxLength": 4],
            requirement: "It must be a three-letter currency code such as EUR.",
            read: { Currency(sign: $0) }, write: \.code)
    }
}

extension TextCodec where Value == FieldKey {
    static var field: Self {
        Self(
            schema: ["type": "string"], requirement: "It must be the name of a field.",
            read: { (name) throws(LootError) in try Field.named(name) }, write: \.rawValue)
    }
}
