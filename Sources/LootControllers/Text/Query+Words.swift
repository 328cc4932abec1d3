public import LootCore

extension Query {
    /// The query that a person's words ask for: flags of a command, fields of a search form, parameters of a request.
    ///
    /// - Throws: ``/LootCore/LootError`` for a filter, field or direction that can't be read.
    public init(
        search: String? = nil, scope: [String] = [], where condition: String? = nil,
        favoritesOnly: Bool = false,
        sort: [String] = [], sectioning: (any Sectioning)? = nil
    ) throws(LootError) {
        var keys: [FieldKey] = []
        for name in scope { keys.append(try Field.named(name)) }
        var sortKeys: [SortKey] = []
        for text in sort { sortKeys.append(try SortKey(parsing: text)) }
        var filter: Filter?
        if let condition { filter = try Filter(parsing: condition) }
        self.init(
            search: search.flatMap { Search($0, in: keys) }, filter: filter, favoritesOnly: favoritesOnly,
            sort: sortKeys, sectioning: sectioning)
    }
}
