public import LootCore

/// Random items for tests. They cover everything that an item can contain: rare fields, custom fields of all types,
/// unknown fields, text in many scripts, and minimum and maximum values. All of them are valid in a store, but a few
/// violate the stricter rules for people.
public enum ItemFixtures {
    /// The custom fields of random items, each with a single type. In addition, `Any` has a different type in each
    /// item.
    package static let customFields: [(name: String, type: FieldType)] = [
        ("Color", .text), ("Pages", .integer), ("Weight", .decimal), ("Insured", .flag),
        ("Serviced", .moment), ("Lent", .day),
    ]

    /// Returns random items with unique IDs. The same seed always results in the same items.
    public static func items(_ count: Int, seed: UInt64) -> [Item] {
        var generator = SeededGenerator(seed: seed)
        return (0..<max(0, count)).map { _ in item(using: &generator) }
    }

    /// Returns a random item. Names, values and locations are from a small range, so that searches, filters and
    /// sections match several items.
    package static func item(using generator: inout some RandomNumberGenerator) -> Item {
        var item = Item(
            id: ItemID(using: &generator), name: text(using: &generator),
            value: generator.oneIn(8) ? nil : amount(using: &generator),
            serialNumber: generator.oneIn(2) ? nil : String(ItemID(using: &generator).short),
            dateCreated: moment(using: &generator), isFavorite: generator.oneIn(3))
        if generator.oneIn(2) { addDetails(to: &item, using: &generator) }
        switch item.id.low % 24 {
        case 0: item.name = ""
        case 1: item.valueInDollars = item.id.high % 2 == 0 ? -40 : .min
        default: break
        }
        return item
    }

    /// Returns a random valid text that isn't empty: one to three words in many scripts. Some differ only in case,
    /// accents or normalization.
    package static func text(using generator: inout some RandomNumberGenerator) -> String {
        let count = Int.random(in: 1...3, using: &generator)
        return (0..<count).map { _ in generator.pick(from: words, otherwise: "Lamp") }.joined(separator: " ")
    }

    /// Returns a random value that is valid for custom fields of the type, and for built-in fields without further
    /// rules.
    package static func value(of type: FieldType, using generator: inout some RandomNumberGenerator)
        -> FieldValue
    {
        switch type {
        case .text: .text(text(using: &generator))
        case .integer: .integer(value(using: &generator))
        case .decimal:
            .decimal(
                generator.pick(
                    0.1, -1.5, 3, 1e300, -.leastNonzeroMagnitude, .greatestFiniteMagnitude,
                    Double.random(in: -100...100, using: &generator)))
        case .amount: .amount(amount(using: &generator))
        case .flag: .flag(Bool.random(using: &generator))
        case .moment: .moment(moment(using: &generator))
        case .day: .day(moment(using: &generator).day)
        case .list:
            .list((0..<Int.random(in: 1...3, using: &generator)).map { _ in text(using: &generator) })
        }
    }

    /// Returns a random value that is valid for a field.
    package static func value(for field: Field, using generator: inout some RandomNumberGenerator)
        -> FieldValue
    {
        // Asset numbers are unique.
        if field.key == "number" { return .text("N-\(UInt32.random(in: 0...UInt32.max, using: &generator))") }
        if field.traits.contains(.files) { return files(using: &generator) }
        if field.traits.contains(.care) { return care(using: &generator) }
        if field.traits.contains(.loans) { return loans(using: &generator) }
        if field.traits.contains(.currency) { return .text(generator.pick("EUR", "CHF", "USD")) }
        if let choice = field.choices.randomElement(using: &generator) { return .text(choice) }
        if field.traits.contains(.period) {
            return .text(generator.pick("10 days", "2 weeks", "1 month", "36 months", "1 year"))
        }
        if field.traits.contains(.depreciation) {
            return .text(
                generator.pick("straight-line 10 years", "straight-line 36 months to 10%", "declining 20%"))
        }
        if field.traits.contains(.place), generator.oneIn(2) {
            let stroke = generator.pick("/", " / ", "/ ")
            return .text("\(text(using: &generator))\(stroke)\(text(using: &generator))")
        }
        guard field.traits.contains(.photo) else { return value(of: field.type, using: &generator) }
        return .text(FileID(of: [UInt8.random(in: 0...255, using: &generator)]).description)
    }

    /// Returns a random maintenance log in ascending order, with repeated days and with separators in the texts.
    private static func care(using generator: inout some RandomNumberGenerator) -> FieldValue {
        let entries = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
            CareEntry(
                on: Day(daysSinceEpoch: 20_000 + Int.random(in: 0...3, using: &generator)) ?? .first,
                cost: generator.oneIn(2) ? nil : "40.5", note: text(using: &generator))
        }
        let sorted = entries.sorted { $0.day < $1.day }
        return .list(
            sorted.map {
                var entry = $0
                if entry.cost != nil { entry.currency = Currency("EUR") }
                return entry.description
            })
    }

    /// Returns random loans in all states.
    private static func loans(using generator: inout some RandomNumberGenerator) -> FieldValue {
        let entries = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
            let day = Day(daysSinceEpoch: 20_000 + Int.random(in: 0...3, using: &generator)) ?? .first
            return LoanEntry(
                generator.pick(.reserved, .lent, .returned(day)), to: text(using: &generator),
                quantity: generator.oneIn(2) ? nil : 2, from: day, until: generator.oneIn(2) ? nil : day)
        }
        return .list(entries.map(\.description))
    }

    private static func files(using generator: inout some RandomNumberGenerator) -> FieldValue {
        let files = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
            FileEntry(
                id: FileID(of: [UInt8.random(in: 0...255, using: &generator)]),
                name: generator.pick("receipt.pdf", "Réceipt (2).pdf", "a, b; c.txt", "shiny mac", "🎁.jpg"),
                mediaType: generator.pick("application/pdf", "text/plain", "image/jpeg"),
                size: Int.random(in: 1...StoredFile.greatestSize, using: &generator))
        }
        return .list(files.map(\.description))
    }

    /// Returns a random moment, usually in recent years, and sometimes the first or last possible one.
    package static func moment(using generator: inout some RandomNumberGenerator) -> Moment {
        if generator.oneIn(20) { return generator.pick(.first, .last) }
        let seconds = Int64.random(in: 1_640_995_200..<1_798_761_600, using: &generator)
        return Moment(secondsSinceEpoch: generator.oneIn(10) ? -seconds : seconds) ?? .first
    }

    private static func value(using generator: inout some RandomNumberGenerator) -> Int {
        if generator.oneIn(20) { return generator.pick(Int.max, Int.max - 1, 1 << 53 + 1) }
        return Int.random(in: 0...120, using: &generator)
    }

    private static func amount(using generator: inout some RandomNumberGenerator) -> Amount {
        let whole = value(using: &generator)
        if generator.oneIn(2) { return Amount(whole) }
        let rest = generator.pick(9950, 5000, 100, 1, 9999, Int.random(in: 0...9999, using: &generator))
        return Amount(whole: whole, tenThousandths: rest) ?? Amount(whole)
    }

    private static func addDetails(to item: inout Item, using generator: inout some RandomNumberGenerator) {
        for field in Field.all.dropFirst(Field.core.count) where generator.oneIn(3) {
            // An invalid value is skipped, because stores don't have to keep it.
            try? item.set(detail(of: field, using: &generator), for: field.key)
        }
        for (name, type) in customFields where generator.oneIn(4) {
            item.custom[name] = value(of: type, using: &generator)
        }
        if generator.oneIn(6) {
            let type = generator.pick(from: CustomField.types, otherwise: .text)
            item.custom["Any"] = value(of: type, using: &generator)
        }
        if generator.oneIn(6) { item.foreign = foreignFields }
    }

    /// Returns a random value for a rare field, from a small range, so that several items share it.
    private static func detail(
        of field: Field, using generator: inout some RandomNumberGenerator
    ) -> FieldValue {
        switch field.type {
        case .text where field.traits.contains(.multiline):
            .text("\(text(using: &generator))\n\t\(text(using: &generator))")
        case .text
        where field.key != "number" && field.choices.isEmpty
            && field.traits.isDisjoint(with: .formatted):
            .text(
                generator.pick(
                    "Attic", "attic", "Cellar", "Küche", "納戸", "House / Attic / Box 3", "house/attic",
                    " /House//Áttic ",
                    "House  /\u{2003}Attic", "/"))
        case .integer where field.range.upperBound < .max:
            .integer(generator.pick(field.range.lowerBound, 2, 12, field.range.upperBound))
        case .list where field.traits.isDisjoint(with: [.files, .log]):
            .list(
                (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                    generator.pick("red", "Réd", "old, but good", "back\\slash", " spaced ", "🎁")
                })
        default: value(for: field, using: &generator)
        }
    }

    /// Unknown fields with values of all kinds.
    package static let foreignFields: [ForeignField] = [
        ForeignField("futureFlag", .flag(true)),
        ForeignField("futureNumber", .number("12345678901234567890")),
        ForeignField(
            "futureObject",
            .object([
                ForeignField("zeta", .array([.text("ä"), .flag(false), .number("-0.25")])),
                ForeignField("alpha", .text("line\nbreak")),
            ])),
    ]

    static let words = [
        "Fluffy", "Rusty", "Shiny", "shiny", "Bear", "Spork", "Mac", "MAĆ", "Straße", "strasse", "Café",
        "Cafe\u{301}", "Ångström", "A\u{30A}ngström", "łódź", "Ελλάδα", "дом", "שלום", "مرحبا", "한국어", "日本",
        "𝒳𝓎", "👩‍👩‍👧", "🇨🇭", "4K", "50%", "_x", "O'Neil", "\"quoted\"", "back\\slash", "a,b;c", "<tag>", "&amp;",
    ]
}
