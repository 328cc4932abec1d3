import LootCore
import LootPlugins
import LootTesting
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
            ("value ~ 5", .compare("valueInDollars", .contains, .text("5"))),
            ("custom.Color = red", .compare("custom.Color", .equal, .text("red"))),
            ("custom.\"two words\" = 5", .compare("custom.two words", .equal, .integer(5))),
            ("custom.X = \"5\"", .compare("custom.X", .equal, .text("5"))),
            ("custom.X < 1.5", .compare("custom.X", .less, .decimal(1.5))),
            ("custom.X = true", .compare("custom.X", .equal, .flag(true))),
            ("id ^ 2f1d", .compare("id", .begins, .text("2f1d"))),
            ("purchased < 2026-11-20", .compare("purchaseDate", .less, .day(Day("2026-11-20") ?? .first))),
            (
                "created > 2026-11-20",
                .compare("dateCreated", .greater, .moment(Moment("2026-11-20") ?? .first))
            ),
            ("custom.X > 2026-11-20", .compare("custom.X", .greater, .day(Day("2026-11-20") ?? .first))),
        ] as [(String, Filter)])
    func `what a person writes is understood`(text: String, expected: Filter) throws {
        #expect(try Filter(parsing: text) == expected)
    }

    @Test(arguments: [
        ("", 1, "expected a field, found the end"),
        ("value", 6, "expected one of = != < <= > >= ~ ^, found the end"),
        ("value >=", 9, "expected a value, found the end"), ("value >= fifty", 10, "is not a whole number"),
        ("location = \"Attic", 12, "the quote is never closed"),
        ("(value > 1", 11, "expected “)”, found the end"),
        ("value > 1)", 10, "expected “and”, “or” or the end, found “)”"),
        ("value > 1 location = x", 11, "found “location”"),
        ("locatoin = x", 1, "no field has that name"), ("value ! 5", 7, "expected one of"),
        ("= 5", 1, "expected a field, found “=”"),
        ("location is", 12, "expected “set” or “not set”"), ("and", 1, "no field has that name"),
        ("é = 1 and", 1, "no field"),
        ("name = \"é\" or", 14, "found the end"), ("value = 99999999999999999999", 9, "64 bits"),
    ])
    func `what can't be read is refused at its character`(text: String, character: Int, why: String) {
        let error = #expect(throws: LootError.self) { try Filter(parsing: text) }
        #expect(
            error?.what == "can't read the filter at character \(character)", "\(String(describing: error))")
        #expect(error?.why.contains(why) == true, "\(String(describing: error))")
        #expect(error?.exitStatus.rawValue != 0)
    }

    @Test func `a condition's description reads back as the condition`() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<2000 {
            let filter = ItemFixtures.filter(depth: 4, using: &generator)
            #expect(try Filter(parsing: filter.description) == filter, "\(filter)")
        }
    }

    @Test func `any text survives as a constant and as a custom name`() throws {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<3000 {
            let (name, text) = (Noise.text(using: &generator), Noise.text(using: &generator))
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

    @Test func `garbage is an error, never a trap`() {
        var generator = SeededGenerator(seed: 3)
        let words = [
            "value", "name", "custom.", "custom.X", "is", "not", "set", "and", "or", "(", ")", "=", "<=", "!",
            "~", "^", "50",
            "\"", "'", "\\", "favorite", "all", "none", "2026-11-20", "\u{301}", "é", "\0", "\r\n",
        ]
        var readable = 0
        for _ in 0..<20_000 {
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

    @Test(arguments: ["(", "not ", "not (", "((value > 1) and "])
    func `deep nesting is refused before it exhausts the stack`(opening: String) {
        let text = String(repeating: opening, count: 50_000) + "all"
        let error = #expect(throws: LootError.self) { try Filter(parsing: text) }
        #expect(error?.why == "it is nested more than 64 deep")
    }

    @Test func `a long list of conditions is not nesting`() throws {
        let text = Array(repeating: "value > 1", count: 5000).joined(separator: " or ")
        #expect(try Filter(parsing: text).matches(Item(name: "Lamp", valueInDollars: 2)))
    }
}

extension Filter {
    fileprivate var last: Filter? {
        guard case .all(let parts) = self else { return nil }
        return parts.last
    }
}

@Suite struct FilterMatchingTests {
    private func lamp(_ edit: (inout Item) -> Void = { _ in }) -> Item {
        var item = Item(name: "Lámp", valueInDollars: 50, dateCreated: .first)
        edit(&item)
        return item
    }

    @Test(arguments: [
        ("name = lamp", true), ("name ~ AM", true), ("name ^ la", true), ("name ^ amp", false),
        ("name < lamq", true),
        ("value = 50", true), ("value != 50", false), ("value < 50", false), ("value <= 50", true),
        ("value > 50", false),
        ("location = Attic", false), ("location != Attic", true), ("location < Attic", false),
        ("not (location ~ '')", true),
        ("location is set", false), ("favorite is set", true), ("favorite", false), ("tags = RED", true),
        ("tags ~ lu", true),
        ("tags < c", true), ("tags = green", false), ("quantity = 1", true), ("custom.X = 5", true),
        ("custom.X = 5.0", true),
        ("custom.X = \"5\"", false), ("custom.Y = 5", false), ("created < 2026-01-01", true), ("all", true),
        ("none", false),
        ("value ~ 50", false),
    ])
    func `conditions hold as they read`(filter: String, expected: Bool) throws {
        let item = lamp {
            $0.tags = ["red", "blue"]
            $0.custom["X"] = .integer(5)
        }
        #expect(try Filter(parsing: filter).matches(item) == expected)
    }

    @Test func `a search needs every word, in any of the fields`() throws {
        let item = lamp {
            $0.notes = "from the Straße"
            $0.tags = ["red"]
            $0.custom = ["Color": .text("Grün"), "Pages": .integer(77)]
            $0.photo = PhotoID(of: [1, 2, 3])
        }
        for text in ["lamp", "LÁMP strasse", "red gr", "grun", "  the  "] {
            #expect(try #require(Search(text)).matches(item), "\(text)")
        }
        for text in ["lamp nothing", "77", "50", PhotoID(of: [1, 2, 3]).short] {
            #expect(try !#require(Search(text)).matches(item), "\(text)")
        }
        #expect(try #require(Search("red", in: ["tags"])).matches(item))
        #expect(try !#require(Search("red", in: ["name"])).matches(item))
        #expect(Search("") == nil && Search(" \n ") == nil && Search("\u{301}") == nil)
    }
}
