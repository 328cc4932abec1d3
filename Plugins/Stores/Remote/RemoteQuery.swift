import LootCore

/// A query in the parameters of the API.
struct RemoteQuery {
    let parameters: [(name: String, value: String)]

    /// Longer ones don't fit into a request's first line.
    private static let greatestLength = 6_000

    /// The query's parameters; nil for a query that can't be said in them: one whose sections follow no rule, or
    /// whose words and fields would be read otherwise than they are meant.
    init?(_ query: Query) {
        var parameters: [(String, String)] = []
        if let search = query.search {
            let text = search.words.map(\.folded).joined(separator: " ")
            guard Search(text, in: search.scope) == search, search.scope.allSatisfy(RemoteQuery.isSayable)
            else {
                return nil
            }
            parameters.append(("search", text))
            parameters += search.scope.map { ("scope", $0.rawValue) }
        }
        if let filter = query.filter {
            let text = filter.description
            guard (try? Filter(parsing: text)) == filter else { return nil }
            parameters.append(("where", text))
        }
        if query.favoritesOnly { parameters.append(("favorites", "true")) }
        for key in query.sort {
            let text = "\(key.field):\(key.direction.rawValue)"
            guard (try? SortKey(parsing: text)) == key, RemoteQuery.isSayable(key.field) else { return nil }
            parameters.append(("sort", text))
        }
        if let sectioning = query.sectioning {
            guard let rule = sectioning.rule, SectionRule(rule.description) == rule else { return nil }
            parameters.append(("rule", "\(sectioning.direction == .descending ? "-" : "")\(rule)"))
        } else {
            parameters.append(("rule", "none"))
        }
        guard parameters.reduce(0, { $0 + $1.1.utf8.count }) * 3 < RemoteQuery.greatestLength else {
            return nil
        }
        self.parameters = parameters
    }

    /// Whether a field's name, in a list with commas, is read as this field.
    private static func isSayable(_ field: FieldKey) -> Bool {
        !field.rawValue.utf8.contains(UInt8(ascii: ",")) && (try? Field.named(field.rawValue)) == field
    }
}
