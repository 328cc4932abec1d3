import LootCore
import LootPlugins
import LootQueryText
import Testing

@Suite struct FilterTests {
    private static let attic = Filter.compare("location", .equal, .text("Attic"))
    private static let rich = Filter.compare("valueInDollars", .greaterOrEqual, .integer(50))

    @Test(
        arguments: [
            ("value >= 50", rich), ("VALUE>=50", rich), ("valueInDollars >= '50'", rich),
            ("((value >= 50))", rich),
            ("location = \"Attic\"", attic), ("location == Attic", attic),
            ("value >= 50 and location = Attic", .all([rich, attic])),
            ("value >= 50 or location = Attic", .any([rich, attic])), ("not location = Attic", .not(attic)),
            ("location != Attic", .not(attic)), ("not not location = Attic", .not(.not(attic))),
            ("value >= 50 or location = Attic and value >= 50", .any([rich, .all([attic, rich])])),
            ("(value >= 50 or location = Attic) and value >= 50", .all([.any([rich, attic]), rich])),
            ("favorite", .compare("isFavorite", .equal, .flag(true))),
            ("not favourite", .not(.compare("isFavorite", .equal, .flag(true)))),
            ("favorite = no", .compare("isFavorite", .equal, .flag(false))),
            ("location is set", .isSet("location")),
            ("location is not set", .not(.isSet("location"))), ("all", .all([])), ("none", .any([])),
            ("tags = red", .compare("tags", .equal, .text("red"))),
            ("name ^ \"a\\\"b\\\\\"", .compare("name", .begins, .text("a\"b\\"))),
            ("custom.Color = red", .compare("custom.Color", .equal, .text("red"))),
            ("custom.\"two words\" = 5", .compare("custom.two words", .equal, .integer(5))),
            ("custom.X = \"5\"", .compare("custom.X", .equal, .text("5"))),
            ("custom.X < 1.5", .compare("custom.X", .less, .decimal(1.5))),
            ("custom.X = true", .compare("custom.X", .equal, .flag(true))),
            ("id ^ 2f1d", .compare("id", .begins, .text("2f1d"))),
            ("purchased < 2026-11-20", .compare("purchaseDate", .less, .day(Day("2026-11-20") ?? .first))),
            (
                "created > 2026-11-20",
                .compare("dateCreated", .greater, .day(Day("2026-11-20") ?? .first))
            ),
            ("custom.X > 2026-11-20", .compare("custom.X", .greater, .day(Day("2026-11-20") ?? .first))),
        ] as [(String, Filter)])
    func `filters are parsed as a person writes them`(text: String, expected: Filter) throws {
        #expect(try Filter(parsing: text) == expected)
    }

    private static func day(_ text: String) -> FieldValue { .day(Day(text) ?? .first) }
    private static let euros = Filter.compare("currency", .equal, .text("EUR"))
    private static let today = Day("2026-11-23") ?? .first

    @Test(
        arguments: [
            ("warranty <= today", .compare("warrantyUntil", .lessOrEqual, day("2026-11-23"))),
            ("warranty<=today+30d", .compare("warrantyUntil", .lessOrEqual, day("2026-12-23"))),
            ("warranty <= today + 30 days", .compare("warrantyUntil", .lessOrEqual, day("2026-12-23"))),
            (
                "warranty <= TODAY-2w and all",
                .all([.compare("warrantyUntil", .lessOrEqual, day("2026-11-09")), .all([])])
            ),
            ("warranty = +3m", .compare("warrantyUntil", .equal, day("2027-02-23"))),
            ("warranty = -1y", .compare("warrantyUntil", .equal, day("2025-11-23"))),
            ("warranty < in 3 months", .compare("warrantyUntil", .less, day("2027-02-23"))),
            ("warranty < 'in 3 months'", .compare("warrantyUntil", .less, day("2027-02-23"))),
            ("created > 2 weeks ago", .compare("dateCreated", .greater, day("2026-11-09"))),
            ("created = yesterday", .compare("dateCreated", .equal, day("2026-11-22"))),
            ("custom.X = tomorrow", .compare("custom.X", .equal, day("2026-11-24"))),
            ("purchased < 2025", .compare("purchaseDate", .less, day("2025-01-01"))),
            ("purchased <= 2025", .compare("purchaseDate", .lessOrEqual, day("2025-12-31"))),
            ("purchased > 2024-02", .compare("purchaseDate", .greater, day("2024-02-29"))),
            ("purchased >= 2024-02", .compare("purchaseDate", .greaterOrEqual, day("2024-02-01"))),
            (
                "purchased = 2025",
                .all([
                    .compare("purchaseDate", .greaterOrEqual, day("2025-01-01")),
                    .compare("purchaseDate", .lessOrEqual, day("2025-12-31")),
                ])
            ),
            ("purchased > 9999-12", .compare("purchaseDate", .greater, .day(.last))),
            ("value in (1)", .compare("valueInDollars", .equal, .integer(1))),
            (
                "value in (1, 2.5)",
                .any([
                    .compare("valueInDollars", .equal, .integer(1)),
                    .compare("valueInDollars", .equal, .amount("2.5")),
                ])
            ),
            ("location in (Attic,'a, b')", .any([attic, .compare("location", .equal, .text("a, b"))])),
            ("location in House/Attic", .compare("location", .inside, .text("House/Attic"))),
            (
                "location not in \"House / Attic\"",
                .not(.compare("location", .inside, .text("House / Attic")))
            ),
            (
                "value between 50 and price + 1",
                .all([
                    rich,
                    .calculate(
                        .field("valueInDollars"), .lessOrEqual,
                        .operation(.field("purchasePrice"), .sum, .number(.integer(1)))),
                ])
            ),
            (
                "value not between 50 and 60",
                .not(.all([rich, .compare("valueInDollars", .lessOrEqual, .integer(60))]))
            ),
            ("name ~ /bo[sc]h/", .compare("name", .matches, .text("bo[sc]h"))),
            ("name ~ /a\\/b\\d/ and all", .all([.compare("name", .matches, .text("a/b\\d")), .all([])])),
            ("has photo", .isSet("photo")), ("has favorite", .compare("isFavorite", .equal, .flag(true))),
            ("is not favorite", .not(.compare("isFavorite", .equal, .flag(true)))),
            (
                "value-price>100",
                .calculate(
                    .operation(.field("valueInDollars"), .difference, .field("purchasePrice")), .greater,
                    .number(.integer(100)))
            ),
            (
                "value*-2 = 1e2",
                .calculate(
                    .operation(.field("valueInDollars"), .product, .number(.integer(-2))), .equal,
                    .number(.integer(100)))
            ),
            ("50 <= value", rich), ("(value) >= 50", rich),
            ("price < value", .calculate(.field("purchasePrice"), .less, .field("valueInDollars"))),
            ("(custom.X) < value", .calculate(.field("custom.X"), .less, .field("valueInDollars"))),
            (
                "value - (price - 1) / 2 != 3",
                .not(
                    .calculate(
                        .operation(
                            .field("valueInDollars"), .difference,
                            .operation(
                                .operation(.field("purchasePrice"), .difference, .number(.integer(1))),
                                .quotient, .number(.integer(2)))), .equal, .number(.integer(3))))
            ),
            ("value > 50.25", .compare("valueInDollars", .greater, .amount("50.25"))),
            ("value > 1,299.50", .compare("valueInDollars", .greater, .amount("1299.5"))),
            ("value = 4503599627370497.5", .compare("valueInDollars", .equal, .amount("4503599627370497.5"))),
            ("(custom.X) > 1.5", .compare("custom.X", .greater, .decimal(1.5))),
            ("value >= 50 EUR", .all([rich, euros])), ("value >= €50", .all([rich, euros])),
            ("value >= EUR 50 and all", .all([.all([rich, euros]), .all([])])),
            ("value>=50€", .all([rich, euros])),
            (
                "value in (50 EUR, 2)",
                .any([
                    .all([.compare("valueInDollars", .equal, .integer(50)), euros]),
                    .compare("valueInDollars", .equal, .integer(2)),
                ])
            ),
            (
                "value >= $50",
                .all([rich, .any([.compare("currency", .equal, .text("USD")), .not(.isSet("currency"))])])
            ),
            (
                "value between 50 EUR and 60",
                .all([.all([rich, .compare("valueInDollars", .lessOrEqual, .integer(60))]), euros])
            ),
            ("name < \"true\"", .compare("name", .less, .text("true"))),
            ("serial = 12345", .compare("serialNumber", .equal, .text("12345"))),
        ] as [(String, Filter)])
    func `dates, lists, places, patterns and calculations are parsed`(text: String, expected: Filter)
        throws
    {
        #expect(try Filter(parsing: text, today: FilterTests.today, currency: Currency("USD")) == expected)
        #expect(try Filter(parsing: expected.description) == expected)
    }

    @Test(arguments: [
        ("", 1, 0, "A field is missing at the end.", ""),
        ("value", 6, 0, "One of = != < <= > >= ~ ^, “in”, “between” or “is set” is missing at the end.", ""),
        ("(value", 7, 0, "is missing at the end.", ""), ("name)", 5, 1, "is missing before “)”.", ""),
        ("value >=", 9, 0, "A value is missing at the end.", ""),
        (
            "value >= fifty", 10, 5, "“fifty” is neither a number nor a field with numbers.",
            "Enter a number."
        ),
        (
            "value >= prise", 10, 5, "“prise” is neither a number nor a field with numbers.",
            "Did you mean “price”?"
        ),
        ("location = \"Attic", 12, 1, "“\"” is never closed.", "Put the same quotation mark after the text."),
        ("(value > 1", 11, 0, "“)” is missing at the end.", ""),
        ("value > 1)", 10, 1, "“and” or “or” is missing before “)”.", ""),
        ("value > 1 location = x", 11, 8, "before “location”", ""),
        (
            "value > 1 adn value < 3", 11, 3, "“and” or “or” is missing before “adn”.",
            "Did you mean “and”?"
        ),
        ("location = Living Room", 19, 4, "before “Room”", "Put text of several words in quotes."),
        ("valeu >= 50 and tags = x", 1, 5, "“valeu” isn't a field.", "Did you mean “value”?"),
        ("tag:insured", 1, 11, "“tag:insured” isn't a field.", "Use “tags = insured”."),
        ("value ! 5", 7, 1, "before “!”", ""), ("= 5", 1, 1, "A field is missing before “=”.", ""),
        ("location is", 12, 0, "“set” or “not set” is missing at the end.", ""),
        ("location is Attic", 13, 5, "before “Attic”", "Use “location = Attic”."),
        ("location is empty", 13, 5, "before “empty”", "Use “location is not set”."),
        ("location is not empty", 17, 5, "before “empty”", "Use “location is set”."),
        ("location is ste", 13, 3, "before “ste”", "Did you mean “set”?"),
        ("and", 1, 3, "A field is missing before “and”.", ""),
        ("é = 1 and", 1, 1, "isn't a field.", ""), ("name = \"é\" or", 14, 0, "at the end.", ""),
        ("value = 99999999999999999999", 9, 20, "64 bits", ""),
        ("warranty ~ 2026", 10, 1, "“~” searches text", "Use “warranty = 2026”."),
        ("value ~ 0", 7, 1, "but “value” contains no text.", "Use “value = 0”."),
        ("price ^ 1", 7, 1, "“^” searches text", "Use “price = 1”."),
        ("favorite ~ y", 10, 1, "“favorite” contains no text.", "Use “favorite”."),
        (
            "favorite < true", 10, 1, "“favorite” is yes or no, so it has no order.",
            "Use “favorite” or “not favorite”."
        ),
        ("favorite = maybe", 12, 5, "“favorite” is yes or no, and “maybe” is neither.", ""),
        (
            "name < true", 8, 4, "“true” is yes or no, but “name” contains text.",
            "To compare with the word itself, use “name < \"true\"”."
        ),
        ("serial >= 5", 11, 1, "“5” is a number, but “serial” contains text.", ""),
        ("value in Attic", 10, 5, "“value” doesn't contain text", ""),
        ("name - 1 > 2", 1, 4, "and “name” isn't a number.", ""),
        ("value + name > 2", 9, 4, "and “name” isn't a number.", ""),
        ("value > name", 9, 4, "and “name” isn't a number.", ""),
        (
            "warranty < soon", 12, 4, "“soon” isn't a date.",
            "Enter a date such as 2026-11-20, 2026-11, 2026, today or today+30d."
        ),
        ("warranty < 2026-13", 12, 7, "“2026-13” isn't a date.", ""),
        ("warranty < 0000", 12, 4, "“0000” isn't a date.", ""),
        ("warranty < today+99999y", 12, 12, "isn't a date.", ""),
        ("value between 60 and 50", 15, 9, "There is nothing between 60 and 50.", ""),
        ("value between 60 or", 18, 2, "“and” is missing before “or”.", ""),
        ("value in ()", 11, 1, "A value is missing before “)”.", ""),
        ("value in (1 2)", 13, 1, "“,” or “)” is missing before “2”.", ""),
        ("1 < 2", 3, 1, "“1 < 2” compares only numbers and contains no field.", ""),
        ("value + 1 ~ x", 11, 1, "its left side is a number.", ""),
        ("name ~ /a", 8, 1, "“/” is never closed.", ""),
        ("name ~ /a(b/", 10, 1, "“(” is never closed.", ""),
        ("name ~ /x*?+/", 10, 3, "“*?+” repeats a repetition.", ""),
        ("is name", 4, 4, "“is” requires a yes-or-no field", "Use “name is set”."),
        ("has valeu", 5, 5, "isn't a field.", ""),
        ("value > 1,299", 9, 5, "“1,299” can mean 1299 or 1.2990.", ""),
        ("value > 5 ¤", 11, 1, "“¤” isn't a currency.", ""),
        ("quantity > 5 EUR", 10, 1, "The amount in EUR is compared with something that isn't an amount.", ""),
        ("value between $5 and 6 EUR", 24, 3, "amounts in two currencies", ""),
        ("(value > 1) + 2 > 1", 13, 1, "“and” or “or” is missing before “+”.", ""),
    ])
    func `invalid filters are rejected at the position of the error`(
        text: String, character: Int, length: Int, reason: String, advice: String
    ) {
        let error = #expect(throws: LootError.self) { try Filter(parsing: text) }
        #expect(error?.failure == "Can't read the filter.", "\(String(describing: error))")
        #expect(
            error?.excerpt == Excerpt(text, position: character - 1, length: length),
            "\(String(describing: error))")
        #expect(error?.reason.text.contains(reason) == true, "\(String(describing: error))")
        #expect(advice.isEmpty || error?.advice.text == advice, "\(String(describing: error))")
        #expect(error?.exitStatus.rawValue != 0)
    }
}
