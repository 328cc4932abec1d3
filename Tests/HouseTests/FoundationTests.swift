import Foundation
import Testing

@Suite struct FoundationTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Foundation without its essentials brings thirty megabytes of tables, and a process pays for them when it starts.
    @Test func `nothing that every build links imports more of Foundation than its essentials`() throws {
        var files = 0
        for folder in ["Sources", "Plugins"] {
            let folder = Self.root.appending(path: folder)
            let paths = try #require(FileManager.default.enumerator(atPath: folder.path()))
            for case let path as String in paths where path.hasSuffix(".swift") {
                let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
                let lines = text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
                files += 1
                guard lines.contains(where: { $0.hasSuffix("import Foundation") }) else { continue }
                let isElsewhere = lines.contains("#if canImport(FoundationEssentials)")
                #expect(isElsewhere, "\(path)")
            }
        }
        #expect(files > 300)
    }
}
