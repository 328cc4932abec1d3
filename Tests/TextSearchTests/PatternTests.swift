import Basics
import LootCore
import LootTesting
import Testing

@testable import TextSearch

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
    func `a pattern matches a part of the text`(pattern: String, text: String, isFound: Bool) throws {
        #expect(try Pattern(pattern).isFound(in: text) == isFound)
    }

    @Test(
        arguments: [
            ("(a", 0, 1, .unclosedGroup), ("a)", 1, 1, .unopenedGroup), ("*a", 0, 1, .nothingToRepeat),
            ("[a", 0, 1, .unclosedSet), ("a**", 1, 2, .repeatedRepetition), ("[z-a]", 1, 3, .descendingRange),
            ("\\1", 0, 2, .undefinedEscape), ("\\q", 0, 2, .undefinedEscape),
            ("a\\", 1, 1, .trailingBackslash),
            ("(?=a)", 0, 3, .unsupportedGroup), ("a{5,2}", 1, 5, .invalidCount(limit: 1000)),
            ("a{2000}", 1, 6, .invalidCount(limit: 1000)),
            ("((a{1000}){1000}){1000}", 0, 0, .tooManySteps(limit: 1000)),
            ("[a-z]{1,900}{1,900}", 0, 0, .tooManySteps(limit: 1000)),
            ("(((){1000}){1000}){1000}", 0, 0, .tooManySteps(limit: 1000)),
            ("a{1000}b", 0, 0, .tooManySteps(limit: 1000)),
            (String(repeating: "(", count: 40), 32, 1, .tooDeep(limit: 32)),
            (String(repeating: "a", count: 1001), 1000, 1, .tooLong(limit: 1000)),
        ] as [(String, Int, Int, PatternProblem.Reason)])
    func `an invalid pattern is rejected at the position of the error`(
        pattern: String, position: Int, length: Int, reason: PatternProblem.Reason
    ) {
        let problem = #expect(throws: PatternProblem.self) { try Pattern(pattern) }
        #expect(problem?.reason == reason, "\(String(describing: problem))")
        #expect(problem?.place == position..<position + length)
    }

    @Test func `a pattern may have 1,000 steps`() throws {
        #expect(try Pattern("a{1000}").isFound(in: String(repeating: "a", count: 1000)))
        #expect(try !Pattern("a{1000}").isFound(in: String(repeating: "a", count: 999)))
        #expect(throws: PatternProblem.self) { try Pattern("a{1001}|a{500}b{500}") }
        let tooLong = #expect(throws: PatternProblem.self) { try Pattern("a{500}b{501}") }
        #expect(tooLong?.reason == .tooManySteps(limit: 1000))
    }

    @Test(.timeLimit(.minutes(1)))
    func `matching takes linear time for every pattern`() throws {
        let text = String(repeating: "a", count: 20_000) + "!"
        for pattern in ["(a+)+$", "(a|a)*b", "(a*)*b", "(.*)(.*)(.*)x", "(a?){30}a{30}b", "[a-z]{1,490}c"] {
            #expect(try !Pattern(pattern).isFound(in: text))
        }
    }

    @Test func `a pattern with hundreds of states finds the same as one that tries every position`() throws {
        var generator = SeededGenerator(seed: 9)
        let pattern = try Pattern("a[ab]{9}b[ab]{300}c")
        for _ in 0..<40 {
            let letters = (0..<330).map { _ in "aab".randomElement(using: &generator) ?? "a" }
            let text = String(letters) + "c"
            let last = letters.count - 311
            let isThere = letters[last] == "a" && letters[last + 10] == "b"
            #expect(pattern.isFound(in: text) == isThere)
        }
    }

    @Test func `a search stops when it exceeds its budget`() throws {
        // Each scalar leads to a new state, which visits all steps.
        let pattern = try Pattern("(a|b)*a(a|b){200}c")
        var generator = SeededGenerator(seed: 3)
        let text = String((0..<20_000).map { _ in "ab".randomElement(using: &generator) ?? "a" }) + "c"
        let budget = WorkBudget(steps: 100_000)
        WorkBudget.$current.withValue(budget) { _ = pattern.isFound(in: text) }
        #expect(budget.isExceeded)
        #expect(budget.spentSteps < 110_000)
        let error = #expect(throws: LootError.self) { try budget.check() }
        #expect(error?.code == .tooCostly)
        // Further searches cost nothing.
        let spent = budget.spentSteps
        WorkBudget.$current.withValue(budget) { #expect(!pattern.isFound(in: "bac")) }
        #expect(budget.spentSteps == spent)
        // Without a budget, or with a sufficient one, the whole text is searched.
        let enough = WorkBudget(steps: .max / 2)
        let isFound = WorkBudget.$current.withValue(enough) { pattern.isFound(in: text) }
        #expect(isFound == pattern.isFound(in: text))
        #expect(enough.spentSteps > 1_000_000)
        try enough.check()
    }

    @Test func `each character costs a step`() throws {
        let pattern = try Pattern("x+y")
        let text = String(repeating: "x", count: 10_000)
        _ = pattern.isFound(in: text)
        let budget = WorkBudget(steps: .max / 2)
        WorkBudget.$current.withValue(budget) { _ = pattern.isFound(in: text) }
        #expect((10_000..<10_100).contains(budget.spentSteps))
    }

    @Test func `a pattern finds the same as a backtracking matcher`() throws {
        var generator = SeededGenerator(seed: 11)
        let pieces = [
            "a", "b", "é", "\n", ".", "[ab]", "[^a]", "\\w", "\\W", "\\d", "\\b", "\\B", "^", "$", "(", ")",
            "(?:", "|", "*",
            "+", "?", "{2}", "{1,2}", "{0,1}", "{2,}", "ß",
        ]
        let letters: [Character] = ["a", "b", "1", " ", "é", "\n", "s", "日"]
        var (readable, found) = (0, 0)
        for _ in 0..<30_000 {
            let count = Int.random(in: 1...7, using: &generator)
            let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "a" }.joined()
            guard let pattern = try? Pattern(text) else { continue }
            var parser = PatternParser(text)
            let node = try parser.parse()
            readable += 1
            for _ in 0..<3 {
                let length = Int.random(in: 0...6, using: &generator)
                let searched = String(
                    (0..<length).map { _ in letters.randomElement(using: &generator) ?? "a" })
                let expected = Backtracking(searched).finds(node)
                if expected { found += 1 }
                #expect(pattern.isFound(in: searched) == expected, "\(text) in \(searched.debugDescription)")
            }
        }
        #expect(readable > 3000 && found > 3000)
    }

    @Test func `invalid text is an error and never a trap`() {
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

/// A backtracking matcher for the nodes of a pattern.
private struct Backtracking {
    private let scalars: [Unicode.Scalar]

    init(_ text: String) { scalars = Array(Folding.fold(text).unicodeScalars) }

    func finds(_ node: PatternNode) -> Bool {
        (0...scalars.count).contains { !ends(of: node, from: [$0]).isEmpty }
    }

    /// Returns the possible end positions of a node for a set of start positions.
    private func ends(of node: PatternNode, from starts: Set<Int>) -> Set<Int> {
        switch node {
        case .scalar(let wanted): return next(starts) { $0 == wanted }
        case .any: return next(starts) { $0 != "\n" }
        case .set(let set): return next(starts, set.contains)
        case .assertion(let assertion): return starts.filter { holds(assertion, at: $0) }
        case .sequence(let nodes): return nodes.reduce(starts) { ends(of: $1, from: $0) }
        case .choice(let nodes): return nodes.reduce(into: []) { $0.formUnion(ends(of: $1, from: starts)) }
        case .repetition(let node, let least, let most):
            var positions = (0..<least).reduce(starts) { positions, _ in ends(of: node, from: positions) }
            var reached = positions
            for _ in 0..<(most.map { $0 - least } ?? scalars.count + 1) {
                positions = ends(of: node, from: positions)
                reached.formUnion(positions)
            }
            return reached
        }
    }

    private func next(_ starts: Set<Int>, _ holds: (Unicode.Scalar) -> Bool) -> Set<Int> {
        Set(starts.filter { $0 < scalars.count && holds(scalars[$0]) }.map { $0 + 1 })
    }

    private func holds(_ assertion: Pattern.Assertion, at position: Int) -> Bool {
        func isWord(_ position: Int) -> Bool {
            scalars.indices.contains(position) && ScalarSet.Kind.word.contains(scalars[position])
        }
        let isBoundary = isWord(position - 1) != isWord(position)
        return switch assertion {
        case .start: position == 0
        case .end: position == scalars.count
        case .boundary: isBoundary
        case .noBoundary: !isBoundary
        }
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
    func `a place contains the places below it`(text: String, place: String, isIn: Bool) {
        var item = Item(name: "Lamp")
        item.location = text
        #expect(Query(filter: .compare("location", .inside, .text(place))).selects(item) == isIn)
    }
}

@Suite struct `Relative dates` {
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
    func `relative dates are days`(text: String, day: String?) {
        #expect(Day(text, today: Self.today)?.description == day)
        #expect(FieldType.day.accepts(text, today: Self.today) == (day != nil))
    }

    @Test func `relative dates are accepted for fields, relative to a given day`() throws {
        let warranty = try #require(Field.with(key: "warrantyUntil"))
        #expect(try warranty.parse("+36 months", today: Self.today) == .day(#require(Day("2029-01-31"))))
        let created = try #require(Field.with(key: "dateCreated"))
        #expect(try created.parse("today", today: Self.today) == .moment(Moment(startOf: Self.today)))
    }
}

@Suite struct `Untyped custom fields` {
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
    func `an untyped custom field gets the type that its text looks like`(text: String, value: FieldValue) {
        #expect(CustomField.value(of: text) == value)
    }
}

extension FieldType {
    fileprivate func accepts(_ text: String, today: Day) -> Bool { (try? parse(text, today: today)) != nil }
}
