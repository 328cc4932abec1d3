import LootCore

/// What of a query a database can answer as the core defines it.
struct QueryTranslation {
    /// The condition under which rows are selected.
    let condition: SQLCondition
    /// What rows are ordered by, places aside; nil where only the core can tell.
    let order: [SQL]?
    /// What rows of one section are ordered by, places aside.
    private let innerOrder: [SQL]
    /// How they are parted; nil without sectioning, and where only the core can tell.
    let section: SectionTranslation?

    init(_ query: Query, for dialect: SQLDialect) {
        var filters = FilterTranslation(for: dialect)
        condition = filters.condition(of: query)
        var order: [SQL]? = []
        var innerOrder: [SQL] = []
        var section: SectionTranslation?
        if let sectioning = query.sectioning {
            section = sectioning.rule.flatMap { SectionTranslation($0) }
            if let section {
                for term in section.order {
                    order?.append(QueryTranslation.term(term, sectioning.direction, isNullable: true))
                }
            } else {
                order = nil
            }
        }
        for key in query.sort {
            guard let terms = QueryTranslation.terms(of: key, for: dialect) else {
                order = nil
                break
            }
            order?.append(contentsOf: terms)
            innerOrder += terms
        }
        self.order = order
        self.innerOrder = innerOrder
        self.section = section
    }

    /// Whether the database finds and orders the rows of the answer.
    var isPageable: Bool { condition.isExact && order != nil }

    /// The condition as a clause.
    var clause: SQL {
        switch condition.sql {
        case nil: ""
        case let sql? where sql.text == "TRUE": ""
        case let sql?: " WHERE \(sql)"
        }
    }

    /// The order as a clause; rows that are equal in all of it keep the user's order.
    var orderClause: SQL { "ORDER BY \(((order ?? []) + ["place"]).joined(separator: ", "))" }

    /// The clauses that select and order the rows of one section; nil without sections that the database knows.
    func clauses(of key: SectionKey) -> SQL? {
        guard let section else { return nil }
        let here = section.condition(for: key)
        let both: SQL = condition.sql.map { "\($0) AND \(here)" } ?? here
        return " WHERE \(both) ORDER BY \((innerOrder + ["place"]).joined(separator: ", "))"
    }

    /// What a sort key orders by; nil where only the core can tell.
    private static func terms(of key: SortKey, for dialect: SQLDialect) -> [SQL]? {
        if key.field == Field.idKey { return [term(SQL(name: "id"), key.direction, isNullable: false)] }
        guard let field = Field.with(key: key.field) else { return key.field.customName == nil ? [] : nil }
        let column = SQL(name: field.foldedColumn ?? field.name)
        let isNullable = !field.isAlwaysSet
        if field.type == .amount {
            return [column, SQL(name: field.fractionColumn)].map {
                term($0, key.direction, isNullable: isNullable)
            }
        }
        guard field.foldedColumn != nil else { return [term(column, key.direction, isNullable: isNullable)] }
        let beginning = dialect.beginning(column)
        return (beginning == column ? [column] : [beginning, column]).map {
            term($0, key.direction, isNullable: isNullable)
        }
    }

    private static func term(_ expression: SQL, _ direction: SortDirection, isNullable: Bool) -> SQL {
        let nulls: SQL = isNullable ? " NULLS LAST" : ""
        return "\(expression) \(direction == .ascending ? "ASC" : "DESC")\(nulls)"
    }
}
