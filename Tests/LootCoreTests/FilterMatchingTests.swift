import LootCore
import LootQueryText
import LootTesting
import Testing

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
        ("none", false), ("custom.T = 3", true), ("custom.T > 2.5", true), ("custom.T = \"3\"", true),
        ("custom.T < 3", false), ("custom.D = 2025", true), ("custom.D > 2024-12", true),
        ("custom.D = 2025-06", false),
        ("custom.Y1 = 2025", true), ("custom.Y1 < 2026", true), ("custom.Y1 > 2025", false),
        ("custom.F = yes", true),
        ("custom.F = no", false), ("value * 2 = 100", true), ("value / 3 > 16.6", true),
        ("value / 3 < 16.7", true),
        ("value - price > 0", false), ("not (value - price > 0)", true), ("value / 0 > 0", false),
        ("custom.T * 0.1 = 0.3", true), ("custom.X / custom.T * 3 = 5", true), ("created = 0001", true),
        ("created <= 0001-01-01", true), ("created > 0001-01-01", false), ("name ~ /^l.mp$/", true),
        ("name ~ /mp\\b/", true), ("name ~ /x|LÄ/", true), ("tags ~ /^b.*e$/", true), ("name in lamp", true),
        ("has tags", true), ("has photo", false), ("value between 50 and 60", true),
        ("value in (1, 50)", true),
        ("name in (a, b, c, d, e, LÁMP)", true), ("name in (a, b, c, d, e, f)", false),
    ])
    func `conditions match as written`(filter: String, expected: Bool) throws {
        let item = lamp {
            $0.tags = ["red", "blue"]
            $0.custom = [
                "X": .integer(5), "T": .text("3"), "D": .text("2025-05-03"), "F": .text("Yes"),
                "Y1": .day(Day("2025-12-31") ?? .first),
            ]
        }
        #expect(try Filter(parsing: filter).matches(item) == expected)
    }

    @Test(arguments: [("=", "1 2"), ("<", "0"), ("<=", "0 1 2"), (">", "3"), (">=", "1 2 3")])
    func `a time is before a date, in it or after it`(comparison: String, found: String) throws {
        let moments = [
            "2026-11-19T23:59:59Z", "2026-11-20T00:00:00Z", "2026-11-20T23:59:59Z", "2026-11-21T00:00:00Z",
        ]
        let filter = try Filter(parsing: "created \(comparison) 2026-11-20")
        let matching = try moments.indices.filter { index in
            let moment = try #require(Moment(moments[index]))
            return filter.matches(Item(name: "Lamp", valueInDollars: 1, dateCreated: moment))
        }
        #expect(matching.map(String.init).joined(separator: " ") == found)
    }

    @Test func `a search needs all words, in any fields`() throws {
        let item = lamp {
            $0.notes = "from the Straße"
            $0.tags = ["red"]
            $0.custom = ["Color": .text("Grün"), "Pages": .integer(77)]
            $0.photo = FileID(of: [1, 2, 3])
        }
        for text in ["lamp", "LÁMP strasse", "red gr", "grun", "  the  "] {
            #expect(try #require(Search(text)).matches(item), "\(text)")
        }
        for text in ["lamp nothing", "77", "50", FileID(of: [1, 2, 3]).short] {
            #expect(try !#require(Search(text)).matches(item), "\(text)")
        }
        #expect(try #require(Search("red", in: ["tags"])).matches(item))
        #expect(try !#require(Search("red", in: ["name"])).matches(item))
        #expect(Search("") == nil && Search(" \n ") == nil && Search("\u{301}") == nil)
    }
}
