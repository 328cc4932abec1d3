import LootCore

/// A section rule as an SQL expression.
struct SectionTranslation {
    /// The key of a row's section. Null means the last section.
    let key: SQL
    /// The terms that order sections as the core does: the key or an equivalent.
    let order: [SQL]
    /// The type of the key.
    private let kind: Kind

    private enum Kind {
        case number
        case amount
        case text
        case initial
    }

    /// Translates a rule. Returns `nil` if only the core can evaluate it.
    init?(_ rule: SectionRule) {
        let field = Field.with(key: rule.field)
        if field == nil, rule.field.customName != nil { return nil }
        let column = field.map { SQL(name: $0.name) }
        switch rule {
        case .bands(_, let bounds):
            guard let field, let column, field.type == .integer || field.type == .amount else {
                self.init(missing: .number)
                return
            }
            var cases = SQL()
            for (index, bound) in bounds.enumerated() {
                let isBelow = SectionTranslation.isBelow(bound, field)
                cases.append(" WHEN \(isBelow) THEN \(number: index)" as SQL)
            }
            let bands: SQL = cases.text.isEmpty ? "0" : "CASE\(cases) ELSE \(number: bounds.count) END"
            let key: SQL = "CASE WHEN \(column) IS NULL THEN NULL ELSE \(bands) END"
            self.init(key: key, kind: .number)
        case .initial:
            if rule.field == Field.idKey { return nil }
            guard let field, field.type == .text else {
                self.init(missing: .initial)
                return
            }
            guard let initial = field.initialColumn else { return nil }
            self.init(key: SQL(name: initial), kind: .initial)
        case .year, .month:
            guard let column, field?.type == .moment || field?.type == .day else {
                self.init(missing: .number)
                return
            }
            let year: SQL = "CAST(substr(\(column), 1, 4) AS INTEGER)"
            if case .year = rule {
                self.init(key: year, kind: .number)
            } else {
                self.init(key: "(\(year) * 100 + CAST(substr(\(column), 6, 2) AS INTEGER))", kind: .number)
            }
        case .flag:
            guard let column, field?.type == .flag else {
                self.init(key: "1", order: [], kind: .number)
                return
            }
            self.init(key: "CASE WHEN \(column) THEN 0 ELSE 1 END", kind: .number)
        // Databases can't compare places by components.
        case .place: return nil
        case .value:
            if rule.field == Field.idKey { return nil }
            guard let field, let column else {
                self.init(missing: .text)
                return
            }
            switch field.type {
            case .integer: self.init(key: column, kind: .number)
            case .amount:
                let (whole, fraction) = ItemColumns.amount(field.name)
                self.init(
                    key: "(CAST(\(whole) AS TEXT) || ':' || CAST(\(fraction) AS TEXT))",
                    order: [whole, fraction],
                    kind: .amount)
            case .flag: self.init(key: "CASE WHEN \(column) THEN 1 ELSE 0 END", kind: .number)
            case .text:
                self.init(key: column, order: [SQL(name: "\(field.name)_folded"), column], kind: .text)
            case .moment, .day: self.init(key: column, kind: .text)
            case .decimal, .list: return nil
            }
        }
    }

    private init(key: SQL, order: [SQL]? = nil, kind: Kind) {
        self.key = key
        self.order = order ?? [key]
        self.kind = kind
    }

    /// Returns the condition that a number or amount is less than a bound. The bounds become part of the text instead
    /// of values, because they belong to the list's layout and not to the query.
    private static func isBelow(_ bound: Amount, _ field: Field) -> SQL {
        let (whole, fraction) = ItemColumns.amount(field.name)
        if field.type == .amount {
            return "(\(whole), \(fraction)) < (\(number: bound.whole), \(number: Int(bound.tenThousandths)))"
        }
        // An integer is less than a fraction if it isn't greater than the fraction's integer part.
        let sign: SQL = bound.tenThousandths > 0 ? "<=" : "<"
        return "\(whole) \(sign) \(number: bound.whole)"
    }

    /// Returns the amount of a two-part key.
    private static func amount(_ key: String) -> Amount? {
        let parts = key.split(separator: ":").map { Int($0) }
        guard parts.count == 2, let whole = parts[0], let rest = parts[1] else { return nil }
        return Amount(whole: whole, tenThousandths: rest)
    }

    private init(missing kind: Kind) { self.init(key: "NULL", order: [], kind: kind) }

    /// Returns the condition for the rows of a section.
    func condition(for section: SectionKey) -> SQL {
        switch section {
        case .number(let number): "\(key) = \(.integer(Int64(number)))"
        case .amount(let amount):
            "\(key) = \(.text("\(amount.whole):\(amount.tenThousandths)"))"
        case .text(let text):
            "\(key) = \(.text(kind == .initial ? ItemColumns.initialKey(ofLetter: text) : text))"
        case .place: "FALSE"
        case .missing: "\(key) IS NULL"
        }
    }

    func sectionKey(in row: SQLRow, _ column: Int) -> SectionKey {
        switch kind {
        case .number: row.integer(column).flatMap { Int(exactly: $0) }.map { .number($0) } ?? .missing
        case .amount: row.text(column).flatMap(SectionTranslation.amount).map { .amount($0) } ?? .missing
        case .text: row.text(column).map { .text($0) } ?? .missing
        case .initial: row.text(column).map { .text(ItemColumns.initial(ofKey: $0)) } ?? .missing
        }
    }
}
