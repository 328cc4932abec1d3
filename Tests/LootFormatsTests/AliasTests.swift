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

    @Test func `a field's value may stand under any of its names`() throws {
        try expectLamp(try read(Self.other))
        let line = Array(Self.other.replacing("\n", with: " ").utf8)
        try expectLamp(try #require(try read(line, as: .jsonLines).first))
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func `a property list's too`(format: PropertyListSerialization.PropertyListFormat) throws {
        var object = try #require(
            try JSONSerialization.jsonObject(with: Data(Self.other.utf8)) as? [String: Any])
        object["created"] = Date(timeIntervalSince1970: 1_577_934_245)
        let data = try PropertyListSerialization.data(fromPropertyList: [object], format: format, options: 0)
        try expectLamp(try #require(try read([UInt8](data), as: .propertyList).first))
    }

    @Test func `beside the field's own key another name is something to keep`() throws {
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

    @Test func `a value of another type is refused where it stands`() {
        let error = #expect(throws: FormatError.self) { try read(#"{"name":"Lamp","value":"much"}"#) }
        #expect(error?.why == "a whole number should stand here" && error?.position.column == 24)
    }

    @Test func `a store reads its own keys only`() throws {
        let item = try read(#"{"name":"Lamp","value":3}"#, takesAliases: false).item
        #expect(item.valueInDollars == 0 && item.foreign.map(\.key) == ["value"])
    }
}
