/// The key of a list setting, for example `currency`.
public struct SettingKey: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The key in files and in the API.
    public let rawValue: String

    /// Creates a key.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a key.
    public init(stringLiteral value: String) { rawValue = value }
}

/// The settings of a list, such as its currency and its saved views, stored with the items.
///
/// Values are plain document values. Stores keep every key and value, including unknown ones.
public struct ListSettings: Hashable, Sendable {
    private var values: [SettingKey: ForeignValue] = [:]

    /// Creates empty settings.
    public init() {}

    /// Creates settings from the members of an object. Null values are omitted.
    public init(_ fields: [ForeignField]) {
        for field in fields where field.value != .null {
            values[SettingKey(rawValue: field.key)] = field.value
        }
    }

    /// Whether there are no settings.
    public var isEmpty: Bool { values.isEmpty }

    /// The keys with values, sorted.
    public var keys: [SettingKey] {
        values.keys.sorted { $0.rawValue.utf8.lexicographicallyPrecedes($1.rawValue.utf8) }
    }

    /// The settings as the members of an object, sorted by key.
    public var fields: [ForeignField] {
        keys.compactMap { key in values[key].map { ForeignField(key.rawValue, $0) } }
    }

    /// The value of a setting, or `nil` if it isn't set.
    public subscript(key: SettingKey) -> ForeignValue? {
        get { values[key] }
        set { values[key] = newValue == .null ? nil : newValue }
    }

    /// Applies the change ``Change/set(_:_:)``.
    ///
    /// - Returns: The change and its inverse.
    /// - Throws: ``LootError`` with code `invalid-value` if the key is invalid.
    public mutating func set(_ key: SettingKey, to value: ForeignValue?) throws(LootError) -> AppliedChange {
        let name = key.rawValue
        if name.isEmpty || name.utf8.count > 200 || !name.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) {
            throw LootError(
                .invalidValue, "Can't change the setting “\(TextRules.visible(name))”.",
                reason: "A key consists of 1 to 200 ASCII letters, digits and punctuation characters.")
        }
        let old = self[key]
        self[key] = value
        return AppliedChange(.set(key, self[key]), inverse: .set(key, old))
    }
}

// MARK: Comparing

extension ListSettings {
    /// Returns whether both settings are identical byte for byte.
    package func isIdentical(to other: ListSettings) -> Bool { changes(to: other).isEmpty }

    /// Returns the changes that turn these settings into other settings.
    package func changes(to other: ListSettings) -> [Change] {
        Set(keys + other.keys).sorted { $0.rawValue < $1.rawValue }
            .filter { !self[$0].isIdentical(to: other[$0]) }.map { .set($0, other[$0]) }
    }
}
