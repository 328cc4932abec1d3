import Localization
import LootCore
import LootQueryText
import Testing

@Suite struct CalendarSpanTests {
    @Test(
        arguments: [
            ("36 months", "36 months"), ("36months", "36 months"), ("36 mo", "36 months"),
            ("36M", "36 months"),
            ("2y", "2 years"), ("1 yr", "1 year"), ("14d", "14 days"), ("2 wks", "2 weeks"),
            ("P36M", "36 months"),
            ("p2y", "2 years"), (" 6 months ", "6 months"), ("1 month", "1 month"), ("0d", "0 days"),
            ("3 6 months", nil), ("months", nil), ("6", nil), ("", nil), ("P", nil), ("P6months", nil),
            ("P1Y6M", nil),
            ("-6 months", nil), ("1.5 years", nil), ("6 moons", nil), ("٦ months", nil),
            ("99999999999999999999 days", nil),
            ("99999999 days", nil),
        ] as [(String, String?)])
    func `a period is read in many spellings and written in one`(text: String, spelling: String?) {
        let span = CalendarSpan(text)
        #expect(span?.description == spelling)
        if let spelling { #expect(CalendarSpan(spelling) == span) }
    }

    @Test(arguments: Language.tags)
    func `a period is read in the words of the person's language`(tag: String) throws {
        let language = try #require(Language(tag))
        for unit in CalendarSpan.Unit.allCases {
            for count in [1, 2, 5, 36, 1_000, 12_345] {
                let span = CalendarSpan(count, unit)
                #expect(CalendarSpan(reading: span.text(in: language), in: language) == span)
                #expect(CalendarSpan(reading: span.description, in: language) == span)
            }
        }
        #expect(CalendarSpan(reading: "6 moons", in: language) == nil)
        #expect(CalendarSpan(reading: "1,5 years", in: language) == nil)
        #expect(CalendarSpan(reading: "1.5 years", in: language) == nil)
        #expect(CalendarSpan(reading: "6", in: language) == nil)
    }

    @Test func `a period in another language is stored in the format of files`() throws {
        try Language.$named.withValue(Language("de")) {
            let every = try #require(Field.with(key: "serviceEvery"))
            #expect(try every.parse("6 Monate") == .text("6 months"))
            let warranty = try #require(Field.with(key: "warrantyUntil"))
            let day = try warranty.parse("24 Monate", from: Day("2026-11-01"))
            #expect(day == Day("2028-11-01").map(FieldValue.day))
        }
    }

    @Test(
        arguments: [
            ("2026-01-31", 1, .month, "2026-02-28"), ("2028-01-31", 1, .month, "2028-02-29"),
            ("2028-02-29", 1, .year, "2029-02-28"), ("2026-10-31", 13, .month, "2027-11-30"),
            ("2026-03-31", -1, .month, "2026-02-28"), ("2026-12-31", 1, .day, "2027-01-01"),
            ("2026-11-23", 2, .week, "2026-12-07"),
            ("9999-12-31", 1, .day, nil), ("9999-12-01", 1, .month, nil), ("0001-01-01", -1, .day, nil),
            ("2026-01-01", .max, .year, nil), ("2026-01-01", .min, .month, nil),
            ("2026-01-01", .max, .day, nil),
        ] as [(String, Int, CalendarSpan.Unit, String?)])
    func `adding a period to a date results in a date in the calendar`(
        start: String, count: Int, unit: CalendarSpan.Unit, expected: String?
    ) throws {
        let day = try #require(Day(start))
        #expect(day.adding(CalendarSpan(count, unit))?.description == expected)
    }

    @Test(arguments: [
        ("6 months", "6 months"), ("6mo", "6 months"), ("1y", "1 year"), ("14 days", "14 days"),
        ("9998 years", "9998 years"),
    ])
    func `a period is normalized when a person enters it`(text: String, period: String) throws {
        let field = try #require(Field.with(key: "serviceEvery"))
        #expect(try field.parse(text) == .text(period))
        var item = Item(name: "Heat pump")
        try field.set(.text(period), in: &item)
        #expect(item.serviceEvery?.description == period && field.value(of: item) == .text(period))
    }

    @Test(arguments: [
        ("0 days", "has no length"), ("0y", "has no length"), ("often", "isn't a period"),
        ("-6 months", "isn't a period"), ("9999 years", "beyond the year 9999"),
        ("9999999 days", "beyond the year 9999"), ("99999999999 years", "isn't a period"),
    ])
    func `an empty period is rejected`(text: String, reason: String) throws {
        let field = try #require(Field.with(key: "serviceEvery"))
        let error = #expect(throws: LootError.self) { try field.parse(text) }
        #expect(
            error?.reason.text.contains(reason) == true && error?.advice.isEmpty == false,
            "\(String(describing: error))")
        #expect(error?.field == "serviceEvery")
    }

    @Test func `files contain a period in its normalized spelling`() throws {
        let field = try #require(Field.with(key: "serviceEvery"))
        let error = #expect(throws: LootError.self) { try field.check(.text("6mo")) }
        #expect(error?.advice.text == "Write it as “6 months”.")
    }

    @Test func `a warranty counts from the day of purchase`() throws {
        let field = try #require(Field.with(key: "warrantyUntil"))
        let start = try #require(Day("2024-02-29"))
        #expect(try field.parse("36 months", from: start) == .day(#require(Day("2027-02-28"))))
        #expect(try field.parse("2027-01-01", from: start) == .day(#require(Day("2027-01-01"))))
        #expect(try field.parse("", from: start) == nil)
    }

    @Test(arguments: [
        ("36 months", nil, "“Purchased”, which is empty"), ("0 months", "2024-02-29", "has no length"),
        ("9000 years", "2024-02-29", "after the year 9999"), ("3 moons", "2024-02-29", "isn't a date"),
    ])
    func `a warranty that can't be computed is rejected`(
        text: String, start: String?, reason: String
    ) throws {
        let field = try #require(Field.with(key: "warrantyUntil"))
        let error = #expect(throws: LootError.self) { try field.parse(text, from: start.flatMap { Day($0) }) }
        #expect(error?.explanation.text.contains(reason) == true, "\(String(describing: error))")
    }

    @Test func `other dates don't accept a period`() throws {
        for field in Field.all where field.type == .day && field.countsFrom == nil {
            #expect(throws: LootError.self) { try field.parse("36 months", from: .today) }
        }
    }

    @Test(arguments: [
        ("2025-02-30", "doesn't exist in the calendar"), ("2025-13-01", "doesn't exist in the calendar"),
        ("10000-01-01", "outside the years 1 to 9999"), ("+9999y", "outside the years 1 to 9999"),
        ("soon", "isn't a date"),
    ])
    func `a date out of range is rejected with the reason`(text: String, reason: String) {
        let error = #expect(throws: LootError.self) { try FieldType.day.parse(text) }
        #expect(error?.explanation.text.contains(reason) == true, "\(String(describing: error))")
    }

    @Test func `a filter compares a period in any spelling, but not by order`() throws {
        let expected = Filter.compare("serviceEvery", .equal, .text("6 months"))
        #expect(try Filter(parsing: "every = 6mo") == expected)
        #expect(try Filter(parsing: "every = \"6 months\"") == expected)
        #expect(throws: LootError.self) { try Filter(parsing: "every < 6mo") }
    }
}
