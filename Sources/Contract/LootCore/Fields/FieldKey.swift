/// Which field: a row of ``Field/all``, an item's id, or a custom field of a person's own, written `custom.NAME`.
public struct FieldKey: RawRepresentable, Hashable, Sendable {
    /// The key as files and the API spell it.
    public let rawValue: String

    /// The key spelled so. Whether a field has it, ``Field/named(_:)`` tells.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The key of the custom field with this name.
    public static func custom(_ name: String) -> FieldKey { FieldKey(rawValue: customPrefix + name) }

    /// The name of the custom field, nil for the key of a built-in one.
    public var customName: String? {
        guard rawValue.utf8.starts(with: FieldKey.customPrefix.utf8) else { return nil }
        // By bytes: a name may begin with a combining mark, which would make one character with the full stop.
        return String(rawValue.utf8.dropFirst(FieldKey.customPrefix.utf8.count))
    }

    private static let customPrefix = "custom."
}

extension FieldKey: ExpressibleByStringLiteral, CustomStringConvertible, Comparable {
    /// The key spelled so.
    public init(stringLiteral value: String) { rawValue = value }

    /// The key as files and the API spell it.
    public var description: String { rawValue }

    /// By spelling.
    public static func < (left: FieldKey, right: FieldKey) -> Bool { left.rawValue < right.rawValue }
}
