import Foundation
import LootActions
import LootCore
import LootFormats
import LootTesting
import MemoryStorePlugin
import Testing

@Suite struct SpreadsheetTests {
    private func fixture(_ name: String) throws -> [UInt8] {
        let url = try #require(Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: nil))
        return [UInt8](try Data(contentsOf: url))
    }

    private func planned(
        _ bytes: [UInt8], into store: any ItemStore = MemoryStore(), chunk: Int = .max,
        _ change: (inout ImportOptions) -> Void = { _ in }
    ) async throws -> ImportPlan {
        var options = ImportOptions()
        change(&options)
        var planner = try await ImportPlanner(store, options, name: "f")
        for start in stride(from: 0, to: bytes.count, by: min(chunk, max(1, bytes.count))) {
            try await planner.feed(Array(bytes[start..<min(start + min(chunk, bytes.count), bytes.count)]))
        }
        return try await planner.finish()
    }

    @Test(arguments: [1_000, .max]) func `a sheet is imported like a table`(chunk: Int) async throws {
        let plan = try await planned(fixture("household.xlsx"), chunk: chunk)
        let items = plan.entries.map(\.item)
        #expect(plan.told == ["+Lamp@2", "+=1+1 as text@5", plan.told.last ?? ""])
        let lamp = try #require(items.first)
        #expect(lamp.value == "1299.5" && lamp.currency == Currency("EUR") && lamp.serialNumber == "007")
        #expect(lamp.purchaseDate == Day("2025-05-04") && lamp.location == "Attic")
        #expect(lamp.custom["Weight"] == .decimal(1.299) && lamp.custom["Insured"] == .flag(true))
        #expect(items.last?.location == "'Attic")
        // A line break in a name.
        #expect(plan.refusals.map(\.error.position.line) == [2] && plan.errors.first?.column == "Item")
        #expect(plan.formatSummary == "Spreadsheet, sheet “House & Home”")
        #expect(!plan.refusedFile.contains { $0 == 1 || $0 == 2 })
    }

    @Test func `cells with errors or without results are rejected with their columns`() async throws {
        let plan = try await planned(fixture("household.xlsx")) { $0.sheet = "Problems" }
        #expect(plan.told.first == "+Not available@4")
        #expect(
            plan.refusals.map { plan.sentences(about: $0) } == [
                [
                    """
                    Row 2, column “Value”: The formula in this cell has no saved result. Open the file in a spreadsheet \
                    program and save it.
                    """
                ],
                [
                    """
                    Row 3, column “Value”: The formula in this cell has the error #REF!. Correct or remove the formula.
                    """
                ],
            ])
    }

    @Test func `an exported workbook is read back as equal items`() async throws {
        var items = ItemFixtures.items(300, seed: 7)
        items[0].name = "'=1+1"
        items[1].name = "_x0041_ \"quoted\", text"
        items[2].value = Amount("12345678901234567.8901")
        let store = try MemoryStore(items)
        var bytes: [UInt8] = []
        try await ItemExport(Inventory(store, for: .owner), as: SpreadsheetExporter()).write {
            bytes += $0
            return true
        }
        let plan = try await planned(bytes)
        #expect(plan.errors.isEmpty)
        let read = plan.entries.map(\.item)
        for (item, copy) in zip(items, read) {
            // Tables don't have unknown fields.
            var item = item
            item.foreign = []
            #expect(copy == item)
        }
        #expect(read.count == items.count)
    }

    @Test func `numeric cells don't determine the format of numbers in text`() async throws {
        let text = "Item,Value,Price\na,\u{1}12.5,\"1.299,50\"\nb,1.299,\u{1}7.5\n"
        let header = try await table(text)
        // The text 1.299 means 1299, because another text has a comma.
        #expect(header.map(\.value) == ["12.5", "1299"])
        #expect(header.map(\.purchasePrice) == ["1299.5", "7.5"])
    }

    /// Returns the items of a table whose cells are marked with their types.
    private func table(_ text: String) async throws -> [Item] {
        var options = ReadOptions()
        options.hasTypedCells = true
        options.takesAliases = true
        var table = TableReader(options)
        let bytes = Array(text.utf8)
        try table.begin(bytes.span)
        table.survey(bytes.span)
        var items: [Item] = []
        try table.read(bytes.span) { result throws(FormatError) in
            if case .item(let read) = result { items.append(read.item) }
        }
        return items
    }

    @Test(
        arguments: [
            ([0xFF, 0xD8, 0xFF, 0xE0], "This is a JPEG image."),
            (Array("%PDF-1.7".utf8), "This is a PDF document."),
            (Array("SQLite format 3\0".utf8), "This is a SQLite database."),
            ([0x1F, 0x8B, 8], "This is a gzip archive."),
            (Array("RIFF0000WEBP".utf8), "This is a WebP image."),
            ([0, 0, 0, 24] + Array("ftypheic".utf8), "This is a HEIC image."),
            (
                [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1],
                "This is a file from an old version of Office, such as .xls."
            ),
        ] as [([UInt8], String)])
    func `a binary file is rejected with its kind`(bytes: [UInt8], kind: String) async throws {
        let error = await #expect(throws: LootError.self) { try await planned(bytes) }
        #expect(error?.code == .malformed && error?.reason.text == kind)
    }

    @Test func `only a spreadsheet has sheets`() async throws {
        let error = await #expect(throws: LootError.self) {
            try await planned(Array("name\na\n".utf8)) { $0.sheet = "2" }
        }
        #expect(error?.code == .usage)
    }
}
