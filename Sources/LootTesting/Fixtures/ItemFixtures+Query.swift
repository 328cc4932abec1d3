public import LootCore

extension ItemFixtures {
    /// A query that has something to say about random items: search, filter, favorites, sort and sections, each
    /// of them sometimes.
    public static func query(using generator: inout some RandomNumberGenerator) -> Query {
        var query = Query()
        if generator.oneIn(4) {
            let word = String(text(using: &generator).prefix(Int.random(in: 1...6, using: &generator)))
            query.search = Search(word, in: generator.pick([], [], ["name"], ["tags", "custom.Color"]))
        }
        if generator.oneIn(3) { query.filter = filter(depth: 2, using: &generator) }
        query.favoritesOnly = generator.oneIn(6)
        while generator.oneIn(2), query.sort.count < 3 {
            query.sort.append(SortKey(field(using: &generator), generator.pick(.ascending, .descending)))
        }
        if generator.oneIn(3) { query.sectioning = sectioning(using: &generator) }
        return query
    }

    /// A condition as the filter language can say it: reading its description gives it back.
    public static func filter(depth: Int, using generator: inout some RandomNumberGenerator) -> Filter {
        if depth > 0, generator.oneIn(2) {
            let count = generator.pick(0, 2, 2, 3)
            let parts = (0..<count).map { _ in filter(depth: depth - 1, using: &generator) }
            return switch generator.pick(0, 1, 2) {
            case 0: .all(parts)
            case 1: .any(parts)
            default: .not(filter(depth: depth - 1, using: &generator))
            }
        }
        let key = field(using: &generator)
        if generator.oneIn(6) { return .isSet(key) }
        let type =
            Field.with(key: key)?.type ?? customFields.first { key == .custom($0.name) }?.type
            ?? generator.pick(from: CustomField.types, otherwise: .text)
        if generator.oneIn(4) {
            return .compare(
                key, generator.pick(.contains, .begins),
                .text(String(text(using: &generator).prefix(Int.random(in: 0...3, using: &generator)))))
        }
        let comparisons: [Filter.Comparison] = [.equal, .less, .lessOrEqual, .greater, .greaterOrEqual]
        return .compare(
            key, generator.pick(from: comparisons, otherwise: .equal),
            type == .list ? .text(text(using: &generator)) : value(of: type, using: &generator))
    }

    /// A sectioning by a rule of any kind, in either direction, or one without a rule.
    public static func sectioning(using generator: inout some RandomNumberGenerator) -> any Sectioning {
        if generator.oneIn(5) { return SectioningByLength() }
        let rule: SectionRule =
            switch Int.random(in: 0...5, using: &generator) {
            case 0:
                .bands(generator.pick("valueInDollars", "quantity", "custom.Pages"), bounds: [25, 50, 100])
            case 1: .initial(generator.pick("name", "location", "custom.Color"))
            case 2: .year(generator.pick("dateCreated", "purchaseDate", "custom.Serviced"))
            case 3: .month(generator.pick("dateCreated", "warrantyUntil", "custom.Lent"))
            case 4: .flag(generator.pick("isFavorite", "custom.Insured"))
            default: .value(field(using: &generator))
            }
        return SectioningByRule(rule: rule, direction: generator.pick(.ascending, .descending))
    }

    /// A built-in field, or a custom one of random items.
    public static func field(using generator: inout some RandomNumberGenerator) -> FieldKey {
        if generator.oneIn(3) {
            return .custom(generator.pick(from: customFields.map(\.name) + ["Any"], otherwise: "Any"))
        }
        return generator.pick(from: Field.all.map(\.key), otherwise: "name")
    }
}

/// Parts items by any rule, and shows its keys as they are.
struct SectioningByRule: Sectioning {
    let rule: SectionRule?
    let direction: SortDirection

    func title(for key: SectionKey) -> String { "\(key)" }
}

/// Parts items by the length of their names: no database can do it by itself.
struct SectioningByLength: Sectioning {
    func key(for item: Item) -> SectionKey { .number(item.name.unicodeScalars.count / 5) }
    func title(for key: SectionKey) -> String { "\(key)" }
}
