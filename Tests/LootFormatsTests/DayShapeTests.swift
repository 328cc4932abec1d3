import LootCore
import Testing

@testable import LootFormats

@Suite struct `Dates in tables` {
    @Test(arguments: 0..<20)
    func `numbers are read the same with and without spaces`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<500 {
            let numbers = (0..<3).map { _ in
                let text = String(
                    Int.random(in: 0...[9, 40, 2100].randomElement(using: &random)!, using: &random))
                return Bool.random(using: &random) && text.count == 1 ? "0\(text)" : text
            }
            let sign = [".", "/", "-"].randomElement(using: &random)!
            // A year with hyphens is an ISO date, which contains no spaces.
            if numbers[0].count == 4, sign == "-" { continue }
            let text = numbers.joined(separator: sign)
            #expect(
                DayShape(text) == DayShape(numbers.joined(separator: "\(sign) ")), "\(text), seed \(seed)")
        }
    }

    @Test func `invalid dates are rejected`() {
        for text in [
            "31.02.2025", "1.1", "1.1.1.2025", "1..2025", ".1.2025", "1.1.20255", "a.b.c",
        ] {
            #expect(DayShape(text) == nil, "\(text)")
        }
        #expect(DayShape("24.12.2025") == Day("2025-12-24").map { .day($0) })
        #expect(DayShape("12/24/2025") == Day("2025-12-24").map { .ordered($0, dayFirst: false) })
        #expect(DayShape("0/0/0000") == DayShape.none)
    }
}
