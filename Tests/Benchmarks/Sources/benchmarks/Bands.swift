import LootCore

/// Twenty sections by value, and one for items with a higher value.
struct Bands: Sectioning {
    var rule: SectionRule? { .bands("valueInDollars", bounds: (1...20).map { Amount($0 * 50) }) }

    func title(for key: SectionKey) -> String { "Band \(key)" }
}

extension Item {
    private static let created = Moment("2026-01-01") ?? .now

    /// Returns a typical item: a name of 10 to 30 bytes, a value up to 1,000, a serial number.
    static func sample(_ number: Int, using generator: inout SeededGenerator) -> Item {
        var item = Item.random(using: &generator, dateCreated: created)
        item.name += Bool.random(using: &generator) ? " number \(number)" : " \(number)"
        item.valueInDollars = Int.random(in: 0...1050, using: &generator)
        return item
    }

    /// Returns a typical item with the details that a household records.
    static func thing(_ number: Int, using generator: inout SeededGenerator) -> Item {
        var item = sample(number, using: &generator)
        item.location = ["House / Attic / Box \(number % 40)", "House / Kitchen", "Garage"]
            .randomElement(using: &generator)
        item.tags = ["fragile", "insured", "old"].filter { _ in Bool.random(using: &generator) }
        item.purchaseDate = Day(
            year: Int.random(in: 2015...2026, using: &generator),
            month: Int.random(in: 1...12, using: &generator), day: 14)
        return item
    }
}
