extension Field {
    /// The pseudo field `id`, which filters may name; it is not part of ``all`` and can't be set.
    package static let idKey: FieldKey = "id"

    /// The built-in field with this key.
    public static func with(key: FieldKey) -> Field? { place(of: key).map { all[$0] } }

    /// Where the built-in field with this key stands among all; to look at it there copies nothing.
    static func place(of key: FieldKey) -> Int? { byKey[key] }

    /// The name by which flags, filters and listings know the field with this key: `value`.
    package static func name(of key: FieldKey) -> String { with(key: key)?.name ?? key.rawValue }

    /// The key that a person means by `name`: a field's key, short name or alias in any case, `id`, or
    /// `custom.NAME`.
    ///
    /// - Throws: ``LootError`` with code `unknown-field` that lists the nearest names.
    public static func named(_ name: String) throws(LootError) -> FieldKey {
        if let field = byName[name.lowercased()] { return field.key }
        if name.lowercased() == idKey.rawValue { return idKey }
        let key = FieldKey(rawValue: name)
        if let custom = key.customName, !custom.isEmpty { return key }
        throw LootError(
            .unknownField, "can't find the field “\(TextRules.visible(name))”",
            because: "no field has that name",
            next: Suggestions.sentence(for: name, among: all.map(\.name) + ["custom.NAME"]), field: key)
    }

    /// The field that another program's or a person's file means by a key or a header: a field's key, short name,
    /// title or alias in any case.
    package static func meant(by header: String) -> Field? { byHeader[header.lowercased()] }

    private static let byKey = Dictionary(zip(all.map(\.key), all.indices)) { first, _ in first }

    private static let byName = Dictionary(
        all.flatMap { field in
            ([field.key.rawValue, field.name] + field.aliases).map { ($0.lowercased(), field) }
        }
    ) { first, _ in first }

    private static let byHeader = Dictionary(
        all.flatMap { field in
            ([field.key.rawValue, field.name, field.title.text] + field.aliases).map {
                ($0.lowercased(), field)
            }
        }
    ) { first, _ in first }
}
