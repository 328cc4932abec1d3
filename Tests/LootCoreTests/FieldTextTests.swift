import LootCore
import LootTesting
import Testing
import TextSearch

@Suite struct FieldTextTests {
    @Test(arguments: ["a", "a b", "ä", "é\u{301} 🧰", ""])
    func `spaces around a text are removed, but not inside`(text: String) {
        for space in ["", " ", "\t \r\n", "\u{A0}\u{3000}"] {
            #expect((space + text + space).trimmed == text)
            #expect("(\(space)\(text)\(space))".dropFirst().dropLast().trimmed == text)
        }
    }

    @Test(arguments: FieldType.allCases)
    func `a value's text is read back as the value`(type: FieldType) throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<500 {
            let value = ItemFixtures.value(of: type, using: &generator)
            let read = try type.parse(value.description)
            #expect(read.isIdentical(to: value), "\(value.description)")
        }
    }

    @Test(arguments: [
        ["a"], ["a", "b"], ["a,b", "c"], ["\\"], ["\\,", ",\\"], [" "], ["  a  "], ["\t"],
        ["\u{301}a", "\u{301}"],
        ["a\u{301}", "b"], ["\u{A0}x"], ["👨‍👩‍👧", ","], ["a\\"], [",", ","],
    ])
    func `a list's text is read back, whatever its entries contain`(entries: [String]) throws {
        let read = try FieldType.list.parse(FieldValue.list(entries).description)
        #expect(read.isIdentical(to: .list(entries)), "\(FieldValue.list(entries).description)")
    }

    @Test(arguments: [
        ("red, blue", ["red", "blue"]), (" red ,, blue , ", ["red", "blue"]), ("", []), (" , ", []),
        ("a\\,b", ["a,b"]),
        ("a\\", ["a"]), ("two words,x", ["two words", "x"]),
    ])
    func `a list is read as a person writes it`(text: String, entries: [String]) throws {
        #expect(try FieldType.list.parse(text) == .list(entries))
    }

    @Test(arguments: [
        (FieldType.integer, "", "a whole number"), (.integer, "4.5", "a whole number"),
        (.integer, "x", "a whole number"),
        (.integer, "9223372036854775808", "fit into 64 bits"), (.integer, " 5", "a whole number"),
        (.integer, "٤", "a whole number"), (.decimal, "nan", "a number"), (.decimal, "inf", "a number"),
        (.decimal, "1x5", "a number"), (.decimal, "1e999", "a number"), (.flag, "maybe", "true or false"),
        (.day, "2026-02-29", "calendar"), (.day, "31.31.2026", "a date"),
        (.moment, "noon", "a date and time"),
        (.moment, "2026-11-20T25:00:00Z", "a date and time"),
    ])
    func `invalid text is rejected with the expected format`(
        type: FieldType, text: String, expected: String
    ) {
        let error = #expect(throws: LootError.self) { try type.parse(text) }
        #expect(error?.code == .invalidValue)
        #expect(error?.explanation.text.contains(expected) == true, "\(String(describing: error))")
    }

    @Test func `the usual words for flags are accepted`() throws {
        for word in ["true", "YES", "on", "1"] { #expect(try FieldType.flag.parse(word) == .flag(true)) }
        for word in ["False", "no", "off", "0"] { #expect(try FieldType.flag.parse(word) == .flag(false)) }
    }

    @Test func `empty text clears a field`() throws {
        for field in Field.all { #expect(try field.parse("") == (field.key == "name" ? .text("") : nil)) }
    }

    @Test func `an error contains the field, the text and the expected value`() throws {
        let field = try #require(Field.with(key: "valueInDollars"))
        var error = #expect(throws: LootError.self) { try field.parse("forty") }
        #expect(
            error?.description
                == "Can't set “Value”. “forty” isn't an amount. Enter an amount such as 129.95.")
        #expect(error?.field == "valueInDollars")
        #expect(try field.parse("-3") == .amount(-3))
        error = #expect(throws: LootError.self) { try field.checkEntry(.integer(-3)) }
        #expect(error?.description == "Can't set “Value”. -3 is less than 0. Enter an amount of 0 or more.")
    }
}

@Suite struct FieldValueOrderTests {
    private func samples() -> [FieldValue?] {
        var generator = SeededGenerator(seed: 2)
        let random = FieldType.allCases.flatMap { type in
            (0..<6).map { _ in ItemFixtures.value(of: type, using: &generator) }
        }
        let edges: [FieldValue] = [
            .integer(1 << 53), .integer(1 << 53 + 1), .decimal(Double(1 << 53)), .integer(.max),
            .decimal(0x1p63),
            .integer(.min), .decimal(-0x1p63), .decimal(0.5), .integer(0), .decimal(-0.0), .day(.first),
            .moment(.first),
            .list(["a"]), .list(["a", "b"]),
        ]
        return random + edges + [nil]
    }

    @Test func `the order of values is total and transitive, in both directions`() {
        for direction in [SortDirection.ascending, .descending] {
            let key = SortKey("custom.Any", direction)
            let values = samples()
            for first in values {
                #expect(key.order(first, first) == .same)
                for second in values {
                    #expect(key.order(first, second) == key.order(second, first).reversed)
                    for third in values where key.order(first, second) != .descending {
                        if key.order(second, third) != .descending {
                            #expect(key.order(first, third) != .descending)
                        }
                    }
                }
            }
        }
    }

    @Test func `integers and fractions compare exactly`() {
        #expect(FieldValue.order(.integer(1 << 53 + 1), .decimal(Double(1 << 53))) == .descending)
        #expect(FieldValue.order(.integer(.max), .decimal(0x1p63)) == .ascending)
        #expect(FieldValue.order(.decimal(0x1p63), .integer(.max)) == .descending)
        #expect(FieldValue.order(.integer(.min), .decimal(-0x1p63)) == .same)
        #expect(FieldValue.order(.integer(3), .decimal(2.5)) == .descending)
    }

    @Test func `a date is the time at which it starts`() throws {
        let (day, moment) = (try #require(Day("2026-11-20")), try #require(Moment("2026-11-20T00:00:01Z")))
        #expect(FieldValue.order(.day(day), .moment(moment)) == .ascending)
        #expect(FieldValue.order(.day(day), .moment(Moment(startOf: day))) == .same)
    }

    @Test func `empty values are last in both directions`() {
        let (with, without) = (FieldValue.integer(1), FieldValue?.none)
        #expect(SortKey("purchasePrice").order(with, without) == .ascending)
        #expect(SortKey("purchasePrice", .descending).order(with, without) == .ascending)
    }

    @Test func `a sort key is parsed with its direction`() throws {
        #expect(try SortKey(parsing: "value") == SortKey("valueInDollars"))
        #expect(try SortKey(parsing: "Price:DESC") == SortKey("purchasePrice", .descending))
        #expect(throws: LootError.self) { try SortKey(parsing: "value:up") }
        #expect(throws: LootError.self) { try SortKey(parsing: "") }
        #expect(throws: LootError.self) { try SortKey(parsing: ":") }
    }
}
