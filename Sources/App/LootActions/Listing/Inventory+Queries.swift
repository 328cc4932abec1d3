package import LootCore
package import LootQueryText
import TextSearch

extension Inventory {
    /// Returns the query for the given text, with resolved names of places. All front ends read queries with
    /// this method. See ``/LootQueryText/QueryText/query(today:currency:sectioning:)`` for the parameters.
    ///
    /// - Throws: ``/LootCore/LootError`` if the text is invalid, or if the name of a place is ambiguous.
    package func query(
        of text: QueryText, today: Day = .today, currency: Currency?,
        sectioning: (String?) throws(LootError) -> (any Sectioning)? = { _ in nil }
    ) async throws(LootError) -> Query {
        try await resolvingPlaces(
            in: try text.query(today: today, currency: currency, sectioning: sectioning))
    }

    /// Returns the query with the names of inner places replaced by their paths: `location in Cellar` finds what is in
    /// `House / Cellar` if that is the only place of this name.
    ///
    /// Paths of places that contain items have precedence. A name without a place stays.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `usage` that lists the places if there are several of this name.
    package func resolvingPlaces(in query: Query) async throws(LootError) -> Query {
        guard let filter = query.filter, !filter.placeNames.isEmpty else { return query }
        let tree = PlaceTree(try await store.outline(of: PlaceTree.query()))
        var query = query
        query.filter = try filter.resolvingPlaces { name throws(LootError) in
            if tree.row(of: name) != nil { return name }
            let parts = name.parts
            let found = tree.rows.indices.map { tree.place($0) }.filter { place in
                place.parts.count > parts.count
                    && zip(place.parts.suffix(parts.count), parts).allSatisfy { Folding.same($0, $1) }
            }
            if found.count < 2 { return found.first ?? name }
            let candidates = found.prefix(10).map(\.description)
            var error = LootError(
                .usage, "Can't find the place \(TextRules.quoted(name.description)).",
                reason: "\(found.count, one: "place has", other: "places have") this name.",
                advice: "Use \(list: candidates.map { TextRules.quoted($0) }, .or).", field: "location")
            error.candidates = candidates
            throw error
        }
        return query
    }
}

extension Filter {
    /// The places named in comparisons with `in`.
    fileprivate var placeNames: [PlacePath] {
        switch self {
        case .compare("location", .inside, .text(let text)): [PlacePath(text)]
        case .all(let filters), .any(let filters): filters.flatMap(\.placeNames)
        case .not(let filter): filter.placeNames
        default: []
        }
    }

    fileprivate func resolvingPlaces(
        _ path: (PlacePath) throws(LootError) -> PlacePath
    ) throws(LootError) -> Filter {
        switch self {
        case .compare("location", .inside, .text(let text)):
            return .compare("location", .inside, .text(try path(PlacePath(text)).description))
        case .all(let filters):
            return .all(try filters.map { (filter) throws(LootError) in try filter.resolvingPlaces(path) })
        case .any(let filters):
            return .any(try filters.map { (filter) throws(LootError) in try filter.resolvingPlaces(path) })
        case .not(let filter): return .not(try filter.resolvingPlaces(path))
        default: return self
        }
    }
}
