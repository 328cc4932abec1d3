import Foundation
import Testing

@Suite struct LandingPageTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The program, what C has to say, and what only tests use.
    private static let withoutPage: Set = [
        "loot", "CCurl", "CLibrary", "CPlatform", "CPostgreSQL", "CSQLite", "CZlib",
        "LootFilesTesting",
        "WebServerTesting",
    ]

    @Test func `every room has a landing page`() throws {
        let sources = Self.root.appending(path: "Sources")
        let rooms = try FileManager.default.contentsOfDirectory(atPath: sources.path())
            .filter { !Self.withoutPage.contains($0) }
        for room in rooms where !room.hasPrefix(".") {
            let page = sources.appending(path: "\(room)/\(room).docc/\(room).md")
            #expect(FileManager.default.fileExists(atPath: page.path()), "\(room) has no landing page")
        }
    }

    /// What is no plugin in Swift.
    private static let withoutKind = "Examples"

    @Test func `every plugin has a landing page`() throws {
        let plugins = Self.root.appending(path: "Plugins")
        let files = FileManager.default
        for kind in try files.contentsOfDirectory(atPath: plugins.path())
        where !kind.contains(".") && kind != Self.withoutKind {
            let folder = plugins.appending(path: kind)
            for plugin in try files.contentsOfDirectory(atPath: folder.path()) where !plugin.hasPrefix(".") {
                let pages = try files.contentsOfDirectory(atPath: folder.appending(path: plugin).path())
                #expect(pages.contains { $0.hasSuffix(".docc") }, "\(kind)/\(plugin) has no landing page")
            }
        }
    }
}
