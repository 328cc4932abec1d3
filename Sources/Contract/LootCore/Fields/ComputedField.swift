/// A field that is computed for a day, for example the book value. It can be shown, but not set, sorted or filtered.
package struct ComputedField: Sendable {
    /// The key in listings and in the API.
    package let key: FieldKey
    /// The title.
    package let title: Message
    /// The type of its values.
    package let type: FieldType
    /// The field of the table after which it is shown.
    package let previous: FieldKey
}

extension Field {
    /// The key of the computed field `bookValue`.
    package static let bookValueKey: FieldKey = "bookValue"

    /// The computed fields. They aren't part of ``all``.
    package static let computed: [ComputedField] = [
        ComputedField(key: bookValueKey, title: "Book value", type: .amount, previous: "warrantyUntil")
    ]

    /// Returns the computed field with a name. Case is ignored.
    package static func computed(named name: String) -> ComputedField? {
        computed.first { $0.key.rawValue.lowercased() == name.lowercased() }
    }

    /// The keys of all fields that an item can show, in the order of the field table.
    package static let shownKeys: [FieldKey] = all.flatMap { field in
        [field.key] + computed.filter { $0.previous == field.key }.map(\.key)
    }

    /// Returns the type of a built-in or computed field, or `nil` if the key isn't one of them.
    package static func shownType(of key: FieldKey) -> FieldType? {
        with(key: key)?.type ?? computed.first { $0.key == key }?.type
    }

    /// Returns the key for the name of a field to show: a computed field, or a field of ``named(_:)``.
    ///
    /// - Throws: ``LootError`` with code `unknown-field`.
    package static func shown(named name: String) throws(LootError) -> FieldKey {
        if let field = computed(named: name) { return field.key }
        return try named(name)
    }
}
