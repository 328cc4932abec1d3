import Foundation
import LootCore
import LootFoundation
import LootTesting
import Testing

@Suite struct CalendarTests {
    @Test func `the months of ten thousand years have the correct first and last days`() throws {
        var days = Int(Day.first.daysSinceEpoch)
        var failures: [String] = []
        for year in 1...9999 {
            let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
            for (index, length) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated()
            {
                let month = index + 1
                for day in [1, length] {
                    let found = Day(daysSinceEpoch: days + day - 1)
                    let isRight =
                        found == Day(year: year, month: month, day: day)
                        && found.map { [$0.components.year, $0.components.month, $0.components.day] } == [
                            year, month, day,
                        ]
                    if !isRight { failures.append("\(year)-\(month)-\(day)") }
                }
                if Day(year: year, month: month, day: length + 1) != nil {
                    failures.append("\(year)-\(month)")
                }
                days += length
            }
        }
        #expect(failures == [])
        #expect(days == Int(Day.last.daysSinceEpoch) + 1)
        #expect(Day(daysSinceEpoch: days) == nil)
        #expect(Day(daysSinceEpoch: Int(Day.first.daysSinceEpoch) - 1) == nil)
    }

    @Test(arguments: [
        (0, 1, 1), (10_000, 1, 1), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (Int.max, 1, 1),
        (1, .min, .max),
    ])
    func `invalid dates are nil`(year: Int, month: Int, day: Int) {
        #expect(Day(year: year, month: month, day: day) == nil)
    }

    @Test func `times are read and written like in Foundation`() throws {
        var generator = SeededGenerator(seed: 1)
        let style = Date.ISO8601FormatStyle()
        // Before 1583, Foundation uses the Julian calendar, and ISO 8601 the Gregorian one.
        let range = try #require(Moment("1583-01-01")).secondsSinceEpoch...Moment.last.secondsSinceEpoch
        for _ in 0..<2000 {
            let seconds = Int64.random(in: range, using: &generator)
            let moment = try #require(Moment(secondsSinceEpoch: seconds))
            #expect(moment.description == moment.date.formatted(style))
            #expect(Moment(moment.description) == moment)
            #expect(Moment(moment.date) == moment)
            #expect(moment.description.hasPrefix(moment.day.description))
            #expect(Moment(startOf: moment.day) <= moment)
        }
    }

    @Test(arguments: ["2026-11-20T10:00:07Z", "2026-11-20T10:00:07+00:00", "2026-11-20"])
    func `a time with a wrong character isn't a time`(text: String) {
        for place in text.utf8.indices where (0x30...0x39).contains(text.utf8[place]) {
            for byte in UInt8(0x20)..<0x7F where !(0x30...0x39).contains(byte) {
                var wrong = text
                wrong.replaceSubrange(place...place, with: String(Character(Unicode.Scalar(byte))))
                #expect(Moment(wrong) == nil)
                if wrong.utf8.count == 10 { #expect(Day(wrong) == nil) }
            }
        }
    }

    @Test func `written dates are read back unchanged`() {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<2000 {
            let moment = ItemFixtures.moment(using: &generator)
            #expect(Day(moment.day.description) == moment.day)
        }
        #expect(Day.first.description == "0001-01-01")
        #expect(Day.last.description == "9999-12-31")
        #expect(Moment.first.description == "0001-01-01T00:00:00Z")
        #expect(Moment.last.description == "9999-12-31T23:59:59Z")
    }

    @Test(arguments: [
        ("2026-11-20", "2026-11-20T00:00:00Z"), ("2026-11-20T10:00Z", "2026-11-20T10:00:00Z"),
        ("2026-11-20 10:00:00Z", "2026-11-20T10:00:00Z"),
        ("2026-11-20T10:00:00.999Z", "2026-11-20T10:00:00Z"),
        ("2026-11-20T10:00:00+02:00", "2026-11-20T08:00:00Z"),
        ("2026-01-01T00:00:00-23:59", "2026-01-01T23:59:00Z"),
        ("1969-12-31T23:59:59Z", "1969-12-31T23:59:59Z"),
        ("2024-02-29T12:00:00+00:00", "2024-02-29T12:00:00Z"),
    ])
    func `the usual formats of times are accepted`(text: String, expected: String) {
        #expect(Moment(text)?.description == expected)
    }

    @Test(arguments: [
        "", "2026", "2026-11", "2026-11-20T", "2026-11-20T10", "2026-11-20T10:00", "2026-11-20T10:00:00",
        "2026-11-20Z",
        "2026-11-20T24:00:00Z", "2026-11-20T10:60:00Z", "2026-11-20T10:00:60Z", "2026-11-20T10:00:00.Z",
        "2026-11-20T10:00:00Zx", "2026-11-20T10:00:00+2:00", "2026-11-20T10:00:00+0200",
        "2026-11-20x10:00:00Z",
        "2026-11-31T10:00:00Z", "0000-01-01", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01",
        "２０２６-11-20", "2026-11-20T10:00:0", "-026-11-20", "2026/11/20",
    ])
    func `other text isn't a time`(text: String) { #expect(Moment(text) == nil) }

    @Test func `random text never traps`() {
        var generator = SeededGenerator(seed: 3)
        let bytes = Array("0123456789-:T Z.+é".utf8)
        for _ in 0..<5000 {
            let count = Int.random(in: 0...30, using: &generator)
            let text = String(
                decoding: (0..<count).map { _ in bytes[Int.random(in: 0..<bytes.count, using: &generator)] },
                as: UTF8.self)
            _ = (Moment(text), Day(text))
        }
    }

    @Test func `dates out of range become the nearest valid ones`() {
        #expect(Moment(Date(timeIntervalSince1970: -.infinity)) == .first)
        #expect(Moment(Date(timeIntervalSince1970: .infinity)) == .last)
        #expect(Moment(Date(timeIntervalSince1970: .greatestFiniteMagnitude)) == .last)
        #expect(Moment(Date(timeIntervalSince1970: .nan)).secondsSinceEpoch == 0)
        #expect(Moment(Date(timeIntervalSince1970: -0.5)).secondsSinceEpoch == -1)
        #expect(Moment(secondsSinceEpoch: .max) == nil && Moment(secondsSinceEpoch: .min) == nil)
    }
}
