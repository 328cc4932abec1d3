import LootCore
import LootTesting
import Testing

@Suite struct PatternTests {
    @Test(arguments: [
        ("bo[sc]h", "Bosch", false), ("bo[sc]+h", "BÖSCH drill", true), ("^4k", "4K TV", true),
        ("^tv", "4K TV", false),
        ("tv$", "4K TV", true), ("a.c", "abc", true), ("a.c", "a\nc", false), ("ab?c", "ac", true),
        ("ab{2,3}c", "abc", false),
        ("ab{2,3}c", "abbbc", true), ("ab{2}c", "abbbc", false), ("ab{2,}c", "abbbbc", true),
        ("a{x", "A{X}", true),
        ("(ab|cd)+e", "xabcde", true), ("(?:ab|cd)e", "ace", false), ("\\d{3}", "a12b", false),
        ("\\d{3}", "a123", true),
        ("\\bcar\\b", "a car.", true), ("\\bcar\\b", "scarf", false), ("car\\B", "cars", true),
        ("[^a-z]", "abc", false),
        ("[^a-z]", "ab c", true), ("[A-Z]{3}", "xabc", true), ("[]a]", "]", true), ("[a\\]-]x", "-x", true),
        ("straße", "STRASSE", true),
        ("e\u{301}+f", "eef", true), ("", "", true), ("^$", "", true), ("^$", "a", false), ("a|", "b", true),
        ("\\w\\s\\W", "a !", true),
        ("\\.", "a", false), ("\\/", "/", true), ("日.", "日本", true), ("[一-龥]", "日", true),
        ("[À-Ö]", "a", true), ("a*?b", "aab", true),
        ("(a*)*b", "aaac", false), ("(|a)+$", "aaa", true), ("^(a|b)*$", "abba", true), ("^*a", "ba", true),
        ("ı", "i", true),
    ])
    func `is found where it describes a part of the text`(pattern: String, text: String, isFound: Bool) throws
    {
        #expect(try Pattern(pattern).isFound(in: text) == isFound)
    }

    @Test(arguments: [
        ("(a", 0, 1, "its “(” is never closed"), ("a)", 1, 1, "its “)” closes nothing"),
        ("*a", 0, 1, "nothing stands before"),
        ("[a", 0, 1, "its “[” is never closed"), ("a**", 1, 2, "a repetition can't be repeated"),
        ("[z-a]", 1, 3, "backwards"),
        ("\\1", 0, 2, "has no meaning"), ("\\q", 0, 2, "has no meaning"),
        ("a\\", 1, 1, "a backslash ends it"), ("(?=a)", 0, 3, "its groups"),
        ("a{5,2}", 1, 5, "its repetition"), ("a{2000}", 1, 6, "its repetition"),
        ("((a{1000}){1000}){1000}", 0, 0, "2000 steps"),
        ("(((){1000}){1000}){1000}", 0, 0, "2000 steps"),
        (String(repeating: "(", count: 40), 32, 1, "nested more than 32 deep"),
        (String(repeating: "a", count: 1001), 1000, 1, "longer than 1000"),
    ])
    func `what can't be read is refused at its place`(
        pattern: String, position: Int, length: Int, why: String
    ) {
        let error = #expect(throws: LootError.self) { try Pattern(pattern) }
        #expect(error?.why.contains(why) == true, "\(String(describing: error))")
        #expect(error?.excerpt == Excerpt(pattern, position: position, length: length))
    }

    @Test(.timeLimit(.minutes(1)))
    func `takes time in proportion to the text, however it is written`() throws {
        let text = String(repeating: "a", count: 20_000) + "!"
        for pattern in ["(a+)+$", "(a|a)*b", "(a*)*b", "(.*)(.*)(.*)x", "(a?){30}a{30}b"] {
            #expect(try !Pattern(pattern).isFound(in: text))
        }
    }

    @Test func `garbage is an error, never a trap`() {
        var generator = SeededGenerator(seed: 5)
        let signs = Array("ab.*+?{}2,()|[]^$\\-dwéß/").map(String.init)
        var readable = 0
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...8, using: &generator)
            let text = (0..<count).map { _ in signs[Int.random(in: 0..<signs.count, using: &generator)] }
                .joined()
            guard let pattern = try? Pattern(text) else { continue }
            readable += 1
            _ = pattern.isFound(in: "abé-ß2/")
        }
        #expect(readable > 1000)
    }
}

@Suite struct `Places as paths` {
    @Test(arguments: [
        ("House / Attic / Box 3", "House/Attic", true), ("house/áttic", "House / Attic", true),
        ("House", "House/Attic", false),
        ("Household / x", "House", false), (" /House//Attic ", "house/attic", true), ("Attic", "", true),
        ("/", "", false),
        ("House\t/ Attic", "house/attic", true), ("House Attic", "House/Attic", false),
    ])
    func `a place holds what lies under it`(text: String, place: String, isIn: Bool) {
        var item = Item(name: "Lamp")
        item.location = text
        #expect(Query(filter: .compare("location", .inside, .text(place))).selects(item) == isIn)
    }
}

@Suite struct `Dates by how they lie` {
    private static let today = Day("2026-01-31") ?? .first

    @Test(arguments: [
        ("2026-11-20", "2026-11-20"), ("today", "2026-01-31"), ("Yesterday", "2026-01-30"),
        ("tomorrow+1d", "2026-02-02"),
        ("+1m", "2026-02-28"), ("today + 1 month", "2026-02-28"), ("+25 months", "2028-02-29"),
        ("-1y", "2025-01-31"),
        ("in 2 weeks", "2026-02-14"), ("3 days ago", "2026-01-28"), (" +14d ", "2026-02-14"),
        ("-2w", "2026-01-17"),
        ("14d", nil), ("today 3d", nil), ("+d", nil), ("in", nil), ("ago", nil), ("", nil),
        ("+99999999999999999999d", nil),
        ("+9000y", nil), ("-9000000d", nil), ("todayy", nil), ("+3x", nil), ("++3d", nil), ("in -3d", nil),
    ])
    func `are days`(text: String, day: String?) {
        #expect(Day(text, today: Self.today)?.description == day)
        #expect(FieldType.day.accepts(text, today: Self.today) == (day != nil))
    }

    @Test func `are read for fields, relative to the day that is given`() throws {
        let warranty = try #require(Field.with(key: "warrantyUntil"))
        #expect(try warranty.parse("+36 months", today: Self.today) == .day(#require(Day("2029-01-31"))))
        let created = try #require(Field.with(key: "dateCreated"))
        #expect(try created.parse("today", today: Self.today) == .moment(Moment(startOf: Self.today)))
    }
}

@Suite struct `Fields of one's own without a type` {
    @Test(
        arguments: [
            ("3", .integer(3)), ("-7", .integer(-7)), ("2.5", .decimal(2.5)), ("0.1", .decimal(0.1)),
            ("yes", .flag(true)), ("False", .flag(false)), ("2026-11-20", .day(Day("2026-11-20") ?? .first)),
            ("2026-11-20T10:00:00Z", .moment(Moment("2026-11-20T10:00:00Z") ?? .first)),
            ("007", .text("007")), ("2.50", .text("2.50")),
            ("+41791234567", .text("+41791234567")), ("1.2.3", .text("1.2.3")), ("1e5", .text("1e5")),
            ("00.5", .text("00.5")),
            ("nan", .text("nan")), (".5", .text(".5")),
            ("99999999999999999999", .text("99999999999999999999")), ("red", .text("red")),
        ] as [(String, FieldValue)])
    func `have the one that their text looks like`(text: String, value: FieldValue) {
        #expect(CustomField.value(of: text) == value)
    }
}

extension FieldType {
    fileprivate func accepts(_ text: String, today: Day) -> Bool { (try? parse(text, today: today)) != nil }
}
