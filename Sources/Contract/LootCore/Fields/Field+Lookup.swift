extension Field {
    /// The pseudo-field `id`, which can be used in filters. It isn't part of ``all`` and can't be set.
    package static let idKey: FieldKey = "id"

    /// Returns the built-in field with a key.
    public static func with(key: FieldKey) -> Field? { place(of: key).map { all[$0] } }

    /// Returns the index of a built-in field in ``all``. Accessing the field in place avoids a copy.
    static func place(of key: FieldKey) -> Int? { byKey[key] }

    /// Returns the name of a field in options, filters and listings, for example `value`.
    package static func name(of key: FieldKey) -> String { with(key: key)?.name ?? key.rawValue }

    /// Returns the key for a name that a person typed: a field's key, short name or alias, `id`, `custom.NAME`, or the
    /// name of a declared custom field. Case is ignored.
    ///
    /// - Throws: ``LootError`` with code `unknown-field` that suggests similar names. If the list declares custom
    ///   fields, this includes a `custom.NAME` that isn't declared but is similar to a declared field.
    public static func named(_ name: String) throws(LootError) -> FieldKey {
        if let field = byName[name.lowercased()] { return field.key }
        if name.lowercased() == idKey.rawValue { return idKey }
        if let field = computed(named: name) {
            throw LootError(
                .unknownField, "Can't use “\(field.title)” here.",
                advice: "It is computed for a given day and can only be shown.", field: field.key)
        }
        let key = FieldKey(rawValue: name)
        let declared = OwnFields.declared()
        func unknown(among candidates: [String]) -> LootError {
            LootError(
                .unknownField, "“\(TextRules.visible(name))” isn't a field.",
                advice: Suggestions.advice(for: name, among: candidates), field: key)
        }
        if let custom = key.customName, !custom.isEmpty {
            if let field = declared[custom] { return field.key }
            let near = Suggestions.nearest(to: custom, among: declared.fields.map(\.name))
            if near.isEmpty { return key }
            throw unknown(among: near.map { FieldKey.custom($0).rawValue })
        }
        if let field = declared[name] { return field.key }
        throw unknown(among: names)
    }

    /// The names for ``named(_:)``, including those of the declared custom fields.
    package static var names: [String] {
        all.map(\.name) + [idKey.rawValue] + OwnFields.declared().fields.map(\.name) + ["custom.NAME"]
    }

    /// Returns the field for a key or a column header in an imported file: a field's key, short name, title or alias.
    /// Case is ignored.
    package static func meant(by header: String) -> Field? { byHeader[header.lowercased()] }

    private static let byKey = Dictionary(zip(all.map(\.key), all.indices)) { first, _ in first }

    private static let byName = Dictionary(
        all.flatMap { field in
            ([field.key.rawValue, field.name] + field.aliases).map { ($0.lowercased(), field) }
        }
    ) { first, _ in first }

    private static let byHeader = Dictionary(
        all.flatMap { field in
            ([field.key.rawValue, field.name, field.title.text(in: .english)] + field.aliases).map {
                ($0.lowercased(), field)
            }
        }
    ) { first, _ in first }
}
