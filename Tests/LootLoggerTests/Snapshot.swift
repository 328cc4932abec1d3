import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Compares text with a file in `Snapshots`. `UPDATE_SNAPSHOTS=1 swift test` updates the files.
func expectSnapshot(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots/\(name).txt")
    if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" {
        try? Data(text.utf8).write(to: file)
        return
    }
    guard let data = try? Data(contentsOf: file) else {
        Issue.record(
            "there is no snapshot \(name): run UPDATE_SNAPSHOTS=1 swift test", sourceLocation: sourceLocation)
        return
    }
    let expected = String(decoding: data, as: UTF8.self)
    #expect(text == expected, "differs from the snapshot \(name)", sourceLocation: sourceLocation)
}
