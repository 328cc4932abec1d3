import LootCore
import LootFormats
import Testing

@Suite struct `Tables` {
    private func items(_ text: String, _ options: ReadOptions = ReadOptions()) throws -> [Item] {
        try read(.csv, Array(text.utf8), options)
    }

    private func error(_ text: String, _ options: ReadOptions = ReadOptions()) throws -> FormatError {
        try #require(throws: FormatError.self) { try items(text, options) }
    }

    @Test(arguments: [",", ";", "\t"], ["\n", "\r\n", "\r"])
    func `commas, semicolons, tabs and any line endings work`(separator: String, lineEnd: String) throws {
        let rows = [
            ["name", "Value", "SERIAL"], ["A", "1", "x"], ["\"B\nb \"\"q\"\"\(separator)\"", "2", ""],
        ]
        let text = rows.map { $0.joined(separator: separator) }.joined(separator: lineEnd)
        // Names can't contain line breaks, but notes can.
        let items = try items(
            "\u{FEFF}"
                + text.replacing("name", with: "notes").replacing("SERIAL", with: "name")
                .replacing("2\(separator)", with: "2\(separator)y"))
        #expect(items.map(\.name) == ["x", "y"])
        #expect(items.map(\.valueInDollars) == [1, 2])
        #expect(items.map(\.notes) == ["A", "B\nb \"q\"\(separator)"])
    }

    @Test func `texts aren't formulas in a spreadsheet, and are read back unchanged`() throws {
        let texts = [
            "=1+1", "+41 79", "-5 bulb", "@SUM(A1)", "'=1", "''+2", "'quoted'", "-", "a=b", "'", "5-5",
        ]
        let items = texts.map { text in
            var item = Item(name: text, value: "-5", serialNumber: text, dateCreated: .first)
            (item.location, item.tags, item.notes) = (text, [text, "b"], "\t=A1\u{2028}\(text)")
            item.custom = ["size": .integer(-3), "say": .text(text)]
            return item
        }
        let bytes = ItemFormat.csv.encoder(columns: CSVColumn.all(for: items)).encode(items)
        let rows = String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst()
        let names = rows.map { $0.split(separator: ",", omittingEmptySubsequences: false)[1] }
        #expect(
            names == [
                "'=1+1", "'+41 79", "'-5 bulb", "'@SUM(A1)", "''=1", "'''+2", "'quoted'", "'-", "a=b", "'",
                "5-5",
            ])
        #expect(
            rows.allSatisfy { $0.contains(",-5,") && $0.contains(",-3") && $0.contains("'\t=A1\u{2028}") })
        #expect(try read(.csv, bytes) == items)
        // A spreadsheet that saves the file with semicolons keeps the apostrophes.
        let saved = try self.items("name;value;notes;colour\n'=1+1;5;'-x;'+1\n")
        #expect(saved.map(\.name) == ["=1+1"] && saved.map(\.notes) == ["-x"])
        #expect(saved.map(\.custom) == [["colour": .text("+1")]])
    }

    @Test func `a requested custom column contains values of all types`() throws {
        let items = [FieldValue.integer(3), .decimal(2.5), .text("M"), .flag(true)].map { value in
            var item = Item(name: "A", dateCreated: .first)
            item.custom = ["size": value]
            return item
        }
        let bytes = ItemFormat.csv.encoder(columns: [CSVColumn("custom.size")]).encode(items)
        #expect(String(decoding: bytes, as: UTF8.self) == "custom.size\n3\n2.5\nM\ntrue\n")
    }

    @Test func `headers are keys, short names, titles or aliases, and otherwise custom fields`() throws {
        let item = try #require(
            try items(
                "Name,valueInDollars,serial,TAG,Purchase price,colour,custom.on:flag,custom.when:day\r\n"
                    + "A,5,s,\"x, y\",7,red,yes,2026-01-02\r\n"
            ).first)
        #expect((item.name, item.valueInDollars, item.serialNumber) == ("A", 5, "s"))
        #expect(item.tags == ["x", "y"])
        #expect(item.purchasePrice == 7)
        #expect(
            item.custom == [
                "colour": .text("red"), "on": .flag(true), "when": .day(try #require(Day("2026-01-02"))),
            ])
    }

    @Test func `columns can be mapped or skipped`() throws {
        let options = ReadOptions(columns: ["Ding": "name", "Wert": "valueInDollars", "x": nil])
        let read = try #require(try items("Ding;Wert;x\nLampe;9;z\n", options).first)
        #expect((read.name, read.valueInDollars, read.custom.isEmpty) == ("Lampe", 9, true))
    }

    @Test func `HomeBox's columns are recognized`() throws {
        let header =
            "HB.import_ref,HB.asset_id,HB.location,HB.labels,HB.quantity,HB.name,HB.description,HB.insured,HB.serial_number,"
            + "HB.purchase_price,HB.purchase_from,HB.purchase_time,HB.warranty_expires,HB.notes,HB.field.Colour"
        let text =
            header + "\n"
            + "r1,000-012,Garage,tools;loud,2,Drill,Big one,true,S1,99.50,Shop,2020-01-01,0001-01-01,Mind it,red\n"
            + ",000-000,,,1,Nail,,false,,0,,0001-01-01T00:00:00Z,,,\n"
        let items = try items(text)
        #expect(items.map(\.name) == ["Drill", "Nail"])
        #expect(
            items[0].location == "Garage" && items[0].tags == ["tools", "loud"] && items[0].quantity == 2)
        #expect(items[0].notes == "Big one\n\nMind it")
        #expect(
            items[0].purchasePrice == "99.5" && items[0].vendor == "Shop" && items[0].serialNumber == "S1")
        #expect(items[0].purchaseDate == Day("2020-01-01") && items[0].warrantyUntil == nil)
        #expect(
            items[0].custom == [
                "import_ref": .text("r1"), "asset_id": .text("000-012"), "insured": .flag(true),
                "Colour": .text("red"),
            ])
        #expect(!items[1].hasDetails)
    }

    @Test func `errors have line and column`() throws {
        let number = try error("name,value\n\"a\",1\nb,\"x\"\n")
        #expect((number.position.line, number.position.column, number.field) == (2, 2, "valueInDollars"))
        let cells = try error("name,value\nb\n")
        #expect((cells.position.line, cells.reason.text) == (1, "This row has 1 cell, but the header has 2."))
        #expect(try error("value\n1\n").reason == "No column contains the names of the items.")
        #expect(try error("name,Name\n1,2\n").position.column == 5)
        #expect(try error("name\n\"a\n").reason == "This quoted cell isn't closed.")
        #expect(try error("name\n\"a\"b\n").position.column == 3)
        #expect(try error("").reason.text.contains("empty"))
    }
}
