import Basics
public import LootCore
import LootFormats

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Items and changes can be encoded and decoded with any encoder and decoder, in the JSON form of the API. Encoders
// don't preserve the order of members, so members are decoded in the order of the field table, followed by all other
// keys in ascending order.

extension Item: Codable {
    /// Decodes an item from an object of its fields.
    public init(from decoder: any Decoder) throws { self = try JSONTree.read(decoder) { $0.storedItem($1) } }

    /// Encodes the item as an object of its fields.
    public func encode(to encoder: any Encoder) throws {
        try JSONTree.write(encoder) { JSONItemWriter().append(self, to: &$0) }
    }
}

extension Change: Codable {
    /// Decodes a change: `{"insert": ITEM, "at": 0}`, `{"update": ID, "set": PATCH}`, `{"move": ID, "to": 3}` or
    /// `{"remove": ID}`.
    public init(from decoder: any Decoder) throws {
        self = try JSONTree.read(decoder) { $0.change($1) }
    }

    /// Encodes the change as an object.
    public func encode(to encoder: any Encoder) throws {
        try JSONTree.write(encoder) { ChangeWriter().append(self, to: &$0) }
    }
}

extension Patch: Codable {
    /// Decodes a JSON Merge Patch (RFC 7396).
    public init(from decoder: any Decoder) throws {
        self = try JSONTree.read(decoder) { $0.patch($1) }
    }

    /// Encodes the patch as a JSON Merge Patch (RFC 7396).
    public func encode(to encoder: any Encoder) throws {
        try JSONTree.write(encoder) { ChangeWriter().append(self, to: &$0) }
    }
}

extension Commit: Codable {
    /// Decodes a commit with its changes and their inverses.
    public init(from decoder: any Decoder) throws { self = try JSONTree.read(decoder) { $0.commit($1) } }

    /// Encodes the commit with its changes and their inverses.
    public func encode(to encoder: any Encoder) throws {
        try JSONTree.write(encoder) { ChangeWriter().append(self, to: &$0) }
    }
}

/// A JSON value that any encoder can write and any decoder can read.
private struct JSONTree: Codable {
    private let value: ForeignValue

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    private init(_ value: ForeignValue) { self.value = value }

    /// Encodes the JSON that `append` writes.
    static func write(_ encoder: any Encoder, _ append: (inout [UInt8]) -> Void) throws {
        var bytes: [UInt8] = []
        append(&bytes)
        try JSONTree(ForeignValue(DocumentValue(json: bytes.span, strict: true))).encode(to: encoder)
    }

    /// Decodes a value. The error contains all problems.
    static func read<Value>(
        _ decoder: any Decoder, _ read: (inout ChangeReader, DocumentValue) -> Value?
    ) throws -> Value {
        var bytes: [UInt8] = []
        try JSONTree(from: decoder).value.appendJSON(to: &bytes)
        do { return try ChangeReader.read(try DocumentValue(json: bytes.span, strict: true), read) } catch {
            let why = (error as? InvalidDocument)?.problems.map { "\($0.error)" }.joined(separator: " ")
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath, debugDescription: why ?? "\(error)",
                    underlyingError: error))
        }
    }

    init(from decoder: any Decoder) throws {
        if let object = try? decoder.container(keyedBy: Key.self) {
            let order = Dictionary(
                Field.all.enumerated().map { ($1.key.rawValue, $0) }, uniquingKeysWith: { first, _ in first })
            let keys = object.allKeys.map(\.stringValue).sorted {
                (order[$0] ?? .max, $0) < (order[$1] ?? .max, $1)
            }
            value = .object(
                try keys.map { ForeignField($0, try object.decode(JSONTree.self, forKey: Key($0)).value) })
            return
        }
        if var list = try? decoder.unkeyedContainer() {
            var values: [ForeignValue] = []
            while !list.isAtEnd { values.append(try list.decode(JSONTree.self).value) }
            value = .array(values)
            return
        }
        let single = try decoder.singleValueContainer()
        if single.decodeNil() {
            value = .null
        } else if let flag = try? single.decode(Bool.self) {
            value = .flag(flag)
        } else if let text = try? single.decode(String.self) {
            value = .text(text)
        } else if let number = try? single.decode(Int.self) {
            value = .number(String(number))
        } else if let number = try? single.decode(Decimal.self) {
            value = .number(number.description)
        } else {
            value = .number(try single.decode(Double.self).description)
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch value {
        case .object(let fields):
            var object = encoder.container(keyedBy: Key.self)
            for field in fields { try object.encode(JSONTree(field.value), forKey: Key(field.key)) }
        case .array(let values):
            var list = encoder.unkeyedContainer()
            for value in values { try list.encode(JSONTree(value)) }
        case .null: try single(encoder) { try $0.encodeNil() }
        case .flag(let flag): try single(encoder) { try $0.encode(flag) }
        case .text(let text): try single(encoder) { try $0.encode(text) }
        case .number(let digits):
            try single(encoder) { container in
                if let number = Int(digits) {
                    try container.encode(number)
                } else if let number = Decimal(string: digits) {
                    try container.encode(number)
                } else {
                    try container.encode(Double(digits))
                }
            }
        // JSON has no dates and no binary data. They are encoded as tagged objects.
        case .moment(let moment):
            try JSONTree(.object([ForeignField("moment", .text(moment.description))])).encode(to: encoder)
        case .data(let data):
            try JSONTree(.object([ForeignField("data", .text(Base64.encode(data)))])).encode(to: encoder)
        @unknown default: try single(encoder) { try $0.encodeNil() }
        }
    }

    private func single(
        _ encoder: any Encoder, _ body: (inout any SingleValueEncodingContainer) throws -> Void
    ) throws {
        var container = encoder.singleValueContainer()
        try body(&container)
    }
}
