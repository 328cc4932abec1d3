import LootControllers
import LootCore
import LootFormats
import WebServer

/// What the list page shows, as its address says.
struct ListQuery {
    static let pageSize = 100

    var search = ""
    var scope = ""
    var favorites = false
    var condition = ""
    var sort = ""
    /// A short form; `configured` is what the configuration says, and the default.
    var sections = ListQuery.configured
    var offset = 0
    var isEditing = false

    static let configured = "configured"

    init() {}

    /// What a request asks for. What can't be read as a number is left out; the rest is read later.
    init(_ request: Request) {
        let parameters = request.query
        search = parameters["search"] ?? ""
        scope = parameters["scope"] ?? ""
        favorites = parameters["favorites"] == "true"
        condition = parameters["where"] ?? ""
        sort = parameters["sort"] ?? ""
        sections = parameters["sections"].map { $0.isEmpty ? "none" : $0 } ?? ListQuery.configured
        offset = parameters["offset"].flatMap { Int($0) }.map { min(max(0, $0), Int.max / 2) } ?? 0
        isEditing = parameters["edit"] == "true"
    }

    /// The query.
    ///
    /// - Throws: `LootError` for a condition, sort or sectioning that can't be read.
    func query(_ host: any Host) throws(LootError) -> ItemQuery {
        let sectioning: (any Sectioning)? =
            switch sections {
            case ListQuery.configured: try host.sectioning()
            case "none": nil
            default: try host.sectioning(sections)
            }
        return try ItemQuery(
            search: search, scope: scope.isEmpty ? [] : [scope], where: condition.isEmpty ? nil : condition,
            favoritesOnly: favorites, sort: sort.isEmpty ? [] : [sort], sectioning: sectioning)
    }

    /// What the address says, but for the row where the page begins.
    var parameters: [(name: String, value: String)] {
        var items: [(name: String, value: String)] = []
        if !search.isEmpty { items.append(("search", search)) }
        if !scope.isEmpty { items.append(("scope", scope)) }
        if favorites { items.append(("favorites", "true")) }
        if !condition.isEmpty { items.append(("where", condition)) }
        if !sort.isEmpty { items.append(("sort", sort)) }
        if sections != ListQuery.configured { items.append(("sections", sections)) }
        if isEditing { items.append(("edit", "true")) }
        return items
    }

    /// The address of the list.
    var address: String {
        "/" + PercentEncoding.query(parameters + (offset > 0 ? [("offset", String(offset))] : []))
    }

    /// The same list but for a change.
    func with(_ change: (inout ListQuery) -> Void) -> ListQuery {
        var copy = self
        change(&copy)
        return copy
    }
}
