/// A query as text, as the options of a command, the parameters of a request and the address of a page say it. Read and
/// printed here and nowhere else.
///
/// ```swift
/// let query = try QueryText(search: "lamp", conditions: ["value >= 50"], sort: ["value:desc"]).query()
/// let text = QueryText(query)
/// ```
package struct QueryText: Hashable, Sendable {
    /// How the sections are said.
    package enum Sections: Hashable, Sendable {
        /// Not at all: what is usual where the query is asked.
        case unsaid
        /// By a short form that a host knows, as `value:25,50`.
        case named(String)
        /// By a rule, which no host need know; nil for no sections.
        case rule(RuleSectioning?)
    }

    /// The words to find.
    package var search: String
    /// The names of the fields to search.
    package var scope: [String]
    /// Conditions that must all hold, in the filter language; an empty one is none that can be read.
    package var conditions: [String]
    /// Whether only favorites are wanted.
    package var favoritesOnly: Bool
    /// What to sort by: `FIELD` or `FIELD:desc`.
    package var sort: [String]
    /// How to part the items.
    package var sections: Sections

    /// A query that asks for everything unless something else is said.
    package init(
        search: String = "", scope: [String] = [], conditions: [String] = [], favoritesOnly: Bool = false,
        sort: [String] = [], sections: Sections = .unsaid
    ) {
        self.search = search
        self.scope = scope
        self.conditions = conditions
        self.favoritesOnly = favoritesOnly
        self.sort = sort
        self.sections = sections
    }

    // MARK: Reading

    /// The query that is meant. `sectioning` finds the sections with a short form, and the usual ones for nil. Dates in
    /// conditions are told by how they lie from `today`; the query holds the days that this makes them. Items without a
    /// currency of their own have `currency`.
    ///
    /// - Throws: ``LootError`` for a condition, field or direction that can't be read.
    package func query(
        today: Day = .today, currency: Currency? = nil,
        sectioning: (String?) throws(LootError) -> (any Sectioning)? = { _ in nil }
    ) throws(LootError) -> Query {
        var fields: [FieldKey] = []
        for name in scope { fields.append(try Field.named(name)) }
        var keys: [SortKey] = []
        for text in sort { keys.append(try SortKey(parsing: text)) }
        let parts: (any Sectioning)? =
            switch sections {
            case .unsaid: try sectioning(nil)
            case .named(let name): try sectioning(name)
            case .rule(let rule): rule
            }
        var filters: [Filter] = []
        for text in conditions { filters.append(try Filter(parsing: text, today: today, currency: currency)) }
        return Query(
            search: Search(search, in: fields), filter: filters.count > 1 ? .all(filters) : filters.first,
            favoritesOnly: favoritesOnly,
            sort: keys, sectioning: parts)
    }

    // MARK: Printing

    /// What says a query, its sections by their rule; nil for a query that text can't say: one whose sections follow no
    /// rule, or whose words and fields would be read otherwise than they are meant.
    package init?(_ query: Query) {
        self.init(favoritesOnly: query.favoritesOnly, sections: .rule(nil))
        if let search = query.search {
            self.search = search.words.joined(separator: " ")
            scope = search.scope.map(\.rawValue)
        }
        if let filter = query.filter { conditions = [filter.description] }
        sort = query.sort.map(\.description)
        if let sectioning = query.sectioning {
            guard let rule = sectioning.rule else { return nil }
            sections = .rule(RuleSectioning(rule, sectioning.direction))
        }
        // In a list a comma is the end of a name.
        guard (scope + sort).allSatisfy({ !$0.utf8.contains(UInt8(ascii: ",")) }),
            let read = try? self.query(), read.search == query.search, read.filter == query.filter,
            read.sort == query.sort, sections.isReadable
        else { return nil }
    }
}

extension QueryText.Sections {
    /// Whether the text of a rule means that rule.
    fileprivate var isReadable: Bool {
        guard case .rule(let rule?) = self else { return true }
        return (try? RuleSectioning(parsing: rule.description)) == rule
    }
}

// MARK: - Names and values

extension QueryText {
    /// The names under which a query is said, without those of its sections.
    static let names = ["search", "scope", "favorites", "where", "sort"]

    /// Names and values, the same as ``init(_:sections:rule:)`` reads; nothing for what is not said. A short form of the
    /// sections, and their rule, have the names that are given.
    package func parameters(
        sections sectionsName: String = "sections", rule: String = "rule"
    ) -> [(name: String, value: String)] {
        var parameters: [(name: String, value: String)] = []
        if !search.isEmpty { parameters.append(("search", search)) }
        if !scope.isEmpty { parameters.append(("scope", scope.joined(separator: ","))) }
        if favoritesOnly { parameters.append(("favorites", "true")) }
        for condition in conditions { parameters.append(("where", condition)) }
        if !sort.isEmpty { parameters.append(("sort", sort.joined(separator: ","))) }
        switch sections {
        case .unsaid: break
        case .named(let name): parameters.append((sectionsName, name))
        case .rule(let sectioning): parameters.append((rule, sectioning?.description ?? RuleSectioning.none))
        }
        return parameters
    }

    /// What names and values say; other names are passed over. Lists have commas between their elements, or the name
    /// more than once, as each condition has its own. Where the sections are said both by a short form and a rule, the rule counts.
    ///
    /// - Throws: ``LootError`` for a rule, or a yes or no, that can't be read.
    package init(
        _ parameters: [(name: String, value: String)], sections sectionsName: String? = "sections",
        rule ruleName: String? = "rule"
    ) throws(LootError) {
        self.init()
        if parameters.isEmpty { return }
        func first(_ name: String) -> String? { parameters.first { $0.name == name }?.value }
        func list(_ name: String) -> [String] {
            parameters.filter { $0.name == name }.flatMap { $0.value.split(separator: ",").map(String.init) }
        }
        search = first("search") ?? ""
        scope = list("scope")
        conditions = parameters.filter { $0.name == "where" && !$0.value.isEmpty }.map(\.value)
        if let text = first("favorites") {
            guard let flag = FieldType.flag(text) else {
                throw LootError(
                    .malformed, "can't read the parameter “favorites”", because: "it takes true or false")
            }
            favoritesOnly = flag
        }
        sort = list("sort")
        if let rule = ruleName.flatMap(first), !rule.isEmpty {
            sections = .rule(rule == RuleSectioning.none ? nil : try RuleSectioning(parsing: rule))
        } else if let name = sectionsName.flatMap(first), !name.isEmpty {
            sections = .named(name)
        }
    }
}
