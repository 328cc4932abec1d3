import Foundation
import Testing

@Suite struct LandingPageTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The program, C modules, and modules for tests.
    private static let withoutPage: Set = [
        "loot", "CCurl", "CLibrary", "CPlatform", "CPostgreSQL", "CSQLite", "CZlib",
        "LootFilesTesting",
        "WebServerTesting",
    ]

    @Test func `every module has a landing page`() throws {
        let sources = Self.root.appending(path: "Sources")
        for layer in try FileManager.default.contentsOfDirectory(atPath: sources.path()) {
            let folder = sources.appending(path: layer)
            for module in try FileManager.default.contentsOfDirectory(atPath: folder.path())
            where !Self.withoutPage.contains(module) && !module.hasPrefix(".") {
                let page = folder.appending(path: "\(module)/\(module).docc/\(module).md")
                #expect(FileManager.default.fileExists(atPath: page.path()), "\(module) has no landing page")
            }
        }
    }

    /// The folder that contains no plugins in Swift.
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
