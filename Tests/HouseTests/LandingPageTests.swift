import Foundation
import Testing

@Suite struct LandingPageTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The program, C modules, and a module for tests have no landing page.
    private static let withoutPage: Set = [
        "loot", "CCrypt", "CCurl", "CLibrary", "CPlatform", "CPostgreSQL", "CSQLite", "CZlib",
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

    @Test func `the landing page of each product begins with an example`() throws {
        let pages =
            FileManager.default.enumerator(atPath: Self.root.path())?.compactMap { $0 as? String }
            .filter { !$0.contains(".build/") && $0.contains(".docc/") && $0.hasSuffix(".md") } ?? []
        #expect(pages.count > 30)
        for page in pages where !Self.isInternal.contains(where: { page.contains($0) }) {
            let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let example = lines.firstIndex { $0.hasPrefix("```") } ?? .max
            #expect(example < 24, "\(page) has no example at its beginning")
        }
    }

    /// Modules that other packages can't import.
    private static let isInternal = [
        "/Basics/", "/LootAPI/", "/LootMedia/", "/LootMerge/", "/LootSpreadsheets/", "/Platform/", "/QRCode/",
        "/OpenIDConnect/", "/WebClient/",
    ]

    /// The folder without Swift plugins.
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
