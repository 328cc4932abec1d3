import LootCore
import TextSearch

/// An SQL condition that selects exactly the same items as the core, or additional ones.
struct SQLCondition {
    /// The condition. `nil` selects all items.
    var sql: SQL?
    /// Whether the condition selects no additional items.
    var isExact: Bool

    static let unknown = SQLCondition(sql: nil, isExact: false)
    static let always = SQLCondition(sql: "TRUE", isExact: true)
    static let never = SQLCondition(sql: "FALSE", isExact: true)

    init(sql: SQL?, isExact: Bool) {
        self.sql = sql
        self.isExact = isExact
    }

    /// Creates an exact condition.
    init(_ sql: SQL) { self.init(sql: sql, isExact: true) }

    /// Returns a condition that is true if all conditions are.
    static func all(_ parts: [SQLCondition]) -> SQLCondition {
        let known = parts.compactMap(\.sql)
        let isExact = parts.allSatisfy(\.isExact)
        if known.isEmpty { return SQLCondition(sql: isExact ? "TRUE" : nil, isExact: isExact) }
        return SQLCondition(sql: "(\(known.joined(separator: " AND ")))", isExact: isExact)
    }

    /// Returns a condition that is true if at least one condition is.
    static func any(_ parts: [SQLCondition]) -> SQLCondition {
        let known = parts.compactMap(\.sql)
        guard known.count == parts.count else { return unknown }
        if known.isEmpty { return never }
        return SQLCondition(
            sql: "(\(known.joined(separator: " OR ")))", isExact: parts.allSatisfy(\.isExact))
    }

    /// Returns the negation of a condition. Null counts as false.
    static func not(_ part: SQLCondition) -> SQLCondition {
        guard let sql = part.sql, part.isExact else { return unknown }
        return SQLCondition("NOT coalesce(\(sql), FALSE)")
    }
}

/// Translates filters and searches to SQL conditions.
struct FilterTranslation {
    let dialect: SQLDialect
    /// The number of comparisons left for the statement. Databases limit them; people don't reach the limit.
    private var room = 200

    init(for dialect: SQLDialect) { self.dialect = dialect }

    mutating func condition(of query: Query) -> SQLCondition {
        var parts: [SQLCondition] = []
        if query.favoritesOnly { parts.append(SQLCondition(SQL(name: "favorite"))) }
        if let filter = query.filter { parts.append(condition(filter)) }
        if query.leavesOutDisposed { parts.append(condition(.isKept)) }
        if let search = query.search { parts.append(condition(search)) }
        return .all(parts)
    }

    mutating func condition(_ filter: Filter) -> SQLCondition {
        switch filter {
        case .compare(let key, let comparison, let constant):
            room -= 1
            return room < 0 ? .unknown : condition(key, comparison, constant)
        case .calculate(let left, _, let right):
            room -= 1
            return room < 0 ? .unknown : condition(under: left.fields + right.fields)
        case .isSet(let key): return isSet(key)
        case .all(let filters): return .all(conditions(filters))
        case .any(let filters): return .any(conditions(filters))
        case .not(let filter): return .not(condition(filter))
        }
    }

    private mutating func conditions(_ filters: [Filter]) -> [SQLCondition] {
        var parts: [SQLCondition] = []
        for filter in filters {
            parts.append(condition(filter))
            // Once the limit is exceeded, a single unknown part is enough.
            if room < 0 {
                parts.append(.unknown)
                break
            }
        }
        return parts
    }

    /// Returns the necessary condition for a calculation with these fields to have a value. The core calculates the
    /// value, because databases round and overflow differently.
    private func condition(under fields: [FieldKey]) -> SQLCondition {
        let known = Set(fields).sorted().compactMap { Field.with(key: $0) }.filter { !$0.isAlwaysSet }
        return .all(known.map { SQLCondition("\(name: $0.name) IS NOT NULL") } + [.unknown])
    }

    private func isSet(_ key: FieldKey) -> SQLCondition {
        if key == Field.idKey { return .always }
        guard let field = Field.with(key: key) else { return key.customName == nil ? .never : .unknown }
        // Use the folded column if there is one, because the indexes contain it.
        return field.isAlwaysSet
            ? .always : SQLCondition("\(name: field.foldedColumn ?? field.name) IS NOT NULL")
    }

    private func condition(
        _ key: FieldKey, _ comparison: Filter.Comparison, _ constant: FieldValue
    ) -> SQLCondition {
        if key == Field.idKey { return text(SQL(name: "id"), SQL(name: "id"), comparison, constant) }
        guard let field = Field.with(key: key) else { return key.customName == nil ? .never : .unknown }
        let column = SQL(name: field.name)
        let folded = SQL(name: field.foldedColumn ?? field.name)
        switch (field.type, constant) {
        case (.text, _): return text(folded, dialect.beginning?(folded) ?? folded, comparison, constant)
        case (.list, _): return list(folded, comparison, constant)
        case (_, _) where !comparison.isOrder: return .never
        case (.integer, .integer(let number)):
            return SQLCondition("\(column) \(SQL(text: comparison.rawValue)) \(.integer(Int64(number)))")
        case (.integer, .decimal(let number)):
            return whole(
                column, comparison, down: Int128(max(-0x1p64, min(0x1p64, number.rounded(.down)))),
                isWhole: number.rounded(.down) == number)
        case (.integer, .amount(let amount)):
            return whole(
                column, comparison, down: Int128(amount.whole) - (amount.tenThousandths < 0 ? 1 : 0),
                isWhole: amount.isWhole)
        case (.amount, .amount(let amount)): return self.amount(field, comparison, amount)
        case (.amount, .integer(let number)): return amount(field, comparison, Amount(number))
        case (.amount, .decimal(let number)):
            return Amount(number).map { amount(field, comparison, $0) } ?? .unknown
        case (.flag, .flag(let flag)):
            return SQLCondition("\(column) \(SQL(text: comparison.rawValue)) \(.flag(flag))")
        case (.moment, .moment(let moment)): return instant(column, comparison, moment.description)
        case (.moment, .day(let day)): return moment(column, comparison, day)
        case (.day, .day(let day)): return instant(column, comparison, day.description)
        case (.day, .moment(let moment)):
            return instant("(\(column) || 'T00:00:00Z')", comparison, moment.description)
        default: return .never
        }
    }

    /// Compares integers with a fraction, given its integer part: an integer that is less than the fraction is also
    /// less than the next integer.
    private func whole(
        _ column: SQL, _ comparison: Filter.Comparison, down: Int128, isWhole: Bool
    ) -> SQLCondition {
        func bound(_ sign: SQL) -> SQLCondition {
            if let value = Int64(exactly: down) {
                return SQLCondition("\(column) \(sign) \(.integer(value))")
            }
            // The constant doesn't fit in 64 bits, so all integers are on the same side of it.
            let holds = sign.text.hasPrefix("<") == (down > 0)
            return holds && sign.text != "=" ? SQLCondition("\(column) IS NOT NULL") : .never
        }
        switch comparison {
        case .equal: return isWhole ? bound("=") : .never
        case .less: return bound(isWhole ? "<" : "<=")
        case .lessOrEqual: return bound("<=")
        case .greater: return bound(">")
        case .greaterOrEqual: return bound(isWhole ? ">=" : ">")
        case .contains, .begins, .inside, .matches: return .never
        }
    }

    /// Compares moments with a day, from its first to its last second.
    private func moment(_ column: SQL, _ comparison: Filter.Comparison, _ day: Day) -> SQLCondition {
        let (first, last) = ("\(day)T00:00:00Z", "\(day)T23:59:59Z")
        switch comparison {
        case .equal:
            return .all([instant(column, .greaterOrEqual, first), instant(column, .lessOrEqual, last)])
        case .less, .greaterOrEqual: return instant(column, comparison, first)
        default: return instant(column, comparison, last)
        }
    }

    private func amount(_ field: Field, _ comparison: Filter.Comparison, _ amount: Amount) -> SQLCondition {
        let (whole, fraction) = ItemColumns.amount(field.name)
        let sign = SQL(text: comparison.rawValue)
        let (left, right): (SQLValue, SQLValue) = (
            SQLValue(amount.whole), SQLValue(Int(amount.tenThousandths))
        )
        return SQLCondition("(\(whole), \(fraction)) \(sign) (\(left), \(right))")
    }

    private func instant(_ column: SQL, _ comparison: Filter.Comparison, _ text: String) -> SQLCondition {
        SQLCondition("\(column) \(SQL(text: comparison.rawValue)) \(.text(text))")
    }

    private func text(
        _ column: SQL, _ beginning: SQL, _ comparison: Filter.Comparison, _ constant: FieldValue
    ) -> SQLCondition {
        guard case .text(let text) = constant else { return .never }
        let folded = Folding.fold(text)
        // Databases reject null characters, and no item contains them.
        guard !folded.utf8.contains(0) else { return .unknown }
        let value = SQLValue.text(folded)
        let isIndexedWhole = column == beginning
        switch comparison {
        case .contains: return SQLCondition("\(dialect.find(column, "\(value)")) > 0")
        case .begins:
            if folded.isEmpty { return SQLCondition("\(column) IS NOT NULL") }
            guard let end = FilterTranslation.end(ofPrefix: folded) else {
                return SQLCondition("\(column) >= \(value)")
            }
            let whole: SQL = "\(column) >= \(value) AND \(column) < \(.text(end))"
            if isIndexedWhole || folded.unicodeScalars.count > 200 { return SQLCondition("(\(whole))") }
            return SQLCondition("(\(beginning) >= \(value) AND \(beginning) < \(.text(end)) AND \(whole))")
        case .equal where !isIndexedWhole:
            let start = String(String.UnicodeScalarView(folded.unicodeScalars.prefix(200)))
            return SQLCondition("(\(beginning) = \(.text(start)) AND \(column) = \(value))")
        case .equal, .less, .lessOrEqual, .greater, .greaterOrEqual:
            return SQLCondition("\(column) \(SQL(text: comparison.rawValue)) \(value)")
        case .inside: return inside(column, beginning, PlacePath(folded))
        case .matches: return SQLCondition(sql: "\(column) IS NOT NULL", isExact: false)
        }
    }

    /// Returns the condition for a place and the places inside it. The part for the index finds additional items,
    /// because it doesn't normalize spaces and slashes.
    private func inside(_ column: SQL, _ beginning: SQL, _ place: PlacePath) -> SQLCondition {
        let path = dialect.placePath(column)
        guard let first = place.parts.first else { return SQLCondition("\(path) <> ''") }
        let whole = place.parts.joined(separator: "/")
        let exact: SQL =
            "(\(path) = \(.text(whole)) OR (\(path) >= \(.text(whole + "/")) AND \(path) < \(.text(whole + "0"))))"
        guard first.unicodeScalars.count <= 200, let end = FilterTranslation.end(ofPrefix: first) else {
            return SQLCondition(exact)
        }
        let found: SQL = """
            ((\(beginning) >= \(.text(first)) AND \(beginning) < \(.text(end))) OR \(beginning) < '!' \
            OR (\(beginning) >= '/' AND \(beginning) < '0'))
            """
        return SQLCondition("(\(found) AND \(exact))")
    }

    private func list(_ column: SQL, _ comparison: Filter.Comparison, _ constant: FieldValue) -> SQLCondition
    {
        guard case .text(let text) = constant else { return .never }
        let folded = Folding.fold(text)
        // Entries contain no line breaks, so a search text with one is never found.
        guard !folded.utf8.contains(where: { $0 == 0 || $0 == 0x0A }) else { return .unknown }
        switch comparison {
        case .contains: return SQLCondition("\(dialect.find(column, "\(.text(folded))")) > 0")
        case .begins: return SQLCondition("\(dialect.find(column, "\(.text("\n" + folded))")) > 0")
        case .equal: return SQLCondition("\(dialect.find(column, "\(.text("\n\(folded)\n"))")) > 0")
        case .less, .lessOrEqual, .greater, .greaterOrEqual, .inside, .matches:
            return SQLCondition(sql: "\(column) IS NOT NULL", isExact: false)
        }
    }

    /// Returns the first string that sorts after all strings with the prefix, in the order of Unicode
    /// scalars, or `nil` if there is none.
    static func end(ofPrefix prefix: String) -> String? {
        var scalars = prefix.unicodeScalars
        while let last = scalars.popLast() {
            guard last.value < 0x10FFFF else { continue }
            let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
            if let scalar = Unicode.Scalar(next) {
                scalars.append(scalar)
                return String(scalars)
            }
        }
        return nil
    }

    // MARK: Searches

    private mutating func condition(_ search: Search) -> SQLCondition {
        .all(
            search.sought.map { word in
                room -= 1
                return room < 0 || word.folded.utf8.contains { $0 == 0 || $0 == 0x0A }
                    ? .unknown : condition(word, in: search.scope)
            })
    }

    private func condition(_ word: SearchWord, in scope: [FieldKey]) -> SQLCondition {
        var fields: [Field] = []
        var isWhole = true
        if scope.isEmpty {
            fields = Field.all.filter { $0.traits.contains(.searchable) }
        } else {
            for key in scope {
                if let field = Field.with(key: key) {
                    fields.append(field)
                } else if key.customName != nil || key == Field.idKey {
                    isWhole = false
                }
            }
        }
        guard isWhole else { return .unknown }
        var columns = fields.compactMap(\.foldedColumn)
        if scope.isEmpty { columns.append("custom_folded") }
        let found = columns.map {
            SQLCondition("\(dialect.find(SQL(name: $0), "\(.text(word.folded))")) > 0")
        }
        return .any(found)
    }
}
