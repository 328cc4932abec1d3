import LootCore
import LootFormats
import Testing

/// Reads a file's bytes in a format.
func read(_ format: ItemFormat, _ bytes: [UInt8], _ options: ReadOptions = ReadOptions()) throws(FormatError)
    -> [Item]
{
    try format.decoder(options).items(in: bytes.span)
}

/// Returns whether items are identical to the byte, which `==` doesn't check.
func areIdentical(_ left: [Item], _ right: [Item]) -> Bool {
    JSONLinesFile().encode(left) == JSONLinesFile().encode(right) && left == right
}

@Suite struct `Round trips` {
    @Test(arguments: ItemFormat.all, [1, 2, 3] as [UInt64])
    func `items are read back from every format`(format: ItemFormat, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let items = (0..<100).map { _ in Item.full(&generator, foreign: format.isLossless) }
            .map { item in
                // An empty cell is an empty field, because tables can't represent empty strings.
                var item = item
                if !format.isLossless, item.serialNumber == "" { item.serialNumber = nil }
                return item
            }
        let bytes = format.encoder(columns: CSVColumn.all(for: items)).encode(items)
        let back = try read(format, bytes)
        for (back, item) in zip(back, items) where !areIdentical([back], [item]) {
            Issue.record("seed \(seed): \(item) was read back as \(back)")
            return
        }
        #expect(back.count == items.count)
    }

    @Test(arguments: [
        DocumentShape.list, .envelope(header: [ForeignField("by", .text("me")), ForeignField("n", .null)]),
    ])
    func `items are read back from either shape, with its header`(shape: DocumentShape) throws {
        var generator = SeededGenerator(seed: 4)
        let items = (0..<20).map { _ in Item.full(&generator) }
        for format in [ItemFormat.json, .propertyList, .binaryPropertyList] {
            for items in [items, []] {
                let bytes = format.encoder(shape: shape).encode(items)
                var back: [Item] = []
                let found = try format.decoder().read(bytes.span) { result in
                    if case .item(let read) = result { back.append(read.item) }
                }
                #expect(found == DocumentShape(shape.layout, isBinary: format == .binaryPropertyList))
                #expect(areIdentical(back, items))
            }
        }
    }

    @Test func `items are converted from one format to another and back`() throws {
        var generator = SeededGenerator(seed: 5)
        let items = (0..<200).map { _ in Item.full(&generator) }
        let json = JSONFile().encode(items)
        let list = PropertyListFile().encode(try read(.json, json))
        #expect(JSONFile().encode(try read(.propertyList, list)) == json)
    }

    @Test func `items are read back in chunks of any size`() throws {
        var generator = SeededGenerator(seed: 6)
        let items = (0..<50).map { _ in Item.full(&generator, foreign: false) }
        for format in ItemFormat.all {
            var bytes: [UInt8] = []
            let encoder = format.encoder(columns: CSVColumn.all(for: items))
            encoder.encode(items, chunk: 100) { bytes += $0 }
            let whole = try read(format, bytes)
            for size in [1, 7, 64, 5000] {
                var stream = ItemStream(format)
                var back: [Item] = []
                var places: [Int] = []
                func take(_ result: ReadResult) throws(FormatError) {
                    switch result {
                    case .item(let read):
                        back.append(read.item)
                        places.append(read.bytes.lowerBound)
                    case .refused(let error, _): throw error
                    }
                }
                for start in stride(from: 0, to: bytes.count, by: size) {
                    let end = min(start + size, bytes.count)
                    try stream.feed(bytes.span.extracting(start..<end), each: take)
                }
                try stream.finish(each: take)
                #expect(areIdentical(back, whole))
                #expect(places == places.sorted() && Set(places).count == items.count)
            }
        }
    }
}

@Suite struct `File formats` {
    private let item = Item(
        id: ItemID(high: 0x2F1D_7C60_95E4_4C6E, low: 0x8F3E_0D2B_9A51_C7AA), name: "Rusty \"Spork\"",
        valueInDollars: 40, serialNumber: "A<B", dateCreated: Moment("2026-11-20T10:00:00Z") ?? .first)

    @Test func `JSON has one item per line`() {
        var other = item
        other.location = "Attic"
        other.custom = [
            "colour": .text("red"), "weight": .decimal(12),
            "serviced": Day("2026-01-01").map { .day($0) } ?? .flag(false),
        ]
        let text = String(decoding: JSONFile().encode([item, other]), as: UTF8.self)
        #expect(
            text == #"""
                {
                "format":"loot",
                "version":1,
                "items":[
                {"id":"2f1d7c60-95e4-4c6e-8f3e-0d2b9a51c7aa","name":"Rusty \"Spork\"","valueInDollars":40,"serialNumber":"A<B","dateCreated":"2026-11-20T10:00:00Z","isFavorite":false},
                {"id":"2f1d7c60-95e4-4c6e-8f3e-0d2b9a51c7aa","name":"Rusty \"Spork\"","valueInDollars":40,"serialNumber":"A<B","dateCreated":"2026-11-20T10:00:00Z","isFavorite":false,"location":"Attic","custom":{"colour":"red","serviced":{"date":"2026-01-01"},"weight":12.0}}
                ]
                }

                """#)
    }

    @Test func `a property list looks like Apple's`() {
        let text = String(decoding: PropertyListFile(shape: .list).encode([item]), as: UTF8.self)
        #expect(
            text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
                <plist version="1.0">
                <array>
                \t<dict>
                \t\t<key>dateCreated</key>
                \t\t<date>2026-11-20T10:00:00Z</date>
                \t\t<key>isFavorite</key>
                \t\t<false/>
                \t\t<key>itemKey</key>
                \t\t<string>2F1D7C60-95E4-4C6E-8F3E-0D2B9A51C7AA</string>
                \t\t<key>name</key>
                \t\t<string>Rusty "Spork"</string>
                \t\t<key>serialNumber</key>
                \t\t<string>A&lt;B</string>
                \t\t<key>valueInDollars</key>
                \t\t<integer>40</integer>
                \t</dict>
                </array>
                </plist>

                """)
    }

    @Test func `keys can be in any order, with the ID last and the version after the items`() throws {
        let text = #"""
            {"items": [{"dateCreated":"2026-11-20T10:00:00Z","n\u0061me":"A","later":1,"id":"2f1d7c60-95e4-4c6e-8f3e-0d2b9a51c7aa"}],
             "version": 1, "format": "loot"}
            """#
        let item = try #require(try read(.json, Array(text.utf8)).first)
        #expect(item.name == "A")
        #expect(item.id == self.item.id)
        #expect(item.dateCreated == self.item.dateCreated)
        #expect(item.foreign == [ForeignField("later", .number("1"))])
    }

    @Test func `an item without an ID and a date gets those of the caller`() throws {
        let date = try #require(Moment("2001-01-01T00:00:00Z"))
        let options = ReadOptions(dateCreated: date) { ItemID(high: 7, low: UInt64($0)) }
        for format in [ItemFormat.json, .propertyList] {
            let text =
                format == .json
                ? #"[{"name":"A"}, {"name":"B",},]"#
                : "<plist><array><dict><key>name</key><string>A</string></dict>"
                    + "<dict><key>name</key><string>B</string></dict></array></plist>"
            let items = try read(format, Array(text.utf8), options)
            #expect(items.map(\.id) == [ItemID(high: 7, low: 0), ItemID(high: 7, low: 1)])
            #expect(items.map(\.dateCreated) == [date, date])
        }
    }
}

@Suite struct `Keys of items` {
    @Test func `a read item contains the fields that the file has`() throws {
        var given: [[FieldKey]] = []
        let texts = [
            (ItemFormat.json, #"[{"vendor":"V","name":"A","photo":null,"custom":{},"new":1}]"#),
            (.csv, "vendor,name,photo,custom.x\nV,A,,1\n"),
            (.csv, "id,vendor,name,photo,custom.x\n,V,A,,1\n"),
        ]
        for (format, text) in texts {
            try format.decoder().read(Array(text.utf8).span) { result in
                if case .item(let read) = result { given.append(read.fields) }
            }
        }
        // Only in a table with IDs do empty cells clear fields.
        #expect(
            given == [
                ["name", "vendor", "photo"], ["name", "vendor", "custom.x"],
                ["name", "vendor", "photo", "custom.x"],
            ])
    }

    @Test func `the field table fits into the bits of a word`() {
        #expect(Field.all.count + 3 <= 64)
    }

    @Test func `a property list keeps unknown keys that XML can't represent`() throws {
        var item = Item(name: "Lamp")
        item.foreign = [ForeignField("x", .object([ForeignField("a\u{1}", .array([.text("b")]))]))]
        #expect(try read(.propertyList, PropertyListFile().encode([item])) == [item])
    }
}
