import LootCore
import LootTesting

/// Random edits by a person between two merges.
struct RandomSides {
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func list(_ count: Int) -> [Item] {
        (0..<count).map { _ in ItemFixtures.item(using: &generator) }
    }

    /// Returns the list after a number of edits.
    mutating func edited(_ list: [Item], steps: Int) -> [Item] {
        var items = list
        for _ in 0..<steps {
            let place = items.indices.randomElement(using: &generator)
            switch (Int.random(in: 0..<8, using: &generator), place) {
            case (0...1, _), (_, nil):
                items.insert(
                    ItemFixtures.item(using: &generator),
                    at: Int.random(in: 0...items.count, using: &generator))
            case (2, let place?): items.remove(at: place)
            case (3, let place?):
                let item = items.remove(at: place)
                items.insert(item, at: Int.random(in: 0...items.count, using: &generator))
            case (_, let place?): edit(&items[place])
            }
        }
        return items
    }

    mutating func edit(_ item: inout Item) {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0:
            item.tags = item.tags.filter { _ in Bool.random(using: &generator) } + [tag()]
        case 1: item.custom["Any"] = ItemFixtures.value(of: .integer, using: &generator)
        case 2: item.custom = [:]
        case 3:
            item.foreign = Bool.random(using: &generator) ? [] : [ForeignField("future", .number(tag()))]
        default:
            guard let field = Field.all.randomElement(using: &generator) else { return }
            let isCleared = Bool.random(using: &generator) && !field.traits.contains(.alwaysWritten)
            let value = isCleared ? nil : ItemFixtures.value(for: field, using: &generator)
            try? item.set(value, for: field.key)
        }
    }

    private mutating func tag() -> String { String(Int.random(in: 0..<20, using: &generator)) }
}

/// Returns the difference between two lists, or nil.
func difference(_ found: [Item], _ expected: [Item]) -> String? {
    if found.map(\.id) != expected.map(\.id) {
        return "the order is \(found.map(\.id.short)), not \(expected.map(\.id.short))"
    }
    return zip(found, expected).lazy.compactMap { $0.difference(from: $1) }.first
}
