import LootCore

/// Twenty sections by value, and the items that are worth more.
struct Bands: Sectioning {
    var rule: SectionRule? { .bands("valueInDollars", bounds: (1...20).map { $0 * 50 }) }

    func title(for key: SectionKey) -> String { "Band \(key)" }
}

extension Item {
    /// An item as people have them: a name of 10 to 30 bytes, a value up to 1,000, a serial number.
    static func sample(_ number: Int, using generator: inout SeededGenerator) -> Item {
        var item = Item.random(using: &generator, dateCreated: .first)
        item.name += Bool.random(using: &generator) ? " number \(number)" : " \(number)"
        item.valueInDollars = Int.random(in: 0...1050, using: &generator)
        return item
    }
}
