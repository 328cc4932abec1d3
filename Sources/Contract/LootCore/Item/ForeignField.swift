/// A field that this version doesn't support. It is preserved when an item is written back.
public struct ForeignField: Hashable, Sendable {
    /// The key in the source.
    public var key: String
    /// The value.
    public var value: ForeignValue

    /// Creates a field with a value.
    public init(_ key: String, _ value: ForeignValue) {
        self.key = key
        self.value = value
    }
}

/// The value of an unknown field. It can represent all values of JSON and property lists.
@nonexhaustive
public indirect enum ForeignValue: Hashable, Sendable {
    /// The JSON value `null`.
    case null
    /// A Boolean value.
    case flag(Bool)
    /// A number with its original digits.
    case number(String)
    /// Text.
    case text(String)
    /// A date in a property list.
    case moment(Moment)
    /// Binary data in a property list.
    case data([UInt8])
    /// An ordered list of values.
    case array([ForeignValue])
    /// An ordered list of keys with values.
    case object([ForeignField])
}
