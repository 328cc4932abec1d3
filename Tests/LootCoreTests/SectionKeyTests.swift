import LootCore
import LootTesting
import Testing
import TextSearch

@Suite struct SectionKeyTests {
    @Test func `the order of section keys is total, and equal keys have the same place in it`() {
        var keys: [SectionKey] = [.missing]
        for number in [-1, 0, 7] { keys += [.number(number), .amount(Amount(number))] }
        keys.append(.amount("6.5"))
        for item in ItemFixtures.items(20, seed: 5) {
            keys += [.text(item.name), .place(PlacePath("\(item.name) / Box"))]
        }
        for first in keys {
            for second in keys {
                let order = SectionKey.order(first, second)
                #expect(order == SectionKey.order(second, first).reversed, "\(first) \(second)")
                #expect((order == .same) == (first == second), "\(first) \(second)")
                guard order == .ascending else { continue }
                let contradiction = keys.first {
                    SectionKey.order(second, $0) == .ascending && SectionKey.order(first, $0) != .ascending
                }
                #expect(contradiction == nil, "\(first) \(second)")
            }
        }
    }

    @Test func `items without a value are last in both directions`() {
        struct Sections: Sectioning {
            let direction: SortDirection
            func title(for key: SectionKey) -> String { "\(key)" }
        }
        for direction in [SortDirection.ascending, .descending] {
            let sections = Sections(direction: direction)
            #expect(sections.order(.number(1), .missing) == .ascending)
            #expect(sections.order(.missing, .text("A")) == .descending)
        }
        #expect(Sections(direction: .descending).order(.number(1), .number(2)) == .descending)
    }
}
