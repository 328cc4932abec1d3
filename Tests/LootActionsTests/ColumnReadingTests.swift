import LootActions
import LootCore
import LootFormats
import MemoryStorePlugin
import Testing

@Suite struct `Reading columns` {
    private func items(_ text: String, _ options: ImportOptions = ImportOptions()) async throws -> [Item] {
        let plan = try await planned(text, into: MemoryStore(), options)
        #expect(plan.refusals.isEmpty, "\(plan.errors.map(\.description))")
        return plan.entries.map(\.item)
    }

    private func refusals(_ text: String) async throws -> [String] {
        let plan = try await planned(text)
        return plan.refusals.flatMap { plan.sentences(about: $0) }
    }

    @Test(arguments: [
        ("1.299;12,50", [1299, Amount("12.5")]), ("1,299;12.50", [1299, Amount("12.5")]),
        ("1.299.000;1.299", [1_299_000, 1299]), ("0,500;1,299", [Amount("0.5"), Amount("1.299")]),
        ("$1,299.99;7", [Amount("1299.99"), 7]), ("1'299.50;1.299", [Amount("1299.5"), Amount("1.299")]),
        ("12.-;1.299", [12, Amount("1.299")]), ("–;5", [nil, 5]), ("n/a;5,5", [nil, Amount("5.5")]),
    ])
    func `one amount determines the format of the others`(cells: String, amounts: [Amount?]) async throws {
        let rows = cells.split(separator: ";").enumerated().map { "T\($0);\($1)" }
        let items = try await items("Item;Cost\n" + rows.joined(separator: "\n"))
        #expect(items.map(\.purchasePrice) == amounts)
    }

    @Test func `an ambiguous amount is rejected with both readings if no cell decides`()
        async throws
    {
        #expect(
            try await refusals("Item;Cost\nLamp;1.299\nMug;5\n") == [
                "Line 2, column “Cost”: “1.299” can mean 1299 or 1.299, and no other cell "
                    + "resolves the ambiguity. Enter 1299.00 or 1.2990."
            ])
        // Contradictory cells provide no evidence.
        #expect(try await refusals("Item;Cost\nLamp;1.299\nMug;5.50\nCup;5,50\n").count == 1)
    }

    @Test(arguments: [
        ("05/04/2025,25/12/2024", ["2025-04-05", "2024-12-25"]),
        ("05/04/2025,12/25/2024", ["2025-05-04", "2024-12-25"]),
        ("4.5.2025,04.05.25", ["2025-05-04", "2025-05-04"]),
        ("2025-05-04 13:00:00,2025/05/04", ["2025-05-04", "2025-05-04"]),
        ("0001-01-01,2025-05-04T10:00:00Z", [nil, "2025-05-04"]),
        ("1/23/23,3/4/99", ["2023-01-23", "1999-03-04"]),
        ("28/08/2025 01:26PM,0000-00-00", ["2025-08-28", nil]),
        ("24-May-2025,3 mars 2024", ["2025-05-24", "2024-03-03"]),
    ])
    func `one date determines the format of the others`(cells: String, days: [String?]) async throws {
        let rows = cells.split(separator: ",").enumerated().map { "T\($0),\($1)" }
        let items = try await items("Item,Bought\n" + rows.joined(separator: "\n"))
        #expect(items.map { $0.purchaseDate?.description } == days)
    }

    @Test func `an ambiguous date is rejected with both readings`() async throws {
        #expect(
            try await refusals("Item,Bought\nLamp,05/04/2025\nMug,06/06/2025\n") == [
                "Line 2, column “Bought”: “05/04/2025” can mean 2025-04-05 or 2025-05-04, and no "
                    + "other cell resolves the ambiguity. Enter 2025-04-05 or 2025-05-04."
            ])
    }

    @Test(arguments: [
        ("36 months", "2026-05-04"), ("2 years", "2025-05-04"), ("24 Monate", "2025-05-04"),
        ("2 ans", "2025-05-04"),
        ("2027-01-01", "2027-01-01"), ("lifetime", nil), ("3", nil),
    ])
    func `a warranty is a date or a period after the purchase`(cell: String, day: String?) async throws {
        let item = try #require(try await items("Item,Bought,Warranty\nLamp,2023-05-04,\(cell)\n").first)
        #expect(item.warrantyUntil?.description == day)
        #expect((item.custom["Warranty"] == nil) == (day != nil), "other text is kept")
        let unbought = try #require(try await items("Item,Warranty\nLamp,24 months\n").first)
        #expect(unbought.warrantyUntil == nil && unbought.custom["Warranty"] == .text("24 months"))
    }

    @Test func `the cells of a column determine the type of a custom field`() async throws {
        let header = "Item,Size,Weight,Loud,Ticked,Read,Code,Any,Empty"
        let items = try await items(
            "\(header)\nA,3,2.5,yes,x,2024-01-02,007,1,\nB,11,10,No,,2024-02-03,12,two,\n")
        #expect(
            items.first?.custom == [
                "Size": .integer(3), "Weight": .decimal(2.5), "Loud": .flag(true), "Ticked": .flag(true),
                "Read": .day(try #require(Day("2024-01-02"))), "Code": .text("007"), "Any": .text("1"),
            ])
        #expect(items.last?.custom["Weight"] == .decimal(10) && items.last?.custom["Loud"] == .flag(false))
    }

    @Test func `the type of an existing custom field is used if all cells fit`() async throws {
        var lamp = Item(name: "Lamp")
        lamp.custom = [
            "Code": .text("A-1"), "Size": .decimal(1.5), "Year": .day(try #require(Day("2024-01-02"))),
        ]
        let store = try MemoryStore([lamp])
        let plan = try await planned("Item,Code,Size,Year\nMug,12,3,2024\n", into: store)
        #expect(
            plan.entries.first?.item.custom == [
                "Code": .text("12"), "Size": .decimal(3), "Year": .integer(2024),
            ])
    }

    @Test func `a late row with a different format changes how all rows are read`() async throws {
        let rows = (0..<6_000).map { "T\($0);\($0 % 900 + 1).500;\($0)" }
        let text = "Item;Cost;Size\n" + rows.joined(separator: "\n") + "\nLast;1.000,50;small\n"
        let plan = try await planned(text)
        #expect(plan.added == 6_001 && plan.refusals.isEmpty)
        #expect(
            plan.entries[5].item.purchasePrice == 6500 && plan.entries[5].item.custom["Size"] == .text("5"))
        #expect(plan.columns.last?.reading == "custom field: text")
    }

    @Test func `headers are matched without case, spaces and punctuation`() async throws {
        let item = try #require(
            try await items("Item , COST,Serial #,Price (EUR),Qty.,ROOM\nLamp,5,S1,7,2,Hall\n").first)
        #expect(
            item.purchasePrice == 5 && item.serialNumber == "S1" && item.quantity == 2
                && item.location == "Hall")
        #expect(item.custom == ["Price (EUR)": .integer(7)], "one column has the field, the other is kept")
        let mapped = try await items(
            "Item , COST,x\nLamp,5,7\n", ImportOptions(columns: ["cost": "valueInDollars", " X ": nil]))
        #expect(mapped.first?.value == 5 && mapped.first?.custom.isEmpty == true)
    }

    @Test func `rooms and boxes become components of the place, in any order of columns`() async throws {
        let parts = try await items("Box,Room,House,Item\nBox 3,Attic,House,Lamp\n,Hall,House,Mug\n")
        #expect(parts.map(\.location) == ["House / Attic / Box 3", "House / Hall"])
        let arrows = try await items("Item,Location\nLamp,House > Attic > Box 3\n")
        #expect(arrows.first?.location == "House / Attic / Box 3")
    }

    @Test func `places in one column are paths, whatever their separators`()
        async throws
    {
        let plan = try await planned(
            """
            Item,Location
            Lamp,House / Attic
            Bear,House > Attic
            Vase,House / Attic > Box 3
            Cup,boxes >5 kg
            Pin,Cellar\\left
            """)
        #expect(
            plan.entries.map(\.item.location) == [
                "House / Attic", "House / Attic", "House / Attic / Box 3", "boxes >5 kg", "Cellar\\left",
            ])
        #expect(plan.columns.last?.reading == "places, separated by “/” or “>”")
        #expect(try await items("Item,Location\nLamp,House\\Attic\n").first?.location == "House / Attic")
        #expect(try await items("Item,Location\nLamp,House>Attic\n").first?.location == "House / Attic")
        #expect(
            try await planned("Item,Room\nLamp,Attic\n").columns.last?.reading == "a level of the place")
    }

    @Test func `an arrow in a late row changes how all places in the column are read`() async throws {
        let rows = (0..<5_000).map { "T\($0),House / Room \($0 % 9)" }
        let plan = try await planned(
            "Item,Location\n" + rows.joined(separator: "\n") + "\nLast,House > Hall\n")
        #expect(plan.added == 5_001 && plan.entries.last?.item.location == "House / Hall")
        #expect(plan.columns.last?.reading.contains("“>”") == true)
    }

    @Test func `a table with only prices reports that values are unknown, and how to map them`()
        async throws
    {
        let remark =
            "The value of 2 items remains unknown: no column contains it, and “Price” is read as the purchase price."
        #expect(try await planned("Name,Price\nLamp,40\nMug,5.50\n").remarks == [remark])
        let mapped = try await planned(
            "Name,Price\nLamp,40\nMug,5.50\n", ImportOptions(columns: ["Price": "valueInDollars"]))
        #expect(mapped.remarks.isEmpty && mapped.entries.last?.item.value == "5.5")
        for table in ["Name,Price,Value\nLamp,40,\n", "Name,Price\nLamp,\n", "Name,Room\nLamp,Hall\n"] {
            #expect(try await planned(table).remarks.isEmpty, "\(table)")
        }
    }

    @Test func `the cells determine how tags are separated`() async throws {
        #expect(
            try await items("Item,Tags\nLamp,insured;heirloom\nMug,red\n").map(\.tags) == [
                ["insured", "heirloom"], ["red"],
            ])
        #expect(try await items("Item,Tags\nLamp,\"a;b, c\"\n").map(\.tags) == [["a;b", "c"]])
    }

    @Test func `currencies come from the cell, the header, or the options`() async throws {
        let options = ImportOptions(currency: Currency("CHF"))
        let items = try await items("Item,Cost (EUR),Value\nA,5,\nB,,\nC,,$3\n", options)
        #expect(items.map(\.currency?.code) == ["EUR", nil, "USD"])
        #expect(try await self.items("name,value\nA,5\n", options).first?.currency?.code == "CHF")
        #expect(
            try await refusals("Item,Cost,Value\nA,$5,€6\n").first?.contains("other amount is in USD") == true
        )
    }

    @Test(arguments: Field.all.filter { !["photo", "files"].contains($0.key) })
    func `JSON accepts the names of options for fields`(field: Field) async throws {
        let texts = [
            "currency": "EUR", "favorite": "true", "every": "2 months", "disposal": "sold",
            "depreciation": "none",
        ]
        let text = texts[field.name] ?? "2024"
        let value: FieldValue? =
            switch field.type {
            case .day, .moment: try field.parse("2024-05-06")
            case .list where field.traits.contains(.loans): .list(["lent 2024-05-06: a"])
            case .list: .list([field.traits.contains(.care) ? "2024-05-06: a" : "a"])
            default: try field.parse(text)
            }
        var item = Item(name: "A", value: nil)
        try field.set(value, in: &item)
        let own = String(decoding: ItemFormat.jsonLines.encoder().encode([item]), as: UTF8.self)
        for name in [field.name, field.name.uppercased(), field.title.text] + field.aliases {
            let plan = try await planned(own.replacing("\"\(field.key)\":", with: "\"\(name)\":"))
            #expect(
                plan.entries.first?.item.value(for: field.key) == value && plan.unknownKeys.isEmpty, "\(name)"
            )
        }
    }

    @Test(arguments: [
        "Name,Price (EUR),Value (USD)\nA,5,6\n", "Name,Price,Currency\nA,6 USD,EUR\n",
        "Name,Price (EUR),Value\nA,5,6 USD\n", "Name,Price (EUR)\nA,6 USD\n",
    ])
    func `an entry with two currencies is rejected`(table: String) async throws {
        let refusals = try await refusals(table)
        #expect(
            refusals.count == 1 && refusals[0].contains("USD") && refusals[0].contains("EUR"), "\(refusals)")
    }

    @Test func `an empty cell doesn't change an existing item`() async throws {
        var lamp = Item(name: "Lamp", valueInDollars: 5, serialNumber: "s1")
        (lamp.notes, lamp.tags, lamp.purchasePrice) = ("precious", ["x"], 3)
        let store = try MemoryStore([lamp])
        let inventory = Inventory(store, for: .owner)
        var options = ImportOptions()
        options.updateBy = "serialNumber"
        let table = "Serial,Value,Notes,Tags,Price\ns1,12,,,n/a\n"
        try await inventory.commit(
            try await planned(Array(table.utf8), into: store, options), title: "Import")
        let after = try await store.items()[0]
        #expect(
            after.value == 12 && after.notes == "precious" && after.tags == ["x"] && after.purchasePrice == 3)
        lamp.currency = Currency("EUR")
        try await store.apply([.update(lamp.id, ["currency": .text("EUR")])])
        let plan = try await planned(Array("Serial,Value\ns1,$12\n".utf8), into: store, options)
        #expect(plan.refusals.count == 1)
    }

    @Test func `numeric ids are kept, but not used as ids`() async throws {
        let items = try await items("ID,Item\n1,Lamp\n2,Mug\n")
        #expect(items.map { $0.custom["ID"] } == [.integer(1), .integer(2)])
    }

    @Test(arguments: [TextEncoding.utf16LittleEndian, .utf16BigEndian, .windows1252, .utf8], [true, false])
    func `the bytes determine the encoding`(encoding: TextEncoding, isMarked: Bool) async throws {
        let text = "Item;Note\nKüche;5 € für Ärger\n"
        let bytes: [UInt8] =
            switch encoding {
            case .utf16LittleEndian:
                (isMarked ? [0xFF, 0xFE] : []) + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            case .utf16BigEndian:
                (isMarked ? [0xFE, 0xFF] : []) + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            case .windows1252:
                text.unicodeScalars.map { $0 == "€" ? 0x80 : UInt8(truncatingIfNeeded: $0.value) }
            default: (isMarked ? [0xEF, 0xBB, 0xBF] : []) + Array(text.utf8)
            }
        for chunk in [1, 7, .max] {
            let plan = try await planned(bytes, chunk: chunk)
            #expect(plan.encoding == encoding && plan.entries.map(\.item.name) == ["Küche"])
            #expect(plan.entries.first?.item.notes == "5 € für Ärger")
        }
    }

    @Test func `a long table of this program that was saved in a code page is still recognized`()
        async throws
    {
        let rows = (0..<5_000).map { "\(id(UInt64($0) + 1)),Thing \($0)" }
        let text = "id,name\r\n" + rows.joined(separator: "\r\n") + "\r\n\(id(9_999_999)),K\u{FC}che\r\n"
        let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        let plan = try await planned(bytes, chunk: 4096)
        #expect(plan.added == 5_001 && plan.encoding == .windows1252)
        #expect(plan.entries.last?.item.name == "Küche")
    }

    @Test(arguments: [
        ("X,name\nfoo,Bear\n", "X"), ("id,name\n7,Bear\n", "id"), ("id,X,name\n7,foo,Bear\n", "X"),
    ])
    func `a column that is mapped to ids isn't another field`(text: String, column: String) async throws {
        let plan = try await planned(text, into: MemoryStore(), ImportOptions(columns: [column: "id"]))
        #expect(plan.entries.isEmpty && plan.refusals.count == 1)
        #expect(
            plan.errors.first?.reason.text.contains("isn't a UUID") == true,
            "\(plan.errors.map(\.description))")
    }
}

@Suite struct `Unusual tables` {
    private func error(_ text: String, _ options: ImportOptions = ImportOptions()) async throws -> String {
        try #require(
            await #expect(throws: LootError.self) { try await planned(text, into: MemoryStore(), options) }
        )
        .description
    }

    @Test func `a table can have five thousand columns, and an error about them is short`() async throws {
        let columns = (0..<5_000).map { "c\($0)" }.joined(separator: ",")
        let plan = try await planned("name,\(columns)\nA,\(String(repeating: "1,", count: 4_999))1\n")
        #expect(plan.entries.first?.item.custom.count == 5_000)
        #expect(
            try await error("\(columns)\n", ImportOptions(columns: ["c": "name", "zzzzzzzzzz": "value"])).utf8
                .count < 2_000)
    }

    @Test func `headers can be empty, duplicate or without rows`() async throws {
        #expect(try await planned("Item,Cost").count == 0)
        #expect(try await planned("name\n").count == 0)
        let plan = try await planned("name,,Size,size,,\nA,y,1,2,,\n")
        #expect(
            plan.entries.first?.item.custom == [
                "column 2": .text("y"), "Size": .integer(1), "size 2": .integer(2),
            ])
        #expect(
            try await error("name,Name\n")
                == "Can't import f:1:6. A second column contains “name”. Leave out one of them.")
    }

    @Test func `two columns that are mapped to one field are rejected`() async throws {
        let options = ImportOptions(columns: ["a": "valueInDollars", "b": "valueInDollars"])
        #expect(
            try await error("name,a,b\n", options) == """
                Can't import f:1:8. The columns “a” and “b” are both mapped to “valueInDollars”. Leave out one of them.
                """)
    }

    @Test func `bytes that aren't text, an empty file and an unclosed header are rejected`()
        async throws
    {
        var generator = SeededGenerator(seed: 4)
        let junk = [0] + (0..<5_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        await #expect(throws: LootError.self) {
            try await planned(junk, into: MemoryStore(), ImportOptions(format: .csv))
        }
        #expect(try await error("") == "Can't import f. The file is empty.")
        #expect(try await error("\"name,value\nA,1\n").contains("This quoted cell isn't closed."))
        #expect(try await planned("name,size\nA,1\n\"B,2\nC,3\n").added == 2)
    }

    @Test func `empty rows are skipped`() async throws {
        let plan = try await planned("sep=;\nItem;Cost\nLamp;5\n;\n;\nMug;6\n;;\n")
        #expect(plan.told == ["+Lamp@3", "+Mug@6"])
    }
}
