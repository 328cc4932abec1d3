import LootActions
import LootCore
import LootFormats
import LootTesting
import MemoryStorePlugin
import Testing

@Suite struct ImportPlanTests {
    private let lamp = Item(id: id(1), name: "Lamp", valueInDollars: 40, serialNumber: "L-1")
    private let vase = Item(id: id(2), name: "Vase", valueInDollars: 70, serialNumber: "V-1")

    private func store() throws -> MemoryStore { try MemoryStore([lamp, vase]) }

    @Test func `entries without an ID are added at the end, in one step to undo`() async throws {
        let store = try store()
        let inventory = Inventory(store, for: .owner)
        let plan = try await planned("name,value\nBear,5\nMac,6\n", into: store)
        #expect(plan.told == ["+Bear@2", "+Mac@3"])
        #expect(plan.added == 2 && plan.changed == 0 && plan.unchanged == 0 && plan.count == 2)
        #expect(try await store.summary().count == 2, "a plan does nothing")
        let commit = try await inventory.commit(plan, title: "Import f")
        #expect(commit?.title == "Import f")
        #expect(try await store.items().map(\.name) == ["Lamp", "Vase", "Bear", "Mac"])
        try await inventory.undo()
        #expect(try await store.items() == [lamp, vase])
    }

    @Test func `unknown keys are counted, and aliases aren't unknown`() async throws {
        let plan = try await planned(
            #"[{"name":"Bear","value":3,"hue":"red"},{"name":"Mac","hue":1,"vlaue":2}]"#, into: store())
        #expect(plan.entries.map(\.item.valueInDollars) == [3, 0])
        #expect(plan.unknownKeys == ["hue": 2, "vlaue": 1])
    }

    @Test func `items whose photos are missing are reported`() async throws {
        let store = try store()
        let photo = try FileFixtures.file(1)
        let there = try FileFixtures.file(2)
        try await store.fileKeeper?.put(there, thumbnail: nil)
        let plan = try await planned(
            #"[{"name":"Bear","photo":"\#(photo.id)"},{"name":"Mac","photo":"\#(there.id)"},{"name":"Mug"}]"#,
            into: store)
        #expect(plan.withoutTheirFiles == ["Bear"] && plan.added == 3)
    }

    @Test func `an entry with a known id changes only the fields in the file`() async throws {
        let store = try store()
        var kept = lamp
        kept.location = "Attic"
        try await store.apply([.update(lamp.id, ["location": .text("Attic")])])
        let plan = try await planned("id,value\n\(lamp.id),45\n\(vase.id),70\n", into: store)
        #expect(plan.told == ["~Lamp@2"] && plan.unchanged == 1)
        kept.valueInDollars = 45
        #expect(plan.entries.first?.item == kept)
        try await Inventory(store, for: .owner).commit(plan)
        #expect(try await store.item(lamp.id) == kept)
    }

    @Test func `an empty cell clears a field, except for the name and the creation date`() async throws {
        let store = try store()
        let plan = try await planned(
            "id,name,created,serial,custom.size:integer\n\(lamp.id),,,,\n", into: store)
        try await Inventory(store, for: .owner).commit(plan)
        let item = try #require(try await store.item(lamp.id))
        #expect(item.name == "Lamp" && item.dateCreated == lamp.dateCreated && item.serialNumber == nil)
    }

    @Test func `items are found by a field, ignoring case and accents`() async throws {
        let store = try store()
        let options = ImportOptions(updateBy: "serialNumber")
        let plan = try await planned("serial,value,name\nl-1,41,\nX-9,3,Bear\n,4,Mac\n", into: store, options)
        #expect(plan.told == ["~Lamp@2", "+Bear@3", "+Mac@4"])
        let byName = try await planned("name,value\nVÀSE,70\n", into: store, ImportOptions(updateBy: "name"))
        #expect(byName.entries.map(\.item.id) == [vase.id])
    }

    @Test func `a value that several items have is rejected`() async throws {
        let store = try MemoryStore([lamp, Item(id: id(3), name: "LAMP")])
        let plan = try await planned(
            "name,value\nlamp,1\nBear,2\n", into: store, ImportOptions(updateBy: "name"))
        #expect(plan.told == ["+Bear@3", "!2:1 2 items have this “Name”."])
        #expect(plan.refusals.first?.error.code == .ambiguousItem)
    }

    @Test func `an ID and a field that identify different items are rejected`() async throws {
        let plan = try await planned(
            "id,serial,name\n\(lamp.id),V-1,x\n", into: try self.store(),
            ImportOptions(updateBy: "serialNumber"))
        #expect(plan.told == ["!2:1 Its ID is that of “Lamp”, but its “Serial number” is that of “Vase”."])
    }

    @Test func `an entry that duplicates an earlier one is rejected with its line`() async throws {
        let store = try store()
        let twice = try await planned(
            "id,name\n\(id(9)),a\n\(id(9)),b\n\(lamp.id),c\n\(lamp.id),d\n", into: store)
        #expect(
            twice.told == [
                "+a@2", "~c@4", "!3:1 The entry on line 2 has the same ID.",
                "!5:1 The entry on line 4 has the same ID.",
            ])
        let byField = try await planned(
            "serial,name\nL-1,c\nl-1,d\nN,e\nn,f\n", into: store, ImportOptions(updateBy: "serialNumber"))
        #expect(
            byField.told == [
                "~c@2", "+e@4", "!3:1 The entry on line 2 matches the same item.",
                "!5:1 The entry on line 4 has the same “Serial number”.",
            ])
    }

    @Test func `an entry without a name is rejected unless it identifies an existing item`() async throws {
        let plan = try await planned(
            "serial,value\nL-1,1\nnew,2\n", into: try self.store(), ImportOptions(updateBy: "serialNumber"))
        #expect(plan.told == ["~Lamp@2", "!3:1 It has no name, and no item has its “Serial number”."])
    }

    @Test func `fields that the file lacks are kept, and unknown fields are stored`()
        async throws
    {
        let store = try store()
        let text = #"[{"id":"\#(lamp.id)","name":"Lamp","fromTomorrow":[1]}]"#
        let inventory = Inventory(store, for: .owner)
        try await inventory.commit(try await planned(text, into: store))
        let item = try #require(try await store.items().first)
        #expect(item.foreign == [ForeignField("fromTomorrow", .array([.number("1")]))])
        #expect(item.valueInDollars == 40 && item.id == lamp.id)
        #expect(try await planned(text, into: store).unchanged == 1)
    }

    @Test func `a store that changed in the meantime rejects the plan, and nothing is changed`() async throws
    {
        let store = try store()
        let plan = try await planned("name\nBear\n", into: store)
        try await store.add(Item(name: "Other"))
        let error = await #expect(throws: LootError.self) {
            try await Inventory(store, for: .owner).commit(plan)
        }
        #expect(error?.code == .conflict)
        #expect(try await store.summary().count == 3)
    }

    @Test func `a plan that changes nothing writes nothing`() async throws {
        let store = try store()
        let before = try await store.summary().revision
        let plan = try await planned("id,name\n\(lamp.id),Lamp\n", into: store)
        #expect(try await Inventory(store, for: .owner).commit(plan) == nil)
        #expect(try await store.summary().revision == before)
    }

    @Test(arguments: ItemFormat.all, [1, 7, 4096, Int.max])
    func `chunks of any size make the same plan`(format: ItemFormat, chunk: Int) async throws {
        let items = ItemFixtures.items(40, seed: 7)
        let bytes = format.encoder(columns: CSVColumn.all(for: items)).encode(items)
        let store = try MemoryStore(items.prefix(10))
        let plan = try await planned(bytes, into: store, ImportOptions(format: format), chunk: chunk)
        #expect(plan.refusals.isEmpty && plan.unchanged == 10 && plan.added == 30)
        if format.isLossless { #expect(plan.entries.map(\.item) == Array(items.dropFirst(10))) }
    }

    @Test(arguments: [
        ("[{\"name\":\"a\"}]", ItemFormat.json), ("{\"name\":\"a\"}\n{\"name\":\"b\"}", .jsonLines),
        ("  {\"name\":\"a\"}", .jsonLines), ("{\n\"format\":\"loot\",\"version\":1,\"items\":[]}", .json),
        ("{\"format\":\"loot\",\"version\":1,\"items\":[]}", .json), ("\u{FEFF}name\na", .csv),
        ("<?xml version=\"1.0\"?><plist version=\"1.0\"><array/></plist>", .propertyList),
    ])
    func `the content determines the format`(text: String, format: ItemFormat) async throws {
        #expect(try await planned(text).format == format)
    }

    @Test func `three thousand rows are planned with a single read of the store`() async throws {
        let items = (0..<1000).map { Item(id: id(UInt64($0)), name: "Item \($0)") }
        let store = FailingStore(try MemoryStore(items)) { _, _ in nil }
        let rows = (0..<3_000).map { "\(id(UInt64($0))),Item \($0),\($0 % 2)" }
        let text = "id,name,value\n" + rows.joined(separator: "\n")
        let plan = try await planned(text, into: store, chunk: 1 << 18)
        #expect(plan.added == 2_000 && plan.changed == 500 && plan.unchanged == 500)
        #expect(plan.entries.last?.line == 3_000)
        #expect(store.count(of: .page) == 1 && store.count(of: .item) == 0)
        try await Inventory(store, for: .owner).commit(plan)
        #expect(try await store.summary().count == 3_000)
    }
}
