import LootCore
import LootQueryText
import LootTesting
import Testing

@Suite struct `Filters of every kind` {
    @Test func `a condition's description is parsed as the same condition`() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<2000 {
            let filter = ItemFixtures.filter(depth: 4, using: &generator)
            #expect(try Filter(parsing: filter.description) == filter, "\(filter)")
        }
    }

    @Test func `any text is valid as a constant and as a custom name`() throws {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<3000 {
            let (name, text) = (
                ItemFixtures.anyText(using: &generator), ItemFixtures.anyText(using: &generator)
            )
            let filter = Filter.compare(.custom(name), .equal, .text(text))
            guard case .compare(let key, .equal, let value) = try Filter(parsing: "all and \(filter)").last
            else {
                Issue.record("\(filter) is read as something else")
                continue
            }
            #expect(key.customName.map { Array($0.utf8) } == Array(name.utf8))
            #expect(value.isIdentical(to: .text(text)), "\(text.debugDescription)")
        }
    }

    @Test func `invalid text is an error and never a trap`() {
        var generator = SeededGenerator(seed: 3)
        let words = [
            "value", "name", "custom.", "custom.X", "is", "not", "set", "and", "or", "(", ")", "=", "<=", "!",
            "~", "^", "50", "+", "-", "*", "/", ",", "in", "between", "has", "today", "+3d", "2025",
            "2025-05", "/a+/",
            "warranty", "created", "1e9", "1e999", ".5",
            "\"", "'", "\\", "favorite", "all", "none", "2026-11-20", "\u{301}", "é", "\0", "\r\n",
        ]
        var readable = 0
        for _ in 0..<10_000 {
            let count = Int.random(in: 0...7, using: &generator)
            let parts = (0..<count).map { _ in words[Int.random(in: 0..<words.count, using: &generator)] }
            let text = parts.joined(separator: Bool.random(using: &generator) ? " " : "")
            if let filter = try? Filter(parsing: text) {
                readable += 1
                #expect((try? Filter(parsing: filter.description)) == filter, "\(text.debugDescription)")
            }
        }
        #expect(readable > 100)
    }

    @Test(arguments: ["(", "not ", "not (", "((value > 1) and ", "1 + (", "value + (", "(value + ("])
    func `deep nesting is rejected before it exhausts the stack`(opening: String) {
        let text = String(repeating: opening, count: 19_000 / opening.count) + "all"
        let error = #expect(throws: LootError.self) { try Filter(parsing: text) }
        #expect(error?.reason == "It is nested more than \(64) levels deep.")
    }

    @Test func `the maximum nesting can be parsed`() throws {
        let text = String(repeating: "(", count: 63) + "value > 1" + String(repeating: ")", count: 63)
        #expect(try Filter(parsing: text) == .compare("valueInDollars", .greater, .integer(1)))
    }

    @Test func `the error for a long calculation or filter contains the limit`() {
        let sum = "1" + String(repeating: " + 1", count: 4000) + " > value"
        let error = #expect(throws: LootError.self) { try Filter(parsing: sum) }
        #expect(error?.reason == "A calculation has more than \(64) steps.")
        for text in [String(repeating: "(", count: 100_000), String(repeating: "é ", count: 50_000)] {
            let error = #expect(throws: LootError.self) { try Filter(parsing: text) }
            #expect(error?.reason == "It is longer than \(20_000) characters.")
            #expect(error?.excerpt?.position == 20_000)
        }
    }

    @Test func `a long list of conditions doesn't count as nesting`() throws {
        let text = Array(repeating: "value > 1", count: 1400).joined(separator: " or ")
        #expect(try Filter(parsing: text).matches(Item(name: "Lamp", valueInDollars: 2)))
    }
}

extension Filter {
    fileprivate var last: Filter? {
        guard case .all(let parts) = self else { return nil }
        return parts.last
    }
}
