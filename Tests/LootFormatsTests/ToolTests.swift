import Foundation
import LootCore
import LootFormats
import Testing

/// Tests with other programs, if they are installed.
@Suite struct `Other programs read our files` {
    private static let plutil = Tool.program("plutil")
    private static let python = Tool.program("python3")

    private func run(_ program: String, _ arguments: [String], on bytes: [UInt8]) throws -> Int32 {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).file")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments + [file.path]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    private static func items() -> [Item] {
        var generator = SeededGenerator(seed: 31)
        return (0..<50).map { _ in Item.full(&generator) }
    }

    @Test(
        .enabled(if: plutil != nil),
        arguments: [DocumentShape.standard, .list, DocumentShape(.list, isBinary: true)])
    func `plutil accepts our property lists`(shape: DocumentShape) throws {
        let bytes = ItemFormat.propertyList.encoder(shape: shape).encode(Self.items())
        #expect(try run(try #require(Self.plutil), ["-lint"], on: bytes) == 0)
    }

    @Test(
        .enabled(if: python != nil),
        arguments: [
            (ItemFormat.propertyList, "import plistlib; n = len(plistlib.load(f)['items'])"),
            (.binaryPropertyList, "import plistlib; n = len(plistlib.load(f)['items'])"),
            (.json, "import json; n = len(json.load(f)['items'])"),
            (.jsonLines, "import json; n = len([json.loads(l) for l in f])"),
            (.csv, "import csv, io; n = len(list(csv.DictReader(io.TextIOWrapper(f, 'utf-8', newline=''))))"),
        ])
    func `Python finds every item`(format: ItemFormat, script: String) throws {
        let items = Self.items()
        let code = "import sys; f = open(sys.argv[1], 'rb'); \(script); sys.exit(n != \(items.count))"
        #expect(try run(try #require(Self.python), ["-c", code], on: format.encoder().encode(items)) == 0)
    }
}
