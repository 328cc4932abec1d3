import Foundation
import LootCore
import LootFoundation
import Testing

@Suite struct ConversionTests {
    @Test func `moments and dates convert into each other`() {
        let moment = Moment("2026-11-20T10:00:00Z")
        #expect(moment.map { Moment($0.date) } == moment)
        #expect(moment.map { $0.date.timeIntervalSince1970 } == 1_795_168_800)
    }

    @Test func `days and date components convert into each other`() {
        let day = Day(year: 2024, month: 2, day: 29)
        #expect(day.flatMap { Day($0.dateComponents) } == day)
        #expect(Day(DateComponents(year: 2023, month: 2, day: 29)) == nil)
        #expect(Day(DateComponents(year: 2023, month: 2)) == nil)
    }

    @Test func `the day of a date depends on the time zone`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 3600))
        let date = try #require(Moment("2026-12-31T23:30:00Z")).date
        #expect(Day(date, in: calendar) == Day(year: 2027, month: 1, day: 1))
    }

    @Test(arguments: ["0", "45", "-0.05", "1299.5", "0.0001", "123456789.1234"])
    func `amounts and decimal numbers convert into each other exactly`(text: String) throws {
        let amount = try #require(Amount(text))
        let decimal = try #require(Decimal(string: text))
        #expect(Decimal(amount) == decimal && Amount(decimal) == amount)
    }

    @Test func `a number with more than four decimals isn't an amount`() throws {
        #expect(Amount(try #require(Decimal(string: "0.00001"))) == nil)
        #expect(Amount(Decimal.nan) == nil)
    }

    @Test func `an error has a localized description`() {
        let error = LootError(
            .usage, "Can't add the item.", reason: "Its name is empty.", advice: "Enter a name.")
        #expect((error as any Error).localizedDescription == "Can't add the item. Its name is empty.")
        #expect(error.failureReason == "Its name is empty." && error.recoverySuggestion == "Enter a name.")
        let other = LootError(.noSuchItem, "No item has this number.")
        #expect((other as any Error).localizedDescription == "No item has this number.")
        #expect(other.failureReason == "No item has this number." && other.recoverySuggestion == nil)
    }
}
