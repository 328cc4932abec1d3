import Foundation
import LootFilesTesting
import LootTesting
import Testing

@testable import shelf

@Test func `the shelf store passes the conformance tests`() async {
    await StoreConformance("shelf", .writable) { _ in ShelfStore() }.check()
}

@Test func `a durable store that uses the public engine passes the conformance tests`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "loot-log-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    @Sendable func path(_ medium: String) -> String { folder.appending(path: "\(medium).log").path() }
    await StoreConformance(
        "log", [.writable, .durable, .history, .files, .snapshots, .settings],
        copying: { try FileManager.default.copyItem(atPath: path($0), toPath: path($1)) },
        open: { try LogStore(at: path($0)) }
    ).check()
}

@Test func `a store that several processes use passes the conformance tests`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "loot-shared-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    await StoreConformance("shared log", [.writable, .durable, .shared, .history, .snapshots, .settings]) {
        try await SharedLogStore(at: folder.appending(path: "\($0).log").path())
    }.check()
}

@Test func `a durable store survives power failures`() async {
    await DurabilityConformance("log") { try LogStore(at: "items.log", on: $0) }.check()
}
