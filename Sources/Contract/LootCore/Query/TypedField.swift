/// A field with a statically known value type, so that the compiler can check queries.
///
/// ```swift
/// let query = Query(filter: \.value > 50 && \.location == "Attic", sort: [SortKey(\.name)])
/// let tall: Filter = \.custom["height"] >= 2.5
/// ```
public struct TypedField<Value: FieldConvertible>: Hashable, Sendable {
    /// The key of the field.
    public let key: FieldKey
}

/// The fields of an item. Sort keys and filters refer to them with key paths, such as `\.name`.
public struct ItemFields: Sendable {
    /// All fields.
    package static let all = ItemFields()

    /// The name.
    public let name = TypedField<String>(key: "name")
    /// The value of one piece.
    public let value = TypedField<Amount>(key: "valueInDollars")
    /// The serial number.
    public let serialNumber = TypedField<String>(key: "serialNumber")
    /// The time at which the item was created.
    public let dateCreated = TypedField<Moment>(key: "dateCreated")
    /// Whether the item is a favorite.
    public let isFavorite = TypedField<Bool>(key: "isFavorite")
    /// The quantity.
    public let quantity = TypedField<Int>(key: "quantity")
    /// The number of pieces that should be in stock.
    public let minimum = TypedField<Int>(key: "minimum")
    /// The asset number.
    public let number = TypedField<String>(key: "number")
    /// The place, as a path such as `House / Attic`.
    public let location = TypedField<String>(key: "location")
    /// The tags. A comparison holds if any tag matches; `!=` holds if none is equal.
    public let tags = TypedField<String>(key: "tags")
    /// The notes.
    public let notes = TypedField<String>(key: "notes")
    /// The day of the purchase.
    public let purchaseDate = TypedField<Day>(key: "purchaseDate")
    /// The price paid.
    public let purchasePrice = TypedField<Amount>(key: "purchasePrice")
    /// The currency of the amounts.
    public let currency = TypedField<String>(key: "currency")
    /// The vendor.
    public let vendor = TypedField<String>(key: "vendor")
    /// The last day of the warranty.
    public let warrantyUntil = TypedField<Day>(key: "warrantyUntil")
    /// The cost of buying one piece again.
    public let replacementValue = TypedField<Amount>(key: "replacementValue")
    /// The borrower.
    public let lentTo = TypedField<String>(key: "lentTo")
    /// The day on which a loan ends.
    public let lentUntil = TypedField<Day>(key: "lentUntil")
    /// The day on which the item was last counted.
    public let seen = TypedField<Day>(key: "seen")
    /// The person who counted the item.
    public let seenBy = TypedField<String>(key: "seenBy")
    /// The kind of disposal: `sold`, `discarded`, `lost` or `given`.
    public let disposal = TypedField<String>(key: "disposal")
    /// The day of the disposal.
    public let disposedOn = TypedField<Day>(key: "disposedOn")
    /// The amount received.
    public let proceeds = TypedField<Amount>(key: "proceeds")
    /// The buyer, or the person who got the item as a gift.
    public let recipient = TypedField<String>(key: "recipient")
    /// The day of the next service.
    public let nextService = TypedField<Day>(key: "nextService")
    /// The custom fields.
    public let custom = Custom()

    /// The custom fields, by name.
    public struct Custom: Sendable {
        /// Returns the custom field with the given name. The value type is inferred from the comparison.
        public subscript<Value: FieldConvertible>(_ name: String) -> TypedField<Value> {
            TypedField(key: .custom(name))
        }
    }
}

/// A type whose values can be stored in a field.
public protocol FieldConvertible: Hashable, Sendable {
    /// The field value that represents this value.
    var fieldValue: FieldValue { get }
}

extension String: FieldConvertible {
    /// The string as a field value.
    public var fieldValue: FieldValue { .text(self) }
}

extension Int: FieldConvertible {
    /// The integer as a field value.
    public var fieldValue: FieldValue { .integer(self) }
}

extension Double: FieldConvertible {
    /// The floating-point number as a field value.
    public var fieldValue: FieldValue { .decimal(self) }
}

extension Bool: FieldConvertible {
    /// The Boolean as a field value.
    public var fieldValue: FieldValue { .flag(self) }
}

extension Amount: FieldConvertible {
    /// The amount as a field value. A whole amount is an integer, like numbers in a filter's text.
    public var fieldValue: FieldValue { isWhole ? .integer(whole) : .amount(self) }
}

extension Day: FieldConvertible {
    /// The day as a field value.
    public var fieldValue: FieldValue { .day(self) }
}

extension Moment: FieldConvertible {
    /// The moment as a field value.
    public var fieldValue: FieldValue { .moment(self) }
}

extension SortKey {
    /// Creates a sort key for a field.
    public init<Value>(
        _ field: KeyPath<ItemFields, TypedField<Value>>, _ direction: SortDirection = .ascending
    ) {
        self.init(ItemFields.all[keyPath: field].key, direction)
    }
}

extension Filter {
    fileprivate static func compare<Value>(
        _ field: KeyPath<ItemFields, TypedField<Value>>, _ comparison: Comparison, _ value: Value
    ) -> Filter {
        .compare(ItemFields.all[keyPath: field].key, comparison, value.fieldValue)
    }

    /// Returns a filter for items in which the field's text, or an entry of its list, contains the given text.
    public static func contains(_ field: KeyPath<ItemFields, TypedField<String>>, _ text: String) -> Filter {
        compare(field, .contains, text)
    }

    /// Returns a filter for items with a value in a field.
    public static func isSet<Value>(_ field: KeyPath<ItemFields, TypedField<Value>>) -> Filter {
        .isSet(ItemFields.all[keyPath: field].key)
    }

    /// Returns a filter for items that match both filters.
    public static func && (left: Filter, right: Filter) -> Filter { .all([left, right]) }

    /// Returns a filter for items that match at least one of the filters.
    public static func || (left: Filter, right: Filter) -> Filter { .any([left, right]) }

    /// Returns a filter for items that don't match the filter.
    public static prefix func ! (filter: Filter) -> Filter { .not(filter) }
}

/// Returns a filter for equal values. Text is compared ignoring case and accents; a list must contain an equal
/// entry.
public func == <Value>(field: KeyPath<ItemFields, TypedField<Value>>, value: Value) -> Filter {
    Filter.compare(field, .equal, value)
}

/// Returns a filter for items whose value isn't equal, or that have no value.
public func != <Value>(field: KeyPath<ItemFields, TypedField<Value>>, value: Value) -> Filter {
    Filter.not(Filter.compare(field, .equal, value))
}

/// Returns a filter for smaller values.
public func < <Value>(field: KeyPath<ItemFields, TypedField<Value>>, value: Value) -> Filter {
    Filter.compare(field, .less, value)
}

/// Returns a filter for smaller or equal values.
public func <= <Value>(field: KeyPath<ItemFields, TypedField<Value>>, value: Value) -> Filter {
    Filter.compare(field, .lessOrEqual, value)
}

/// Returns a filter for greater values.
public func > <Value>(field: KeyPath<ItemFields, TypedField<Value>>, value: Value) -> Filter {
    Filter.compare(field, .greater, value)
}

/// Returns a filter for greater or equal values.
public func >= <Value>(field: KeyPath<ItemFields, TypedField<Value>>, value: Value) -> Filter {
    Filter.compare(field, .greaterOrEqual, value)
}
