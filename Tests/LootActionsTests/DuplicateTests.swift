import LootActions
import LootCore
import LootFormats
import MemoryStorePlugin
import Testing

@Suite struct DuplicateTests {
    private func store() async throws -> MemoryStore {
        var lamp = Item(id: id(1), name: "Lamp", value: "40")
        lamp.serialNumber = "L-1"
        var chair = Item(id: id(2), name: "Chair", value: "20")
        chair.location = "Kitchen"
        return try MemoryStore([lamp, chair])
    }

    private func plan(_ text: String, _ duplicates: ImportOptions.Duplicates? = nil) async throws
        -> ImportPlan
    {
        var options = ImportOptions()
        options.duplicates = duplicates
        return try await planned(text, into: try await store(), options)
    }

    private static let table =
        "name,serial,value,location\nLampe,l-1,50,Attic\nCHAIR,,20.00,kitchen\nMug,,3,\nMug,,3,\nPan,P,1,\nPot,p,2,\n"

    @Test func `an entry with an equal serial number is skipped, and one with the same data is flagged`()
        async throws
    {
        let plan = try await plan(Self.table)
        #expect(plan.told == ["+CHAIR@3", "+Mug@4", "+Mug@5", "+Pan@6"])
        #expect((plan.skipped, plan.flagged, plan.count) == (2, 4, 6))
        #expect(
            plan.warnings == [
                "Line 2, “Lampe”, has the same serial number as “Lamp” and is skipped.",
                "Line 3, “CHAIR”, has the same name, value and place as an item of the list.",
                "Line 5, “Mug”, has the same name, value and place as line 4.",
                "Line 7, “Pot”, has the same serial number as “Pan” and is skipped.",
            ])
    }

    @Test func `equal things with different serial numbers aren't duplicates`() async throws {
        let plan = try await plan("name,serial,value\nMug,A,3\nMug,B,3\n")
        #expect(plan.told == ["+Mug@2", "+Mug@3"] && plan.flagged == 0)
    }

    @Test func `duplicates can be skipped, updated or added`() async throws {
        #expect(try await plan(Self.table, .skip).told == ["+Mug@4", "+Pan@6"])
        #expect(try await plan(Self.table, .add).told.count == 6)
        let update = try await plan(Self.table, .update)
        #expect(update.told == ["~Lampe@2", "~CHAIR@3", "+Mug@4", "+Pan@6"])
        #expect(update.entries.first?.item.value == "50")
    }

    @Test func `an entry with an ID is never a duplicate`() async throws {
        let text = "{\"id\":\"\(id(9))\",\"name\":\"Lamp\",\"serialNumber\":\"L-1\",\"valueInDollars\":40}\n"
        let plan = try await plan(text)
        #expect(plan.added == 1 && plan.flagged == 0)
    }

    @Test(arguments: ["Total", "", "Summe:", "GRAND TOTAL"])
    func `a row of totals is skipped`(name: String) async throws {
        let plan = try await plan("item,value,cost,qty\na,1.50,1,2\nb,2,3,1\n\(name),5.00,4,\nc,1,,\n")
        #expect(plan.told == ["+a@2", "+b@3", "+c@5"])
        #expect(plan.skipped == 1 && plan.warnings.first?.contains("contains the totals") == true)
    }

    @Test func `a row that is only called total is flagged, and one without a name is rejected`() async throws
    {
        let plan = try await plan("item,value\na,1.50\nb,2\nTotal,99\n,7\n")
        #expect(plan.told.count == 4 && plan.told[2] == "+Total@4" && plan.told[3].hasPrefix("!5:"))
        #expect(plan.warnings == ["Line 4, “Total”, may contain totals."])
    }

    @Test func `a rejected row lists all its errors with their columns`() async throws {
        let plan = try await plan("item,value,bought,qty\nLamp,abc,never,many\nMug,1,2024-05-06,2\n")
        #expect(plan.added == 1)
        let error = try #require(plan.errors.first)
        #expect(error.all.map(\.column) == ["value", "bought", "qty"])
        #expect(error.all.map(\.position.column) == [5, 9, 15])
        #expect(error.all.allSatisfy { $0.position.line == 1 })
    }

    @Test func `the decimal separator can be named`() async throws {
        let text = "item,value\na,1.299\nb,1.500\n"
        #expect(try await plan(text).errors.count == 2)
        for (mark, values) in [(".", ["1.299", "1.5"]), (",", ["1299", "1500"])] as [(String, [Amount?])] {
            var options = ImportOptions()
            options.decimalMark = .init(rawValue: mark)
            #expect(try await planned(text, into: MemoryStore(), options).entries.map(\.item.value) == values)
        }
    }

    @Test func `a table without names lists its columns`() async throws {
        let error = await #expect(throws: LootError.self) { try await plan("Wert,Ort\n1,x\n") }
        #expect(error?.advice.text.contains("“Wert” and “Ort”") == true)
    }
}
