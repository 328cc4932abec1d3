package import LootCore

/// A query as text for command-line options, request parameters and URLs. All front ends use this type for parsing
/// and printing.
///
/// ```swift
/// let query = try QueryText(search: "lamp", conditions: ["value >= 50"], sort: ["value:desc"]).query()
/// let text = QueryText(query)
/// ```
package struct QueryText: Hashable, Sendable {
    /// The specification of sections.
    package enum Sections: Hashable, Sendable {
        /// Unspecified, so the default of the front end applies.
        case unsaid
        /// A short form known to the host, such as `value:25,50`.
        case named(String)
        /// A rule, or `nil` for no sections.
        case rule(RuleSectioning?)
    }

    /// The search words.
    package var search: String
    /// The names of the fields to search.
    package var scope: [String]
    /// Conditions in the filter language, which must all be true. Empty conditions are invalid.
    package var conditions: [String]
    /// Whether to return only favorites.
    package var favoritesOnly: Bool
    /// Whether to include disposed items even if no condition names a field of a disposal.
    package var includesDisposed: Bool
    /// The sort keys: `FIELD` or `FIELD:desc`.
    package var sort: [String]
    /// The grouping into sections.
    package var sections: Sections

    /// The day on which the items were owned, and of which the book values are shown, or `nil` for all items and today.
    package var at: String?

    /// Creates the text of a query. By default, it returns all items that aren't disposed.
    package init(
        search: String = "", scope: [String] = [], conditions: [String] = [], favoritesOnly: Bool = false,
        includesDisposed: Bool = false, sort: [String] = [], sections: Sections = .unsaid,
        at: String? = nil
    ) {
        self.search = search
        self.scope = scope
        self.conditions = conditions
        self.favoritesOnly = favoritesOnly
        self.includesDisposed = includesDisposed
        self.sort = sort
        self.sections = sections
        self.at = at
    }

    // MARK: Reading

    /// Returns the day of ``at``, which may be relative to `today`, or `nil` if there is none.
    ///
    /// - Throws: ``LootError`` with code `malformed` if it isn't a day.
    package func day(today: Day = .today) throws(LootError) -> Day? {
        guard let at else { return nil }
        do {
            guard case .day(let day) = try FieldType.day.parse(at, today: today) else { return nil }
            return day
        } catch {
            throw LootError(
                .malformed, "Can't show the items as they were on another day.", reason: error.explanation,
                advice: error.advice)
        }
    }

    /// Returns the query. `sectioning` returns the sections for a short form, or the default ones for `nil`. Dates in
    /// conditions may be relative to `today` and become absolute. Items without a currency are in `currency`.
    ///
    /// - Throws: ``LootError`` if a condition, a field or a direction is invalid.
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
        if let day = try day(today: today) { filters.append(.owned(on: day)) }
        return Query(
            search: Search(search, in: fields), filter: filters.count > 1 ? .all(filters) : filters.first,
            favoritesOnly: favoritesOnly, hidesDisposed: !includesDisposed, sort: keys, sectioning: parts)
    }

    // MARK: Printing

    /// Creates the text of a query, with its sections written as a rule. Returns `nil` if text can't
    /// represent the query because its sections have no rule, or its words and fields would be parsed
    /// differently.
    package init?(_ query: Query) {
        self.init(
            favoritesOnly: query.favoritesOnly, includesDisposed: !query.hidesDisposed, sections: .rule(nil))
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
        // Commas separate the names in lists.
        guard (scope + sort).allSatisfy({ !$0.utf8.contains(UInt8(ascii: ",")) }),
            let read = try? self.query(), read.search == query.search, read.filter == query.filter,
            read.sort == query.sort, sections.isReadable
        else { return nil }
    }
}

extension QueryText.Sections {
    /// Whether the text of the rule can be parsed without loss.
    fileprivate var isReadable: Bool {
        guard case .rule(let rule?) = self else { return true }
        return (try? RuleSectioning(parsing: rule.description)) == rule
    }
}

// MARK: - Names and values

extension QueryText {
    /// The parameter names of a query, except those for sections.
    static let names = ["search", "scope", "favorites", "disposed", "where", "sort"]

    /// The parameter name of ``at``, which views don't contain.
    package static let atName = "at"

    /// The parameters whose value is true or false.
    package static let flags: Set<String> = ["favorites", "disposed"]

    /// Returns the query as parameters, which ``init(_:sections:rule:)`` can parse. Default values are omitted. The
    /// given names are used for the short form and the rule of sections.
    package func parameters(
        sections sectionsName: String = "sections", rule: String = "rule"
    ) -> [(name: String, value: String)] {
        var parameters: [(name: String, value: String)] = []
        if !search.isEmpty { parameters.append(("search", search)) }
        if !scope.isEmpty { parameters.append(("scope", scope.joined(separator: ","))) }
        if favoritesOnly { parameters.append(("favorites", "true")) }
        if includesDisposed { parameters.append(("disposed", "true")) }
        for condition in conditions { parameters.append(("where", condition)) }
        if !sort.isEmpty { parameters.append(("sort", sort.joined(separator: ","))) }
        if let at { parameters.append((QueryText.atName, at)) }
        switch sections {
        case .unsaid: break
        case .named(let name): parameters.append((sectionsName, name))
        case .rule(let sectioning): parameters.append((rule, sectioning?.description ?? RuleSectioning.none))
        }
        return parameters
    }

    /// Parses the parameters of a query and ignores others. Lists are separated by commas or repeat the parameter;
    /// each condition has its own parameter. If both a short form and a rule for sections are given, the rule wins.
    ///
    /// - Throws: ``LootError`` if a rule or a Boolean value is invalid.
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
        func flag(_ name: String) throws(LootError) -> Bool {
            guard let text = first(name) else { return false }
            if let flag = FieldType.flag(text) { return flag }
            throw LootError(
                .malformed, "Can't read the parameter “\(name)”.", reason: "Its value must be true or false.")
        }
        favoritesOnly = try flag("favorites")
        includesDisposed = try flag("disposed")
        sort = list("sort")
        at = first(QueryText.atName).flatMap { $0.isEmpty ? nil : $0 }
        if let rule = ruleName.flatMap(first), !rule.isEmpty {
            sections = .rule(rule == RuleSectioning.none ? nil : try RuleSectioning(parsing: rule))
        } else if let name = sectionsName.flatMap(first), !name.isEmpty {
            sections = .named(name)
        }
    }
}

extension Filter {
    /// Matches the items that were owned at the end of a day. An item without a day of purchase was owned from the day
    /// on which it was entered, and an item without a day of disposal was disposed of before.
    package static func owned(on day: Day) -> Filter {
        let entered = Filter.all([
            .not(.isSet("purchaseDate")), .compare("dateCreated", .lessOrEqual, .day(day)),
        ])
        return .all([
            .any([.compare("purchaseDate", .lessOrEqual, .day(day)), entered]),
            .any([.isKept, .compare("disposedOn", .greater, .day(day))]),
        ])
    }
}
