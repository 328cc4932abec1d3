/// A field that this version does not know, kept so that writing an item back loses nothing.
public struct ForeignField: Hashable, Sendable {
    /// The key it came under.
    public var key: String
    /// What it held.
    public var value: ForeignValue

    /// A field with its value.
    public init(_ key: String, _ value: ForeignValue) {
        self.key = key
        self.value = value
    }
}

/// What a field that this version does not know held: everything that JSON and property lists can say.
@nonexhaustive
public indirect enum ForeignValue: Hashable, Sendable {
    /// JSON's null.
    case null
    /// Yes or no.
    case flag(Bool)
    /// A number, as its digits were written.
    case number(String)
    /// Text.
    case text(String)
    /// A property list's date.
    case moment(Moment)
    /// A property list's data.
    case data([UInt8])
    /// Values in order.
    case array([ForeignValue])
    /// Keys and values in order.
    case object([ForeignField])
}
