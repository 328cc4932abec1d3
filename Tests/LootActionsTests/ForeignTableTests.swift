import Foundation
import LootActions
import LootCore
import LootFormats
import LootQueryText
import MemoryStorePlugin
import Testing
import TextSearch

/// Returns the bytes of a fixture.
private func fixture(_ name: String) throws -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    return Array(try Data(contentsOf: folder.appending(path: name)))
}

/// Imports a file without options, and returns its items by name.
private func imported(_ name: String) async throws -> (plan: ImportPlan, items: [String: Item]) {
    let plan = try await planned(try fixture(name), ImportOptions(isTrial: true))
    #expect(plan.refusals.isEmpty, "\(plan.errors.map(\.description))")
    let items = plan.entries.map(\.item)
    return (plan, Dictionary(items.map { ($0.name, $0) }) { first, _ in first })
}

private func planned(_ bytes: [UInt8], _ options: ImportOptions) async throws(LootError) -> ImportPlan {
    try await planned(bytes, into: MemoryStore(), options)
}

@Suite struct `Tables of other programs` {
    @Test func `HomeBox's export imports without options`() async throws {
        let (plan, items) = try await imported("homebox.csv")
        #expect(plan.added == 10 && plan.formatSummary == "CSV, read as UTF-8, columns of HomeBox")
        let drill = try #require(items["Cordless drill"])
        #expect(drill.purchasePrice == "129.95" && drill.value == nil && drill.serialNumber == "SN-4471")
        #expect(drill.location == "House / Cellar / Workbench" && drill.tags == ["power tool", "loud"])
        #expect(drill.notes == "18 volts\n\nTwo batteries" && drill.vendor == "Tool Barn")
        #expect(drill.purchaseDate == Day("2023-03-18") && drill.warrantyUntil == Day("2026-03-18"))
        #expect(drill.custom["insured"] == .flag(true) && drill.custom["Weight"] == .decimal(1.6))
        #expect(drill.custom["manufacturer"] == .text("Makuta") && drill.disposal == nil)
        // An entry nested in another entry is placed inside it.
        #expect(items["Bit set"]?.location == "House / Cellar / Workbench / Cordless drill")
        #expect(items["Lens 35 mm"]?.location == "House / Study / Cupboard / Camera")
        // A length in meters isn't a quantity.
        let cable = try #require(items["Network cable"])
        #expect(cable.quantity == 1 && cable.custom["quantity as written"] == .decimal(2.5))
        #expect(plan.remarks.first?.hasPrefix("The quantity of 1 entry has a unit") == true)
        let bike = try #require(items["City bike"])
        #expect(bike.disposal == .sold && bike.proceeds == "310.5" && bike.disposedOn == Day("2024-05-01"))
        #expect(bike.recipient == "Jo Meier" && bike.disposalNote == "Fair price")
        #expect(items["Sofa"]?.warrantyUntil == nil && items["Sofa"]?.purchasePrice == 1299)
        #expect(items["Folding chair"]?.quantity == 6 && items["Folding chair"]?.custom["insured"] == nil)
    }

    @Test func `HomeBox's earlier export imports without options`() async throws {
        let (_, items) = try await imported("homebox-2023.csv")
        let spade = try #require(items["Spade"])
        #expect(spade.tags == ["garden", "tool"] && spade.purchasePrice == "24.9")
        #expect(spade.purchaseDate == Day("2022-04-09") && spade.warrantyUntil == nil)
        #expect(items["Hose"]?.purchaseDate == nil && items["Hose"]?.purchasePrice == nil)
    }

    @Test func `Snipe-IT's report imports without options`() async throws {
        let (plan, items) = try await imported("snipe-it-report.csv")
        #expect(plan.table?.program == "Snipe-IT")
        let laptop = try #require(items["Front desk laptop"])
        #expect(laptop.purchasePrice == 1249 && laptop.value == 1041 && laptop.vendor == "Northern Office")
        #expect(laptop.purchaseDate == Day("2023-02-28") && laptop.warrantyUntil == Day("2026-02-28"))
        #expect(laptop.location == "Head office" && laptop.lentTo == "Ada Lund")
        let printer = try #require(items["Label printer"])
        #expect(laptop.lentUntil == Day("2026-12-24"))
        #expect(!printer.isLent && printer.custom["Checked Out"] == .text("Dispatch"), "this isn't a person")
        #expect(printer.custom["Expected Checkin Date"] == .text("2024-12-31"))
        #expect(!items.values.contains { $0.name == "Spare dock" && $0.isLent })
        #expect(laptop.dateCreated == Moment("2023-02-28T16:40:12Z") && laptop.custom["ID"] == .integer(1))
        // Two columns have the same header.
        #expect(
            laptop.custom["Address"] == .text("1 Mill Lane")
                && laptop.custom["Address 2"] == .text("2nd floor"))
        // An asset without a name is named after its model, or else after its tag. An asset without a
        // location is at its default location.
        let spare = try #require(items["Slate 14"])
        #expect(spare.location == "Store room" && spare.warrantyUntil == Day("2026-02-28"))
        #expect(spare.custom["Warranty"] == .text("36") && spare.custom["Model"] == .text("Slate 14"))
        #expect(items["BR-1004"]?.serialNumber == "IM-1" && items["BR-1004"]?.purchasePrice == nil)
        #expect(items["Label printer"]?.warrantyUntil == Day("2025-06-03"))
        #expect(items["Old server"]?.disposal == .discarded && laptop.disposal == nil)
    }

    @Test func `Snipe-IT's list imports without options`() async throws {
        let (_, items) = try await imported("snipe-it-list.csv")
        #expect(items["Scanner"]?.warrantyUntil == Day("2027-01-31"))
        #expect(items["ScanJoy 3"]?.warrantyUntil == Day("2025-02-28"), "the last day of a short month")
        #expect(items["ScanJoy 3"]?.lentTo == "Ann Holt" && items["Scanner"]?.lentTo == nil)
        #expect(
            items["Projector"]?.purchaseDate == Day("2025-05-24") && items["Projector"]?.purchasePrice == 1050
        )
    }

    @Test func `Sortly's export imports without options`() async throws {
        let (plan, items) = try await imported("sortly.csv")
        #expect(plan.added == 10 && plan.table?.program == "Sortly")
        let stove = try #require(items["Camping stove"])
        #expect(stove.location == "House / Attic / Box 3" && stove.tags == ["camping", "summer"])
        #expect(stove.purchasePrice == "59.9" && stove.value == nil && stove.serialNumber == "CS-88")
        #expect(stove.purchaseDate == Day("2022-05-24") && stove.custom["Fragile"] == .flag(false))
        #expect(
            items["Tent"]?.purchaseDate == Day("2021-06-05"), "the month comes first, as another row shows")
        #expect(
            items["Wine glass"]?.quantity == 12 && items["Wine glass"]?.custom["Value of all"] == .decimal(54)
        )
        #expect(items["Attic"]?.location == "House", "a folder is a place, and has a separate entry")
        #expect(items["Paint"]?.custom["quantity as written"] == .decimal(2.5))
    }

    @Test func `Grocy's tables import without options`() async throws {
        let (plan, items) = try await imported("grocy-stock.tsv")
        #expect(plan.formatSummary == "CSV with tabs, read as UTF-8, columns of Grocy's stock")
        let oil = try #require(items["Olive oil"])
        #expect(oil.quantity == 2 && oil.custom["quantity as written"] == .text("2 Bottles"))
        #expect(oil.purchasePrice == "8.9" && oil.location == "Larder" && oil.tags == ["Pantry"])
        #expect(items["Flour"]?.quantity == 1 && items["Batteries"]?.quantity == 12)
        #expect(items["Batteries"]?.custom["quantity as written"] == nil)
        let products = try await imported("grocy-products.csv").items
        #expect(products["Flour"]?.custom["calories"] == .decimal(364.5))
        #expect(
            products["Candles"]?.custom["id"] == .integer(3)
                && products["Olive oil"]?.notes == "The green one")
    }

    @Test func `a household's list in a code page imports with cents and rooms`() async throws {
        let (plan, items) = try await imported("haushalt.csv")
        #expect(plan.added == 300 && plan.formatSummary == "CSV with semicolons, read as Windows-1252")
        let shelf = try #require(items["Bücherregal 1"])
        #expect(shelf.location == "Erdgeschoss / Wohnzimmer" && shelf.purchasePrice == 1299)
        #expect(
            shelf.value == "1299.99" && shelf.currency == Currency("EUR") && shelf.vendor == "Möbel Müller")
        #expect(shelf.purchaseDate == Day("2020-05-04") && shelf.warrantyUntil == Day("2022-05-04"))
        #expect(shelf.tags == ["versichert", "Erbstück"] && shelf.serialNumber == "SN-00001")
        #expect(shelf.custom == ["Gewicht kg": .decimal(41.5), "Versichert": .flag(true)])
        #expect(shelf.notes == "Aus Eiche, 2 m hoch")
        let lamp = try #require(items["Stehlampe 2"])
        #expect(
            lamp.location == "Obergeschoss / Büro / Kiste 7" && lamp.purchasePrice == "89.9"
                && lamp.quantity == 2)
        #expect(plan.entries.allSatisfy { $0.item.purchasePrice != nil })
        let columns = Dictionary(uniqueKeysWithValues: plan.columns.map { ($0.name, $0) })
        #expect(
            columns["Preis (EUR)"]?.fieldName == "price"
                && columns["Preis (EUR)"]?.reading == "numbers like 1.299,99")
        #expect(columns["Gewicht kg"]?.reading == "custom field: number")
    }

    @Test(arguments: [
        "homebox.csv", "snipe-it-report.csv", "snipe-it-list.csv", "sortly.csv", "grocy-stock.tsv",
        "grocy-products.csv",
        "haushalt.csv",
    ])
    func `imported items are unchanged after an export and another import`(name: String) async throws {
        let items = try await planned(try fixture(name), ImportOptions(isTrial: true)).entries.map(\.item)
        let table = ItemFormat.csv.encoder(columns: CSVColumn.all(for: items)).encode(items)
        let again = try await planned(table, ImportOptions())
        #expect(again.entries.map(\.item) == items && again.refusals.isEmpty && again.table == nil)
    }

    @Test func `custom fields compare as numbers after an import`() async throws {
        let plan = try await planned(try fixture("homebox.csv"), ImportOptions())
        let store = MemoryStore()
        try await Inventory(store, for: .owner).commit(plan)
        let heavy = try await store.items(of: Query(filter: try Filter(parsing: "custom.Weight > 2")))
        #expect(Set(heavy.map(\.name)) == ["Sofa", "City bike", "Pan, cast iron"])
    }

    @Test func `an export that a German spreadsheet saved imports unchanged`() async throws {
        var lamp = Item(name: "Lamp", value: Amount("1299.5"), serialNumber: "L1")
        lamp.isFavorite = true
        (lamp.purchaseDate, lamp.warrantyUntil) = (Day("2025-04-05"), Day("2026-12-31"))
        (lamp.purchasePrice, lamp.tags, lamp.quantity) = (Amount("1299"), ["a; b", "c"], 2)
        (lamp.location, lamp.serviceEvery) = ("House / Attic", CalendarSpan(6, .month))
        lamp.custom = [
            "size": .decimal(2.5), "sold": Day("2026-02-01").map(FieldValue.day) ?? .text(""),
            "used": .flag(false), "no": .integer(7), "word": .text("1,5"),
        ]
        var bear = Item(name: "Bear", value: nil)
        (bear.notes, bear.lentTo) = ("old\nbear", "Ann")
        let store = try MemoryStore([lamp, bear])
        var bytes: [UInt8] = []
        try await ItemExport(Inventory(store, for: .owner), as: .items(.csv)).write { piece in
            bytes += piece
            return true
        }
        var text = String(decoding: bytes, as: UTF8.self)
        for (written, saved) in [
            ("2025-04-05", "05.04.2025"), ("2026-12-31", "31.12.2026"), ("2026-02-01", "01.02.2026"),
            ("1299.5,", "1299_5,"), (",2.5,", ",2_5,"), ("true", "WAHR"), ("false", "FALSCH"),
        ] {
            #expect(text.contains(written), "\(written)")
            text = text.replacing(written, with: saved)
        }
        // A comma in quotes doesn't separate cells.
        var isQuoted = false
        text = String(
            text.map { character in
                if character == "\"" { isQuoted.toggle() }
                return character == "," && !isQuoted ? ";" : character == "_" ? "," : character
            })
        let plan = try await planned(Array(text.utf8), into: store)
        #expect(plan.refusals.isEmpty, "\(plan.errors.map(\.description))")
        #expect(plan.unchanged == 2, "\(plan.entries.map { "\($0.item)" })")
    }
}
