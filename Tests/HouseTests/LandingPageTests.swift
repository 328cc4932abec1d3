import Foundation
import Testing

@Suite struct LandingPageTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test func `every room has a landing page`() throws {
        let sources = Self.root.appending(path: "Sources")
        let rooms = try FileManager.default.contentsOfDirectory(atPath: sources.path())
            .filter { !["loot", "CEpoll", "LootFilesTesting"].contains($0) }
        for room in rooms where !room.hasPrefix(".") {
            let page = sources.appending(path: "\(room)/\(room).docc/\(room).md")
            #expect(FileManager.default.fileExists(atPath: page.path()), "\(room) has no landing page")
        }
    }
}
