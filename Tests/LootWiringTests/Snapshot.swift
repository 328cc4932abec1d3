import Foundation
import Testing

/// Compares a string with the file of this name in `Snapshots`; `UPDATE_SNAPSHOTS=1` updates the file.
func compare(_ text: String, withSnapshot name: String, at location: SourceLocation = #_sourceLocation) throws
{
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots/\(name)")
    if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" {
        try Data(text.utf8).write(to: file)
    }
    let expected = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(text == expected, "UPDATE_SNAPSHOTS=1 updates \(name)", sourceLocation: location)
}
