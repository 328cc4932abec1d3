import DateSectioningPlugin
import FavoriteSectioningPlugin
import FieldSectioningPlugin
import InitialSectioningPlugin
import LootCore
import Testing
import ValueSectioningPlugin

private func outline(_ sectioning: (any Sectioning)?, _ items: [Item]) -> [ItemSection] {
    ItemList(items).outline(of: Query(sectioning: sectioning), at: .initial).sections
}

private func titles(_ sectioning: (any Sectioning)?, _ items: [Item]) -> [String] {
    outline(sectioning, items).map { "\($0.title) (\($0.count))" }
}

private func item(_ name: String, _ value: Int = 0, _ edit: (inout Item) -> Void = { _ in }) -> Item {
    var item = Item(name: name, valueInDollars: value)
    edit(&item)
    return item
}

@Suite struct SectioningTitleTests {
    private let prices = [0, 24, 25, 49, 50, 99, 100, Int.max].map { item("Lamp", $0) }

    @Test func `the default ranges have titles like a price list`() throws {
        #expect(
            titles(try ValueSectioning(), prices) == [
                "value < 25 (2)", "25 ≤ value < 50 (2)", "50 ≤ value < 75 (1)", "75 ≤ value < 100 (1)",
                "value ≥ 100 (2)",
            ])
        #expect(
            outline(try ValueSectioning(), prices).map(\.indexTitle) == ["<25", "25", "50", "75", "100"])
    }

    @Test func `one bound creates two sections`() throws {
        #expect(titles(try ValueSectioning(bounds: [50]), prices) == ["value < 50 (4)", "value ≥ 50 (4)"])
        #expect(
            titles(try ValueSectioning(bounds: [50], direction: .descending), prices)
                == ["value ≥ 50 (4)", "value < 50 (4)"])
    }

    @Test func `titles show strict bounds, and an amount at one belongs to the lower section`() throws {
        let bound = try #require(SectionRule.bound(parsing: ">50"))
        let items = ["49.99", "50", "50.01", "1200"].map { (value: Amount) in Item(name: "Lamp", value: value)
        }
        #expect(
            titles(try ValueSectioning(bounds: [bound]), items + [Item(name: "Vase", value: nil)])
                == ["value ≤ 50 (2)", "value > 50 (2)", "No value (1)"])
        #expect(
            titles(try ValueSectioning(bounds: [bound, "99.95", 1200]), items)
                == ["value ≤ 50 (2)", "50 < value < 99.95 (1)", "value ≥ 1200 (1)"])
        #expect(outline(try ValueSectioning(bounds: [bound]), items).map(\.indexTitle) == ["≤50", ">50"])
    }

    @Test func `a range without items has no section`() throws {
        #expect(titles(try ValueSectioning(), [item("Lamp", 60)]) == ["50 ≤ value < 75 (1)"])
        #expect(titles(try ValueSectioning(), []) == [])
    }

    @Test func `ranges of other fields contain their names`() throws {
        let items = [item("A") { $0.quantity = 3 }, item("B") { $0.custom["Pages"] = .integer(-5) }]
        #expect(
            titles(try ValueSectioning(bounds: [2], field: "quantity"), items)
                == ["quantity < 2 (1)", "quantity ≥ 2 (1)"])
        #expect(
            titles(try ValueSectioning(bounds: [0], field: "custom.Pages"), items) == [
                "Pages < 0 (1)", "No Pages (1)",
            ])
    }

    @Test func `large bounds have short index titles`() throws {
        let sectioning = try ValueSectioning(bounds: [
            Amount(.min), -20_000, 999, 9_999, 12_000_000, Amount(.max),
        ])
        let titles = (0...6).map { sectioning.indexTitle(for: .number($0)) ?? "" }
        #expect(titles == ["<-9223P", "-9223P", "-20k", "999", "9999", "12M", "9223P"])
    }

    @Test func `letters are in order, ignoring case and accents, and others are last`() throws {
        let items = ["4K screen", "Éclair", "zebra", "apple", "Egg", "ß", "👻", "Ångström", "Яблоко"].map {
            item($0)
        }
        #expect(
            titles(try InitialSectioning(), items) == ["A (2)", "E (2)", "S (1)", "Z (1)", "Я (1)", "# (2)"])
        #expect(
            titles(try InitialSectioning(direction: .descending), items)
                == ["Я (1)", "Z (1)", "S (1)", "E (2)", "A (2)", "# (2)"])
        #expect(outline(try InitialSectioning(), items).map(\.indexTitle) == ["A", "E", "S", "Z", "Я", "#"])
    }

    @Test func `months have names, newest first, and items without a date are last`() throws {
        let items = [nil, "2026-11-20", "2026-01-01", "0099-03-04", "2026-11-01"].map { text in
            item("Lamp") { $0.purchaseDate = text.flatMap { Day($0) } }
        }
        let byMonth = try DateSectioning(field: "purchaseDate")
        #expect(
            titles(byMonth, items) == [
                "November 2026 (2)", "January 2026 (1)", "March 99 (1)", "No date (1)",
            ])
        #expect(outline(byMonth, items).map(\.indexTitle) == ["Nov 26", "Jan 26", "Mar 99", nil])
        let byYear = try DateSectioning(by: .year, field: "purchaseDate", direction: .ascending)
        #expect(titles(byYear, items) == ["99 (1)", "2026 (3)", "No date (1)"])
    }

    @Test func `favorites are before the others`() {
        let items = [item("A"), item("B") { $0.isFavorite = true }, item("C")]
        #expect(titles(FavoriteSectioning(), items) == ["Favorites (1)", "Others (2)"])
        #expect(outline(FavoriteSectioning(), items).map(\.indexTitle) == ["★", "☆"])
    }

    @Test func `titles are the field's values, with a title for empty ones`() {
        let items = [
            item("A") { $0.location = "Cellar" }, item("B"), item("C") { $0.location = "attic" },
            item("D") { $0.location = "Attic" },
        ]
        #expect(
            titles(FieldSectioning(field: "location"), items)
                == ["Attic (1)", "attic (1)", "Cellar (1)", "No location (1)"])
        #expect(outline(FieldSectioning(field: "location"), items).map(\.indexTitle) == ["A", "A", "C", nil])
    }

    @Test func `numbers are sorted by size, flags are yes and no, custom fields keep their names`() {
        let items = [item("A") { $0.quantity = 10 }, item("B") { $0.quantity = 9 }]
        #expect(titles(FieldSectioning(field: "quantity"), items) == ["9 (1)", "10 (1)"])
        #expect(titles(FieldSectioning(field: "isFavorite", direction: .descending), items) == ["No (2)"])
        #expect(titles(FieldSectioning(field: "custom.Color"), items) == ["No Color (2)"])
    }

    @Test func `a title has one line`() {
        let items = [item("A") { $0.notes = "one\n\ttwo" }]
        #expect(titles(FieldSectioning(field: "notes"), items) == ["one⏎⇥two (1)"])
    }
}
