import Foundation
import Testing

/// An independent QR code reader, if it is installed.
enum ZBar {
    static let missing: Comment = "zbarimg is not installed here: apt install zbar-tools"

    static let isInstalled = path != nil

    private static let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { "\($0)/zbarimg" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Returns the content of the symbols in these images, one per line, with a single process.
    static func read(_ images: [[UInt8]]) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "qr-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = try images.enumerated().map { index, image in
            let file = folder.appending(path: "\(index).pbm")
            try Data(image).write(to: file)
            return file.path()
        }
        let process = Process()
        process.executableURL = URL(filePath: try #require(path))
        process.arguments = ["--quiet", "--raw", "--nodbus", "-Sdisable", "-Sqrcode.enable"] + files
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Returns an image of rows of modules, true where a module is dark.
    static func bitmap(_ rows: [[Bool]], scale: Int) -> [UInt8] {
        let width = (rows.first?.count ?? 0) * scale
        var bytes = Array("P1\n\(width) \(rows.count * scale)\n".utf8)
        for row in rows {
            let line = row.flatMap { Array(repeating: UInt8(ascii: $0 ? "1" : "0"), count: scale) }
            for _ in 0..<scale { bytes += line + [UInt8(ascii: "\n")] }
        }
        return bytes
    }
}
