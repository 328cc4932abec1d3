import Foundation
import Testing

@Suite struct GuideTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    }

    @Test(arguments: [
        "Package.swift", "Sources/shelf/ShelfStore.swift", "Sources/shelf/ParitySectioning.swift",
        "Sources/shelf/PlainFrontEnd.swift", "Sources/shelf/FullStore.swift", "Sources/shelf/main.swift",
        "Sources/shelf/ArchiveAction.swift", "Sources/shelf/LogStore.swift",
        "Tests/ShelfTests/ShelfTests.swift",
        "Tests/ShelfTests/ArchiveTests.swift",
        "Sources/shelf/NamesFormat.swift", "Sources/shelf/NeedsPlace.swift",
        "Tests/ShelfTests/PluginTests.swift",
    ])
    func `the guide for plugin authors shows the code that is built and run`(file: String) throws {
        let code = try text("Tests/Embedding/\(file)").trimmingCharacters(in: .newlines)
        #expect(
            try text("Plugins/README.md").contains("```swift\n\(code)\n```"), "\(file) differs from the guide"
        )
    }

    @Test func `the guide shows a part of the store that several processes use`() throws {
        let code = try text("Tests/Embedding/Sources/shelf/SharedLogStore.swift")
        let guide = try text("Plugins/README.md").components(
            separatedBy: "### A store that several processes use")
        let excerpt = try #require(guide.last?.components(separatedBy: "```").dropFirst().first)
        #expect(code.contains(excerpt.dropFirst("swift\n".count)))
    }

    @Test func `a durable store with live answers and undo has fewer than 100 lines`() throws {
        let store = try text("Tests/Embedding/Sources/shelf/LogStore.swift")
        #expect(store.split(separator: "\n", omittingEmptySubsequences: false).count < 100)
    }

    @Test func `the guide for embedding shows the book's app, in at most 45 lines`() throws {
        let code = try text("Tests/Embedding/Sources/items/main.swift").trimmingCharacters(in: .newlines)
        #expect(try text("Guides/Embedding.md").contains("```swift\n\(code)\n```"))
        #expect(code.split(separator: "\n", omittingEmptySubsequences: false).count <= 45)
    }

    @Test func `the example program with seven plugins and an action has fewer than 300 lines`() throws {
        let folder = Self.root.appending(path: "Tests/Embedding/Sources/shelf")
        let lines = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { !$0.lastPathComponent.hasSuffix("LogStore.swift") }
            .reduce(0) { $0 + (try String(contentsOf: $1, encoding: .utf8)).split(separator: "\n").count }
        #expect(lines < 300)
    }
}
