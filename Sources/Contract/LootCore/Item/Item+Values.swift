extension Item {
    /// Returns the value of a built-in field, a custom field or `id` (as text), or `nil` if it is empty or doesn't
    /// exist.
    public func value(for key: FieldKey) -> FieldValue? {
        if let place = Field.place(of: key) { return Field.all[place].value(of: self) }
        if key == Field.idKey { return .text(id.description) }
        guard hasDetails, let name = key.customName else { return nil }
        return details.custom[name]
    }

    /// Sets the value of a built-in or a custom field. `nil` removes it.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` or `unknown-field`. In this case, the item is
    ///   unchanged.
    public mutating func set(_ value: FieldValue?, for key: FieldKey) throws(LootError) {
        if let field = Field.with(key: key) { return try field.set(value, in: &self) }
        guard let name = key.customName else {
            throw LootError(
                .unknownField, "Can't set “\(TextRules.visible(key.rawValue))”.",
                reason: key == Field.idKey ? "The ID of an item can't be changed." : "No field has this key.",
                item: id, field: key)
        }
        if let value { try CustomField.check(name, value, of: id) }
        details.custom[name] = value
    }
}
