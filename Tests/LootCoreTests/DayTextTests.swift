import LootCore
import Testing

@Suite struct `Dates as people write them` {
    /// A Thursday.
    private let today = Day(year: 2026, month: 11, day: 26) ?? .today

    @Test(arguments: [
        ("3 May 2024", "2024-05-03"), ("3. mai 2024", nil), ("May 3, 2024", "2024-05-03"),
        ("3 sept 2024", "2024-09-03"), ("25.12.2024", "2024-12-25"), ("12/25/2024", "2024-12-25"),
        ("5/5/2024", "2024-05-05"), ("12.03.2024", nil), ("friday", "2026-11-27"),
        ("next Friday", "2026-11-27"), ("next thursday", "2026-12-03"), ("Tomorrow", "2026-11-27"),
        ("+14d", "2026-12-10"), ("31 June 2024", nil), ("nextfriday", nil), ("3 Ma 2024", nil), ("", nil),
    ])
    func `English dates are read without a language`(text: String, day: String?) {
        #expect(Day(text, today: today)?.description == day)
    }

    @Test(arguments: [
        ("de", "12.03.2024", "2024-03-12"), ("de", "3. Mai 2024", "2024-05-03"),
        ("de", "heute", "2026-11-26"),
        ("de", "nächsten Freitag", "2026-11-27"), ("fr", "12/03/2024", "2024-03-12"),
        ("fr", "vendredi prochain", "2026-11-27"), ("es", "3 de mayo de 2024", "2024-05-03"),
        ("de", "3 May 2024", "2024-05-03"), ("en", "12/03/2024", nil), ("de", "12.13.2024", nil),
        ("de", "in 3 Tagen", "2026-11-29"), ("de", "vor 2 Wochen", "2026-11-12"),
        ("de", "morgen + 2 Monate", "2027-01-27"), ("de", "+14 Tage", "2026-12-10"),
        ("de", "yesterday", "2026-11-25"), ("fr", "il y a 2 ans", "2024-11-26"),
        ("pl", "2 tygodnie temu", "2026-11-12"), ("nl", "3 dagen geleden", "2026-11-23"),
        ("ja", "3日後", "2026-11-29"), ("ja", "2026/02/01", "2026-02-01"), ("ja", "2か月前", "2026-09-26"),
        ("de", "in 3", nil),
        ("de", "heute 3 Tage", nil), ("de", "vor Wochen", nil),
    ])
    func `a language determines the order and adds its words`(tag: String, text: String, day: String?) {
        Language.$named.withValue(Language(tag)) {
            #expect(Day(text, today: today)?.description == day)
        }
    }

    @Test(arguments: Language.tags)
    func `a date that is shown can be typed`(tag: String) throws {
        let language = try #require(Language(tag))
        try Language.$named.withValue(language) {
            for text in ["2026-11-02", "2024-02-29", "0001-01-01", "9999-12-31"] {
                let day = try #require(Day(text))
                #expect(Day(day.text(in: language), today: today) == day)
            }
            let words = language.conventions.words
            for (names, offset) in [(words.today, 0), (words.tomorrow, 1), (words.yesterday, -1)] {
                for name in names { #expect(Day(name, today: today) == today.adding(.init(offset, .day))) }
            }
            for (place, sign) in [(words.inFuture, 1), (words.inPast, -1)] {
                for (unit, names) in [
                    (CalendarSpan.Unit.day, words.day), (.week, words.week), (.month, words.month),
                    (.year, words.year),
                ] {
                    for name in names {
                        let text = "\(place.before)2 \(name)\(place.after)"
                        #expect(Day(text, today: today) == today.adding(.init(2 * sign, unit)), "\(text)")
                    }
                }
            }
        }
    }

    @Test func `an ambiguous date is rejected with both readings, and a typo with a suggestion`() {
        let ambiguous = #expect(throws: LootError.self) { try FieldType.day.parse("12.03.2024") }
        #expect(ambiguous?.failure.text == "“12.03.2024” can mean 2024-03-12 or 2024-12-03.")
        let typo = #expect(throws: LootError.self) { try FieldType.day.parse("next firday") }
        #expect(typo?.advice.text == "Did you mean “next friday”?")
        let warranty = #expect(throws: LootError.self) {
            try Field.with(key: "warrantyUntil")?.parse("tomorow")
        }
        #expect(warranty?.advice.text.contains("tomorrow") == true)
    }
}
