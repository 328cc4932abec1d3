import LootCore

/// The parts of a query that a database evaluates like the core.
struct QueryTranslation {
    /// The condition for rows.
    let condition: SQLCondition
    /// The sort terms of rows, without the place, or `nil` if only the core can sort them.
    let order: [SQL]?
    /// The sort terms of rows in a section, without the place.
    private let innerOrder: [SQL]
    /// The translated sectioning, or `nil` if there is none or only the core can evaluate it.
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

    /// Whether the database can find and order the rows of the result.
    var isPageable: Bool { condition.isExact && order != nil }

    /// The `WHERE` clause.
    var clause: SQL {
        switch condition.sql {
        case nil: ""
        case let sql? where sql.text == "TRUE": ""
        case let sql?: " WHERE \(sql)"
        }
    }

    /// The `ORDER BY` clause. Rows that compare equal keep the user's order.
    var orderClause: SQL { "ORDER BY \(((order ?? []) + ["place"]).joined(separator: ", "))" }

    /// Returns the clauses that select and order the rows of a section, or `nil` if the database can't evaluate the
    /// sectioning.
    func clauses(of key: SectionKey) -> SQL? {
        guard let section else { return nil }
        let here = section.condition(for: key)
        let both: SQL = condition.sql.map { "\($0) AND \(here)" } ?? here
        return " WHERE \(both) ORDER BY \((innerOrder + ["place"]).joined(separator: ", "))"
    }

    /// Returns the terms of a sort key, or `nil` if only the core can sort by it.
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
        let beginning = dialect.beginning?(column) ?? column
        return (beginning == column ? [column] : [beginning, column]).map {
            term($0, key.direction, isNullable: isNullable)
        }
    }

    private static func term(_ expression: SQL, _ direction: SortDirection, isNullable: Bool) -> SQL {
        let nulls: SQL = isNullable ? " NULLS LAST" : ""
        return "\(expression) \(direction == .ascending ? "ASC" : "DESC")\(nulls)"
    }
}
