import Foundation
import LootTesting
import Testing

@testable import shelf

@Test func `a store of one's own keeps the laws`() async {
    await StoreConformance("shelf", .writable) { _ in ShelfStore() }.check()
}

@Test func `a durable store on the public engine keeps the laws`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "loot-log-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    @Sendable func path(_ medium: String) -> String { folder.appending(path: "\(medium).log").path() }
    await StoreConformance(
        "log", [.writable, .durable, .history, .snapshots],
        copying: { try FileManager.default.copyItem(atPath: path($0), toPath: path($1)) },
        open: { try LogStore(at: path($0)) }
    ).check()
}
