/// The key of a field: a row of ``Field/all``, an item's ID, or a custom field with the format `custom.NAME`.
public struct FieldKey: RawRepresentable, Hashable, Sendable {
    /// The key in files and in the API.
    public let rawValue: String

    /// Creates a key without checking that the field exists. See ``Field/named(_:)``.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Returns the key of a custom field.
    public static func custom(_ name: String) -> FieldKey { FieldKey(rawValue: customPrefix + name) }

    /// The name of a custom field, or `nil` for a built-in field.
    public var customName: String? {
        guard rawValue.utf8.starts(with: FieldKey.customPrefix.utf8) else { return nil }
        // Compare bytes. A name may begin with a combining mark, which would form one character with the period.
        return String(rawValue.utf8.dropFirst(FieldKey.customPrefix.utf8.count))
    }

    private static let customPrefix = "custom."
}

extension FieldKey: ExpressibleByStringLiteral, CustomStringConvertible, Comparable {
    /// Creates a key from a literal.
    public init(stringLiteral value: String) { rawValue = value }

    /// The key in files and in the API.
    public var description: String { rawValue }

    /// Compares keys as strings.
    public static func < (left: FieldKey, right: FieldKey) -> Bool { left.rawValue < right.rawValue }
}
