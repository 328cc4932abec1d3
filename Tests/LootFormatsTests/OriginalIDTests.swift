import Foundation
import LootCore
import LootFormats
import Testing

/// Other programs use IDs that aren't UUIDs.
@Suite struct `Ids that aren't UUIDs` {
    private func read(_ bytes: [UInt8], as format: ItemFormat = .json) throws -> [ReadItem] {
        var items: [ReadItem] = []
        try format.decoder(ReadOptions().ofStore).read(bytes.span) { result throws(FormatError) in
            switch result {
            case .item(let read): items.append(read)
            case .refused(let error, _): throw error
            }
        }
        return items
    }

    private static let json = """
        [{"id":"lamp-1","name":"Lamp"},{"id":42,"name":"Vase"},{"id":"42","name":"Fork"},
        {"name":"Spoon","id":{"$oid":"5f"}},{"id":"2f1d7c60-95e4-4c6e-8f3e-000000000001","name":"Knife"},
        {"id":"","name":"Cup"},{"id":null,"name":"Bowl"}]
        """

    @Test func `an item with another id is read, and the original id is kept`() throws {
        let items = try read(Array(Self.json.utf8))
        #expect(items.map(\.item.name) == ["Lamp", "Vase", "Fork", "Spoon", "Knife", "Cup", "Bowl"])
        #expect(Set(items.map(\.item.id)).count == 7)
        #expect(items[0].item.foreign == [ForeignField("originalID", .text("lamp-1"))])
        #expect(items[1].item.foreign == [ForeignField("originalID", .number("42"))])
        #expect(
            items[4].item.id == ItemID("2f1d7c60-95e4-4c6e-8f3e-000000000001") && !items[4].item.hasDetails)
        #expect(items.map(\.hasID) == [true, true, true, true, true, false, false])
        #expect(items[5].item.foreign.isEmpty && items[6].item.foreign.isEmpty)
    }

    @Test func `the derived UUID is the same each time, at every position`() throws {
        let ids = try read(Array(Self.json.utf8)).prefix(5).map(\.item.id)
        let other = #"[{"id":42,"name":"Something else"},{"id":"lamp-1","name":"Lamp","value":7}]"#
        #expect(try read(Array(other.utf8)).map(\.item.id) == [ids[1], ids[0]])
        #expect(ids[0].description == "7cddbdca-785a-8ccb-b374-275885951717")
        // When written, the item has both the derived ID and the original one.
        let written = JSONFile().encode(try read(Array(Self.json.utf8)).prefix(5).map(\.item))
        let again = try read(written)
        #expect(again.map(\.item.id) == ids && again[0].item.foreign.count == 1)
        #expect(again.map(\.item) == (try read(JSONFile().encode(again.map(\.item)))).map(\.item))
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func `a property list can contain such an ID`(format: PropertyListSerialization.PropertyListFormat) throws
    {
        let objects: [[String: Any]] = [
            ["id": "lamp-1", "name": "Lamp"], ["id": 42, "name": "Vase"], ["name": "Cup", "id": ["a", 1]],
        ]
        let data = try PropertyListSerialization.data(fromPropertyList: objects, format: format, options: 0)
        let items = try read([UInt8](data), as: .propertyList).map(\.item)
        let same = try read(Array(Self.json.utf8)).map(\.item.id)
        #expect(items.map(\.name) == ["Lamp", "Vase", "Cup"])
        #expect(items.prefix(2).map(\.id) == Array(same.prefix(2)))
        #expect(items[1].foreign == [ForeignField("originalID", .number("42"))])
    }

    @Test func `the derived UUID isn't used if the key for the original id exists`() throws {
        let item = try read(Array(#"[{"id":"a","originalID":7,"name":"Lamp"}]"#.utf8))[0].item
        #expect(
            item.foreign == [
                ForeignField("originalID_", .text("a")), ForeignField("originalID", .number("7")),
            ])
    }
}
