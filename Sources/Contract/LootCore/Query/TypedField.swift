/// A field whose values have a type, for queries that the compiler checks.
///
/// ```swift
/// let query = Query(filter: \.value > 50 && \.location == "Attic", sort: [SortKey(\.name)])
/// let tall: Filter = \.custom["height"] >= 2.5
/// ```
public struct TypedField<Value: FieldConvertible>: Hashable, Sendable {
    /// The key of the field.
    public let key: FieldKey
}

/// The fields of an item, by which ``SortKey`` and ``Filter`` can be written as key paths.
public struct ItemFields: Sendable {
    /// All fields.
    package static let all = ItemFields()

    /// The name.
    public let name = TypedField<String>(key: "name")
    /// The value, with its currency.
    public let value = TypedField<Amount>(key: "valueInDollars")
    /// The serial number.
    public let serialNumber = TypedField<String>(key: "serialNumber")
    /// When the item was created.
    public let dateCreated = TypedField<Moment>(key: "dateCreated")
    /// Whether the item is a favorite.
    public let isFavorite = TypedField<Bool>(key: "isFavorite")
    /// The quantity.
    public let quantity = TypedField<Int>(key: "quantity")
    /// The place, as a path such as `House / Attic`.
    public let location = TypedField<String>(key: "location")
    /// The tags. A comparison holds if one of them matches.
    public let tags = TypedField<String>(key: "tags")
    /// The notes.
    public let notes = TypedField<String>(key: "notes")
    /// The day of the purchase.
    public let purchaseDate = TypedField<Day>(key: "purchaseDate")
    /// The price paid.
    public let purchasePrice = TypedField<Amount>(key: "purchasePrice")
    /// The currency of the amounts.
    public let currency = TypedField<String>(key: "currency")
    /// The shop.
    public let vendor = TypedField<String>(key: "vendor")
    /// The last day of the warranty.
    public let warrantyUntil = TypedField<Day>(key: "warrantyUntil")
    /// The borrower.
    public let lentTo = TypedField<String>(key: "lentTo")
    /// The day on which a loan ends.
    public let lentUntil = TypedField<Day>(key: "lentUntil")
    /// The day of the next service.
    public let nextService = TypedField<Day>(key: "nextService")
    /// The custom fields.
    public let custom = Custom()

    /// The custom fields, by name.
    public struct Custom: Sendable {
        /// Returns the custom field with a name. The type of its values follows from what it is compared with.
        public subscript<Value: FieldConvertible>(_ name: String) -> TypedField<Value> {
            TypedField(key: .custom(name))
        }
    }
}

/// A type of values of fields.
public protocol FieldConvertible: Hashable, Sendable {
    /// The value as it is stored.
    var fieldValue: FieldValue { get }
}

extension String: FieldConvertible {
    /// Text.
    public var fieldValue: FieldValue { .text(self) }
}

extension Int: FieldConvertible {
    /// A whole number.
    public var fieldValue: FieldValue { .integer(self) }
}

extension Double: FieldConvertible {
    /// A number.
    public var fieldValue: FieldValue { .decimal(self) }
}

extension Bool: FieldConvertible {
    /// Yes or no.
    public var fieldValue: FieldValue { .flag(self) }
}

extension Amount: FieldConvertible {
    /// An amount, or a whole number if it is one, like numbers in a filter's text.
    public var fieldValue: FieldValue { isWhole ? .integer(whole) : .amount(self) }
}

extension Day: FieldConvertible {
    /// A day.
    public var fieldValue: FieldValue { .day(self) }
}

extension Moment: FieldConvertible {
    /// A moment.
    public var fieldValue: FieldValue { .moment(self) }
}

extension SortKey {
    /// Sorts by a field.
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

    /// Returns whether a text, or an entry of a list, contains a text.
    public static func contains(_ field: KeyPath<ItemFields, TypedField<String>>, _ text: String) -> Filter {
        compare(field, .contains, text)
    }

    /// Returns whether a field is set.
    public static func isSet<Value>(_ field: KeyPath<ItemFields, TypedField<Value>>) -> Filter {
        .isSet(ItemFields.all[keyPath: field].key)
    }

    /// Returns a filter for items that fulfill both filters.
    public static func && (left: Filter, right: Filter) -> Filter { .all([left, right]) }

    /// Returns a filter for items that fulfill at least one of the filters.
    public static func || (left: Filter, right: Filter) -> Filter { .any([left, right]) }

    /// Returns a filter for items that don't fulfill the filter.
    public static prefix func ! (filter: Filter) -> Filter { .not(filter) }
}

/// Returns a filter for equal values. Text is compared without case and accents; a list has an equal entry.
public func == <Value>(field: KeyPath<ItemFields, TypedField<Value>>, value: Value) -> Filter {
    Filter.compare(field, .equal, value)
}

/// Returns a filter for other values, and for items without one.
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
