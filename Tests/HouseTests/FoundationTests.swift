import Foundation
import Testing

@Suite struct FoundationTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Foundation's essentials make the program 4 MB larger, and all of Foundation 30 MB.
    @Test func `only one module imports Foundation, and only FoundationEssentials`() throws {
        var files = 0
        for folder in ["Sources", "Plugins"] {
            let folder = Self.root.appending(path: folder)
            let paths = try #require(FileManager.default.enumerator(atPath: folder.path()))
            // The conversions are in a separate product that the program doesn't link.
            for case let path as String in paths
            where path.hasSuffix(".swift") && !path.contains("/LootFoundation/") {
                let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
                let lines = text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
                files += 1
                guard lines.contains(where: { $0.contains("import Foundation") }) else { continue }
                #expect(path.hasPrefix("Engines/LootFoundation/"))
                #expect(lines.contains("#if canImport(FoundationEssentials)"), "\(path)")
            }
        }
        #expect(files > 300)
    }
}
