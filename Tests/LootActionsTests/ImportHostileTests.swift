@testable import LootActions
import LootCore
import LootFormats
import LootPlugins
import MemoryStorePlugin
import Testing

@Suite struct ImportHostileTests {
    @Test(arguments: [
        ("a byte-order mark", "\u{FEFF}name,value\nA,1\n"), ("semicolons", "name;value\nA;1\n"),
        ("tabs", "name\tvalue\nA\t1\n"), ("CRLF", "name,value\r\nA,1\r\n"), ("CR", "name,value\rA,1\r"),
        ("no line end at the end", "name,value\nA,1"), ("empty lines", "\n\nname,value\n\n\nA,1\n\n"),
        ("quotes everywhere", "\"name\",\"value\"\n\"A\",\"1\"\n"),
    ])
    func `tables of many programs are read`(what: String, text: String) async throws {
        for chunk in [1, 3, .max] {
            let plan = try await planned(text, into: MemoryStore(), ImportOptions(format: .csv), chunk: chunk)
            #expect(plan.entries.map(\.item.name) == ["A"], "\(what)")
            #expect(plan.entries.map(\.item.valueInDollars) == [1], "\(what)")
        }
    }

    @Test func `line breaks in quotes are part of the cell, and lines are still counted`() async throws {
        let plan = try await planned("name,notes\nA,\"one\ntwo\nthree\"\nB,x\nC,\n,\n", chunk: 5)
        #expect(plan.told == ["+A@2", "+B@5", "+C@6"])
        #expect(plan.entries.first?.item.notes == "one\ntwo\nthree")
    }

    @Test func `bad rows are reported one by one with line and column, and don't affect others`() async throws
    {
        let rows = [
            "name,value,tags", "A,1,x", "B,-1,x", "C,1", "D,1,x,y", "E,nine,", "F\u{7},1,",
            "G,9223372036854775808,",
            "H,2,",
        ]
        for chunk in [4, .max] {
            let plan = try await planned(rows.joined(separator: "\n"), chunk: chunk)
            #expect(
                plan.told == [
                    "+A@2", "+H@9", "!3:3 Can't set “Value”. -1 is less than 0.",
                    "!4:1 This row has 2 cells, but the header has 3.",
                    "!5:1 This row has 4 cells, but the header has 3.",
                    "!6:3 Can't set “Value”. “nine” isn't an amount.",
                    "!7:1 Can't set “Name”. The text contains the control character U+0007.",
                    "!8:3 Can't set “Value”. “9223372036854775808” is too large.",
                ])
            #expect(
                plan.refusals.map { String(decoding: $0.bytes, as: UTF8.self).prefix(1) }
                    == "BCDEFG".map { "\($0)" })
        }
    }

    @Test func `bytes that aren't text are rejected with advice, row by row`() async throws {
        let bytes = Array("name\nÄ\n".utf8) + [0x4C, 0xE4, 0x0A] + Array("B\n".utf8)
        let plan = try await planned(bytes)
        #expect(plan.told == ["+Ä@2", "+B@4", "!3:2 This isn't valid UTF-8."])
        #expect(plan.refusals.first?.error.advice.text == "Save the file as UTF-8.")
        #expect(plan.refusals.first?.bytes.prefix(2) == [0x4C, 0xE4])
    }

    @Test(arguments: [true, false])
    func `UTF-16 from spreadsheets is read`(isBig: Bool) async throws {
        let text = "\u{FEFF}name\tvalue\r\nBücher 👩‍👧\t7\r\n\t1\r\n"
        let bytes = text.utf16.flatMap { unit in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return isBig ? [high, low] : [low, high]
        }
        let plan = try await planned(bytes, chunk: 3)
        #expect(plan.told == ["+Bücher 👩‍👧@2", "!3:1 It has no name."])
    }

    @Test func `an unclosed quote ends with its row`() async throws {
        let plan = try await planned("name,value\nA,1\n\"B,2\nC,3\nD,4\n", chunk: 6)
        #expect(plan.told == ["+A@2", "+C@4", "+D@5", "!3:1 This quoted cell isn't closed."])
    }

    @Test func `an unclosed quote before a lot of text rejects the file`() async throws {
        let text = "name,value\nA,1\n\"B,2\n" + String(repeating: "C\n", count: 600_000)
        let error = await #expect(throws: LootError.self) { try await planned(text, chunk: 1 << 16) }
        #expect(error?.place == "f:3:1" && error?.reason.text == "This quoted cell isn't closed.")
    }

    @Test func `a file with too many refused entries is rejected`() async throws {
        let text = "[" + Array(repeating: "{}", count: 100_001).joined(separator: ",") + "]"
        let error = await #expect(throws: LootError.self) { try await planned(text) }
        #expect(
            error?.description == """
                Can't import f:1:2. This entry contains none of the fields of an item, such as “name” or “value”. More than 100,000 \
                entries can't be imported. Check whether this is the format of the file.
                """)
    }

    @Test func `many refused entries on one line are located in linear time`() async throws {
        // Counting from the start of the line each time would read 14 billion bytes.
        let entry = "{\"id\":\"\(id(1))\",\"name\":\"Ä\"}"
        let text = "[" + Array(repeating: entry, count: 30_000).joined(separator: ",") + "]"
        let plan = try await planned(text)
        #expect(plan.added == 1 && plan.refusals.count == 29_999)
        let places = plan.refusals.map(\.error.position)
        let width = entry.unicodeScalars.count + 1
        #expect(places.enumerated().allSatisfy { $1.line == 0 && $1.column == 1 + ($0 + 1) * width })
    }

    @Test func `a table with very many custom columns costs as much as its cells`() async throws {
        // Copying all fields for each column would copy 10,000 times 10,000 of them.
        let columns = (0..<10_000).map { "c\($0)" }
        let row = columns.map { _ in "x" }
        let text =
            (["name"] + columns).joined(separator: ",") + "\n" + (["A"] + row).joined(separator: ",") + "\n"
        let plan = try await planned(text)
        #expect(plan.entries.first?.item.custom.count == 10_000)
    }

    @Test func `lines and columns are counted as a person counts them`() {
        var generator = SeededGenerator(seed: 77)
        for _ in 0..<60 {
            let kinds: [UInt8] = [0x0A, 0x61, 0x62, 0xC3, 0xA4, 0x0B, 0x8A]
            let bytes = (0..<Int.random(in: 0...400, using: &generator)).map { _ in
                kinds.randomElement(using: &generator) ?? 0x0A
            }
            var source = SourceText()
            var places = (0..<20).map { _ in Int.random(in: 0...bytes.count, using: &generator) }.sorted()
            places.insert(0, at: 0)
            source.append(bytes)
            for place in places {
                let before = bytes[..<place]
                let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
                let found = source.position(ofByte: place)
                #expect(found.line == before.count { $0 == 0x0A })
                #expect(found.column == before[start...].count { $0 & 0xC0 != 0x80 })
            }
        }
    }

    @Test func `a line of three megabytes is read, including its end`() async throws {
        let long = String(repeating: "x", count: 3_000_000)
        let plan = try await planned("name,notes\nA,\(long)\nB,\"\(long)\"\nC,\n", chunk: 1 << 18)
        #expect(plan.entries.map(\.item.name) == ["A", "B", "C"])
        #expect(plan.entries.map { $0.item.notes?.utf8.count ?? 0 } == [3_000_000, 3_000_000, 0])
    }

    @Test func `HomeBox's table is recognized, and its empty cells change nothing`() async throws {
        var drill = Item(id: id(1), name: "Drill", valueInDollars: 9)
        drill.location = "Shed"
        let store = try MemoryStore([drill])
        let text =
            "HB.name,HB.location,HB.quantity,HB.purchase_price,HB.insured\nDrill,,2,0,false\nSaw,Attic,1,12.50,true\n"
        let plan = try await planned(text, into: store, ImportOptions(updateBy: "name"))
        #expect(plan.told == ["~Drill@2", "+Saw@3"])
        drill.quantity = 2
        #expect(plan.entries.first?.item == drill)
        #expect(
            plan.entries.last?.item.purchasePrice == "12.5" && plan.entries.last?.item.location == "Attic")
    }

    private func error(
        _ text: String, _ options: ImportOptions = ImportOptions()
    ) async throws -> LootError {
        try #require(
            await #expect(throws: LootError.self) { try await planned(text, into: MemoryStore(), options) })
    }

    @Test func `a table needs a column that identifies items`() async throws {
        let error = try await error("value,tags\n1,x\n")
        #expect(
            error.description == """
                Can't import f:1:1. No column contains the names of the items. Map one of these columns to “name”: \
                “value” and “tags”.
                """)
        #expect(try await self.error(String(repeating: "\0", count: 100_000)).code == .malformed)
        #expect(
            try await planned("serial,value\n", into: MemoryStore(), ImportOptions(updateBy: "serialNumber"))
                .count == 0)
    }

    @Test func `a mapped column must exist`() async throws {
        let error = try await error("Ding,Wert\na,1\n", ImportOptions(columns: ["Dign": "name"]))
        #expect(
            error.description
                == "Can't import f:1:1. No column is called “Dign”. Did you mean “Ding”?")
        #expect(
            try await self.error("Ding,Wert\na,1\n", ImportOptions(columns: ["Preisangabe": "name"])).advice
                .text
                == "Choose one of “Ding” and “Wert”.")
        let plan = try await planned(
            "Ding;Wert;x;y\na;1;2;3\n", into: MemoryStore(),
            ImportOptions(columns: [
                "Ding": "name", "Wert": "valueInDollars", "x": nil, "y": "custom.n:integer",
            ]))
        let item = try #require(plan.entries.first?.item)
        #expect(item.name == "a" && item.valueInDollars == 1 && item.custom == ["n": .integer(3)])
        #expect(try await self.error("[]", ImportOptions(columns: ["a": "name"])).code == .usage)
    }

    @Test(arguments: [
        ("", 65, "Can't import f. The file is empty."),
        ("[{\"name\":\"a\"}", 65, "Can't import f:1:14. "),
        ("[{\"name\":\"a\"},\n  nonsense]", 65, "Can't import f:2:3. "),
        ("{\"format\":\"loot\",\"version\":99,\"items\":[]}", 69, "Can't import f:1:"),
        ("<plist><array><dict></array></plist>", 65, "Can't import f:1:"),
        ("name,Name\n", 65, "Can't import f:1:6. A second column contains “name”."),
    ])
    func `a syntax error in a file is one error with its position`(
        text: String, status: Int32, beginning: String
    ) async throws {
        let error = try await error(text)
        #expect(error.exitStatus.rawValue == status)
        #expect(error.description.hasPrefix(beginning), "\(error.description)")
    }

    @Test(arguments: ItemFormat.all.filter { $0 != .binaryPropertyList })
    func `refused entries create a file that can be corrected and imported`(format: ItemFormat) async throws {
        let good = [Item(id: id(1), name: "A"), Item(id: id(2), name: "B"), Item(id: id(3), name: "C")]
        let whole = String(decoding: format.encoder().encode(good), as: UTF8.self)
        let store = MemoryStore()
        var bad = whole
        for (index, name) in ["A", "B"].enumerated() {
            let spelled = index == 0 ? "\(name)\u{7F}" : "\(name)\u{9F}"
            for (left, right) in [("\"", "\""), (">", "<"), (",", ","), ("\t", "\t")] {
                bad = bad.replacing("\(left)\(name)\(right)", with: "\(left)\(spelled)\(right)")
            }
        }
        let plan = try await planned(bad, into: store, ImportOptions(format: format))
        #expect(plan.entries.map(\.item.name) == ["C"] && plan.refusals.count == 2)
        let refused = String(decoding: plan.refusedFile, as: UTF8.self)
        let mended = refused.replacing("\u{7F}", with: "").replacing("\u{9F}", with: "")
        let second = try await planned(mended, into: store)
        #expect(second.format == format.asRead && second.refusals.isEmpty)
        #expect(second.entries.map(\.item.id) == [id(1), id(2)])
    }
}
