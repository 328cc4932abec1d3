import Foundation
import Testing

@Suite struct GuideTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    }

    @Test(arguments: [
        "Package.swift", "Sources/embedding/ShelfStore.swift", "Sources/embedding/ParitySectioning.swift",
        "Sources/embedding/PlainFrontEnd.swift", "Sources/embedding/main.swift",
        "Tests/EmbeddingTests/ShelfTests.swift",
    ])
    func `the guide for plugin authors shows the code that is built and run`(file: String) throws {
        let code = try text("Tests/Embedding/\(file)").trimmingCharacters(in: .newlines)
        #expect(
            try text("Plugins/README.md").contains("```swift\n\(code)\n```"), "\(file) differs from the guide"
        )
    }

    @Test func `the stranger's store, sectioning and front end take less than 150 lines together`() throws {
        let folder = Self.root.appending(path: "Tests/Embedding/Sources/embedding")
        let lines = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .reduce(0) { $0 + (try String(contentsOf: $1, encoding: .utf8)).split(separator: "\n").count }
        #expect(lines < 150)
    }
}
