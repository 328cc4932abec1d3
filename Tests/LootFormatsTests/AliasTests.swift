import Foundation
import LootCore
import LootFormats
import Testing

@Suite struct AliasTests {
    private func read(_ bytes: [UInt8], as format: ItemFormat, takesAliases: Bool = true) throws -> [ReadItem]
    {
        var options = ReadOptions()
        options.takesAliases = takesAliases
        var items: [ReadItem] = []
        try format.decoder(options).read(bytes.span) { result throws(FormatError) in
            switch result {
            case .item(let read): items.append(read)
            case .refused(let error, _): throw error
            }
        }
        return items
    }

    private func read(_ json: String, takesAliases: Bool = true) throws -> ReadItem {
        try #require(try read(Array("[\(json)]".utf8), as: .json, takesAliases: takesAliases).first)
    }

    private static let other = """
        {"Name":"Lamp","value":3,"Serial number":"L-1","favourite":true,"warranty":"2027-01-01",
        "purchased":"2024-02-29","PRICE":5,"tag":["a"],"created":"2020-01-02T03:04:05Z","hue":"red"}
        """

    private func expectLamp(_ read: ReadItem) throws {
        let item = read.item
        #expect(item.name == "Lamp" && item.valueInDollars == 3 && item.serialNumber == "L-1")
        #expect(item.isFavorite && item.warrantyUntil == Day("2027-01-01") && item.tags == ["a"])
        #expect(item.purchaseDate == Day("2024-02-29") && item.purchasePrice == 5)
        #expect(item.dateCreated == Moment("2020-01-02T03:04:05Z"))
        #expect(item.foreign == [ForeignField("hue", .text("red"))])
        #expect(Set(read.fields).isSuperset(of: ["valueInDollars", "serialNumber", "isFavorite"]))
    }

    @Test func `a field can have any of its names`() throws {
        try expectLamp(try read(Self.other))
        let line = Array(Self.other.replacing("\n", with: " ").utf8)
        try expectLamp(try #require(try read(line, as: .jsonLines).first))
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func `a field in a property list can have any of its names`(
        format: PropertyListSerialization.PropertyListFormat
    ) throws {
        var object = try #require(
            try JSONSerialization.jsonObject(with: Data(Self.other.utf8)) as? [String: Any])
        object["created"] = Date(timeIntervalSince1970: 1_577_934_245)
        let data = try PropertyListSerialization.data(fromPropertyList: [object], format: format, options: 0)
        try expectLamp(try #require(try read([UInt8](data), as: .propertyList).first))
    }

    @Test func `an alias next to the standard key is kept as unknown`() throws {
        for json in [
            #"{"name":"Lamp","value":3,"valueInDollars":7}"#,
            #"{"valueInDollars":7,"value":3,"name":"Lamp"}"#,
        ] {
            let item = try read(json).item
            #expect(item.valueInDollars == 7 && item.foreign.map(\.key) == ["value"])
        }
        let item = try read(#"{"name":"Lamp","Value":3,"value":4}"#).item
        #expect(item.valueInDollars == 3 && item.foreign.map(\.key) == ["value"])
    }

    @Test func `a value of another type is rejected at its position`() {
        let error = #expect(throws: FormatError.self) { try read(#"{"name":"Lamp","value":"much"}"#) }
        #expect(error?.reason == "This must be an amount." && error?.position.column == 24)
    }

    @Test func `by default a reader accepts only standard keys`() throws {
        let item = try read(#"{"name":"Lamp","value":3}"#, takesAliases: false).item
        #expect(item.valueInDollars == 0 && item.foreign.map(\.key) == ["value"])
    }

    // MARK: A store's file

    private func stored(_ bytes: [UInt8], as format: ItemFormat = .json) throws -> [Item] {
        var items: [Item] = []
        try format.decoder(ReadOptions().ofStore).read(bytes.span) { result throws(FormatError) in
            switch result {
            case .item(let read): items.append(read.item)
            case .refused(let error, _): throw error
            }
        }
        return items
    }

    @Test func `a store's file can use aliases, and is written with standard keys`() throws {
        let items = try stored(Array(#"[{"name":"Lamp","value":3,"serial":"L-1","hue":"red"}]"#.utf8))
        #expect(items[0].valueInDollars == 3 && items[0].serialNumber == "L-1")
        #expect(items[0].foreign == [ForeignField("hue", .text("red"))])
        let written = String(decoding: JSONFile().encode(items), as: UTF8.self)
        #expect(
            written.contains(#""valueInDollars":3,"serialNumber":"L-1""#) && !written.contains(#""value":"#))
    }

    @Test func `an invalid value is kept under its alias, and the item is read`() throws {
        let json =
            #"[{"name":"Lamp","value":"much","tag":"red","warranty":"for ever","ID":["a"]},{"name":"Vase"}]"#
        let items = try stored(Array(json.utf8))
        #expect(items.map(\.name) == ["Lamp", "Vase"] && items[0].valueInDollars == 0)
        #expect(items[0].foreign.map(\.key).contains("value"))
        #expect(items[0].foreign.contains(ForeignField("tag", .text("red"))))
        #expect(items[0].foreign.contains(ForeignField("warranty", .text("for ever"))))
        #expect(try stored(JSONFile().encode(items))[0] == items[0])
    }

    @Test(arguments: [ItemFormat.json, .propertyList, .binaryPropertyList])
    func `a removed value isn't restored from an alias`(format: ItemFormat) throws {
        let json = """
            [{"name":"Lamp","serialNumber":"A","serial":"B","tags":["x"],"tag":["y"],"quantity":2,"Quantity":3,
            "purchaseDate":"2024-02-29","purchased":"2020-01-01","price":7,"purchasePrice":8}]
            """
        var item = try stored(Array(json.utf8))[0]
        #expect(item.serialNumber == "A" && item.quantity == 2)
        for key in ["serialNumber", "tags", "quantity", "purchaseDate", "purchasePrice"] {
            try item.set(nil, for: FieldKey(rawValue: key))
        }
        let again = try stored(format.encoder().encode([item]), as: format)[0]
        #expect(again == item)
        #expect(again.serialNumber == nil && again.tags.isEmpty && again.quantity == 1)
        #expect(again.purchaseDate == nil && again.purchasePrice == nil && again.foreign.count == 5)
        #expect(try stored(format.encoder().encode([again]), as: format)[0] == item)
    }
}
