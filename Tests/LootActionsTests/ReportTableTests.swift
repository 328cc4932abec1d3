import LootActions
import LootCore
import MemoryStorePlugin
import Testing

@Suite struct `A report as a table` {
    @Test(arguments: ["=1+1", "+1", "-1", "@SUM(A1)"])
    func `a report as a table contains no formulas`(text: String) async throws {
        var item = Item(name: text)
        item.location = text
        item.notes = text
        item.tags = [text]
        item.custom[text] = .text(text)
        let store = try MemoryStore([item])
        let report = try await InventoryReport(Inventory(store, for: .owner))
        var bytes: [UInt8] = []
        try await report.writeCSV { (piece) throws(LootError) in
            bytes += piece
            return true
        }
        let cells = String(decoding: bytes, as: UTF8.self).split { [",", "\n", "\r\n"].contains($0) }
            .map { $0.hasPrefix("\"") ? $0.dropFirst() : $0 }
        #expect(cells.contains { $0.hasPrefix("'\(text)") }, "\(cells)")
        #expect(!cells.contains { $0.hasPrefix(text) }, "\(cells)")
    }
}
