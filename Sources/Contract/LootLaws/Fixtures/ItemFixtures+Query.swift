package import LootCore

extension ItemFixtures {
    /// Returns a random query that is suitable for random items. It can contain a search, a filter, favorites, sort
    /// keys and sections.
    package static func query(using generator: inout some RandomNumberGenerator) -> Query {
        var query = Query()
        if generator.oneIn(4) {
            let word = String(text(using: &generator).prefix(Int.random(in: 1...6, using: &generator)))
            query.search = Search(word, in: generator.pick([], [], ["name"], ["tags", "custom.Color"]))
        }
        if generator.oneIn(3) { query.filter = filter(depth: 2, using: &generator) }
        query.favoritesOnly = generator.oneIn(6)
        query.hidesDisposed = generator.oneIn(3)
        while generator.oneIn(2), query.sort.count < 3 {
            query.sort.append(SortKey(field(using: &generator), generator.pick(.ascending, .descending)))
        }
        if generator.oneIn(3) { query.sectioning = sectioning(using: &generator) }
        return query
    }

    /// Returns a random filter. Parsing its description results in the same filter.
    package static func filter(depth: Int, using generator: inout some RandomNumberGenerator) -> Filter {
        if depth > 0, generator.oneIn(2) {
            let count = generator.pick(0, 2, 2, 3)
            let parts = (0..<count).map { _ in filter(depth: depth - 1, using: &generator) }
            return switch generator.pick(0, 1, 2) {
            case 0: .all(parts)
            case 1: .any(parts)
            default: .not(filter(depth: depth - 1, using: &generator))
            }
        }
        if generator.oneIn(6) { return calculated(using: &generator) }
        let key = field(using: &generator)
        if generator.oneIn(6) { return .isSet(key) }
        let declared = Field.with(key: key)?.type
        let type =
            declared ?? customFields.first { key == .custom($0.name) }?.type
            ?? generator.pick(from: CustomField.types, otherwise: .text)
        let orders = Filter.Comparison.orders
        switch declared {
        case .text, .list, nil:
            if generator.oneIn(3) { return textual(key, using: &generator) }
            return .compare(
                key, generator.pick(from: orders, otherwise: .equal),
                type == .list
                    ? .text(text(using: &generator))
                    : constant(beside: type == .integer ? .decimal : type, using: &generator))
        case .flag: return .compare(key, .equal, value(of: .flag, using: &generator))
        case .integer, .decimal, .amount, .day, .moment:
            return .compare(
                key, generator.pick(from: orders, otherwise: .equal),
                constant(beside: type, using: &generator))
        }
    }

    /// Returns a random constant of a type, or of a type that can be compared with it.
    private static func constant(
        beside type: FieldType, using generator: inout some RandomNumberGenerator
    ) -> FieldValue {
        switch type {
        case .integer, .amount:
            generator.pick(
                value(of: .integer, using: &generator), .amount(fraction(using: &generator)),
                .amount(fraction(using: &generator)), .integer(Int.random(in: 0...13, using: &generator)),
                .amount("-0.0001"), .integer(-1), .decimal(1e300), .decimal(50.123456))
        case .decimal:
            generator.pick(
                value(of: .integer, using: &generator), value(of: .decimal, using: &generator),
                .decimal(fraction(using: &generator).asDouble), .decimal(-1.5), .decimal(3), .integer(-1),
                .decimal(1e300))
        case .day, .moment:
            generator.pick(value(of: .day, using: &generator), value(of: .moment, using: &generator))
        case .text, .flag, .list: value(of: type, using: &generator)
        }
    }

    /// Returns a decimal number close to an integer that several random items have.
    private static func fraction(using generator: inout some RandomNumberGenerator) -> Amount {
        let whole = generator.pick(0, 1, 2, 3, 11, 12, 24, 50)
        let rest = generator.pick(5000, 1, 9999, 2500)
        return Amount(whole: whole, tenThousandths: rest) ?? 0
    }

    /// Returns a random filter that searches text.
    private static func textual(
        _ key: FieldKey, using generator: inout some RandomNumberGenerator
    ) -> Filter {
        let part = String(text(using: &generator).prefix(Int.random(in: 0...3, using: &generator)))
        return switch generator.pick(0, 1, 2, 3) {
        case 0: .compare(key, .contains, .text(part))
        case 1: .compare(key, .begins, .text(part))
        case 2:
            .compare(
                key, .inside,
                .text(
                    generator.pick(
                        "attic", " House", "house/Áttic", "House / Attic / Box 3", "/", "", "a", part)))
        default:
            .compare(
                key, .matches,
                .text(
                    generator.pick(
                        "a", "^sh?[i-r]", "[^a-z ]", "k$|é", "(st|ß)ra?", "\\d+", ".{4,6}", "\\bmac\\b",
                        "a/b", "")))
        }
    }

    /// Returns a random filter that compares a calculation.
    private static func calculated(using generator: inout some RandomNumberGenerator) -> Filter {
        .calculate(
            calculation(depth: 1, using: &generator),
            generator.pick(from: Filter.Comparison.orders, otherwise: .equal),
            generator.oneIn(2)
                ? .number(constant(beside: .integer, using: &generator))
                : calculation(depth: 2, using: &generator))
    }

    /// Returns a random calculation of two or more numbers.
    private static func calculation(
        depth: Int, using generator: inout some RandomNumberGenerator
    ) -> Calculation {
        func operand(_ generator: inout some RandomNumberGenerator) -> Calculation {
            if depth > 0, generator.oneIn(3) { return calculation(depth: depth - 1, using: &generator) }
            if generator.oneIn(3) {
                return .number(generator.pick(.integer(2), .amount("0.1"), .integer(-3), .integer(0)))
            }
            return .field(
                generator.pick(
                    "valueInDollars", "quantity", "purchasePrice", "custom.Pages", "custom.Weight",
                    "custom.Any"))
        }
        return .operation(
            .field(generator.pick("valueInDollars", "quantity", "purchasePrice", "custom.Pages")),
            generator.pick(from: Calculation.Operation.allCases, otherwise: .sum), operand(&generator))
    }

    /// Returns a random sectioning, with any rule or none, in either direction.
    package static func sectioning(using generator: inout some RandomNumberGenerator) -> any Sectioning {
        if generator.oneIn(5) { return SectioningByLength() }
        let rule: SectionRule =
            switch Int.random(in: 0...6, using: &generator) {
            case 0:
                .bands(
                    generator.pick("valueInDollars", "quantity", "custom.Pages", "custom.Weight"),
                    bounds: generator.pick(
                        [25, 50, 100], ["24.95", "50.0001", 100], ["-1.5", "0.1", 3], [2, 12]))
            case 1: .initial(generator.pick("name", "location", "custom.Color"))
            case 2: .year(generator.pick("dateCreated", "purchaseDate", "custom.Serviced"))
            case 3: .month(generator.pick("dateCreated", "warrantyUntil", "custom.Lent"))
            case 4: .flag(generator.pick("isFavorite", "custom.Insured"))
            case 5:
                .place(generator.pick("location", "notes", "custom.Color"), depth: generator.pick(nil, 1, 2))
            default: .value(field(using: &generator))
            }
        return SectioningByRule(rule: rule, direction: generator.pick(.ascending, .descending))
    }

    /// Returns a random built-in field or a custom field of random items.
    package static func field(using generator: inout some RandomNumberGenerator) -> FieldKey {
        if generator.oneIn(3) {
            return .custom(generator.pick(from: customFields.map(\.name) + ["Any"], otherwise: "Any"))
        }
        return generator.pick(from: Field.all.map(\.key), otherwise: "name")
    }
}

/// Groups items by any rule. Titles are descriptions of the keys.
struct SectioningByRule: Sectioning {
    let rule: SectionRule?
    let direction: SortDirection

    func title(for key: SectionKey) -> String { "\(key)" }
}

/// Groups items by the length of their names, which databases can't do.
struct SectioningByLength: Sectioning {
    func key(for item: Item) -> SectionKey { .number(item.name.unicodeScalars.count / 5) }
    func title(for key: SectionKey) -> String { "\(key)" }
}
