import Foundation
import LootCore
import LootFormats
import LootTesting
import Testing

@Suite struct `A binary property list` {
    private func read(_ bytes: [UInt8]) throws -> (items: [Item], shape: DocumentShape) {
        var items: [Item] = []
        let shape = try PropertyListFile().read(bytes.span) { result throws(FormatError) in
            switch result {
            case .item(let read): items.append(read.item)
            case .refused(let error, _): throw error
            }
        }
        return (items, shape)
    }

    private func areSame(_ left: [Item], _ right: [Item]) -> Bool {
        left.count == right.count && zip(left, right).allSatisfy { $0.difference(from: $1) == nil }
    }

    @Test(arguments: [DocumentShape.Layout.list, .envelope(header: [ForeignField("by", .text("Zoë"))])])
    func `a binary property list keeps its format and all items`(layout: DocumentShape.Layout) throws {
        let shape = DocumentShape(layout, isBinary: true)
        for (count, seed) in [(0, 1), (1, 2), (14, 3), (15, 4), (700, 5)] as [(Int, UInt64)] {
            let items = ItemFixtures.items(count, seed: seed)
            let bytes = ItemFormat.propertyList.encoder(shape: shape).encode(items)
            #expect(bytes.starts(with: Array("bplist00".utf8)))
            let (back, found) = try read(bytes)
            #expect(areSame(back, items))
            #expect(found == shape)
            #expect(ItemFormat.propertyList.encoder(shape: found).encode(back) == bytes)
        }
    }

    @Test func `chunks of any size give the same result`() throws {
        let items = ItemFixtures.items(60, seed: 6)
        let encoder = ItemFormat.binaryPropertyList.encoder()
        let whole = encoder.encode(items)
        for size in [1, 50, 1000] {
            var bytes: [UInt8] = []
            encoder.encode(items, chunk: size) { bytes += $0 }
            #expect(bytes == whole)
        }
    }

    @Test func `values of all types from other programs are preserved`() throws {
        var item = Item(name: "Lamp", dateCreated: .first)
        let texts = [
            "", "plain", "Zoë", "日本 👩‍👩‍👧", "Cafe\u{301}", "Caf\u{E9}", String(repeating: "long ", count: 20_000),
        ]
        let digits = [
            "0", "-1", "127", "128", "255", "256", "65535", "65536", "4294967295", "4294967296",
            "-2147483649",
            "9223372036854775807", "-9223372036854775808", "9223372036854775808", "18446744073709551615",
            "18446744073709551616", "123456789012345678901234567890", "1.50", "-0", "-0.0", "0.1", "1e5",
            "1E+400",
        ]
        let moments: [Moment] =
            [.first, .last] + [-1, 0, 978_307_199, 978_307_200].compactMap { Moment(secondsSinceEpoch: $0) }
        item.foreign = [
            ForeignField("texts", .array(texts.map { .text($0) })),
            ForeignField("numbers", .array(digits.map { .number($0) })),
            ForeignField("moments", .array(moments.map { .moment($0) })),
            ForeignField("flags", .array([.flag(true), .flag(false), .flag(true), .null])),
            ForeignField(
                "data", .array([.data([]), .data([0, 255]), .data(Array(repeating: 7, count: 300))])),
            ForeignField("empty", .object([])), ForeignField("none", .array([])),
            ForeignField(
                "Ключ", .object([ForeignField("Cafe\u{301}", .null), ForeignField("Caf\u{E9}", .flag(true))])),
        ]
        item.custom["numbers"] = .integer(.min)
        item.custom["real"] = .decimal(-0.0)
        item.custom["day"] = .day(.first)
        let (back, _) = try read(
            ItemFormat.binaryPropertyList.encoder().encode([item, item.identified(by: ItemID())]))
        #expect(back.first?.difference(from: item) == nil)
        let xml = PropertyListFile().encode(back)
        #expect(try read(xml).items.first?.difference(from: item) == nil)
    }

    @Test func `a property list that is damaged anywhere is read or rejected`() throws {
        let bytes = ItemFormat.binaryPropertyList.encoder(shape: .list).encode(ItemFixtures.items(3, seed: 8))
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<4000 {
            var broken = bytes
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                broken[Int.random(in: 0..<broken.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            if generator.next() & 3 == 0 {
                broken.removeLast(Int.random(in: 0..<broken.count, using: &generator))
            }
            _ = try? read(broken)
            _ = Salvage(broken.span, in: .propertyList)
        }
    }

    @Test func `a property list whose texts are all shared doesn't grow`() throws {
        // One text of 20,000 bytes at 400 positions would be 8 MB if it were copied.
        let text = String(repeating: "x", count: 20_000)
        let objects = try PropertyListSerialization.data(
            fromPropertyList: (0..<400).map { ["name": "n\($0)", "notes": text] }, format: .binary,
            options: 0)
        let items = try read(Array(objects)).items
        #expect(items.count == 400 && items.allSatisfy { $0.notes == text })
    }
}

@Suite struct `Python and binary property lists` {
    private static let python = Tool.program("python3")

    /// Runs a script with files of these bytes. Returns its standard output.
    private func run(_ script: String, on files: [[UInt8]]) throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var paths: [String] = []
        for (index, bytes) in files.enumerated() {
            let file = folder.appendingPathComponent("\(index).plist")
            try Data(bytes).write(to: file)
            paths.append(file.path)
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Self.python))
        process.arguments = ["-c", script] + paths
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return Array(bytes)
    }

    @Test(.enabled(if: python != nil)) func `Python reads the same from both formats`() throws {
        let items = ItemFixtures.items(400, seed: 21)
        for layout in [DocumentShape.Layout.list, .envelope(header: [])] {
            let files = [false, true].map { isBinary in
                ItemFormat.propertyList.encoder(shape: DocumentShape(layout, isBinary: isBinary)).encode(
                    items)
            }
            let script = """
                import plistlib, sys
                xml, binary = [plistlib.load(open(path, 'rb')) for path in sys.argv[1:]]
                sys.exit(0 if xml == binary and len(binary if isinstance(binary, list) else binary['items']) == 400 else 1)
                """
            _ = try run(script, on: files)
        }
    }

    @Test(.enabled(if: python != nil)) func `Python's binary property lists are read like its XML`() throws {
        let xml = PropertyListFile(shape: .list).encode(ItemFixtures.items(400, seed: 22))
        let script = """
            import plistlib, sys
            sys.stdout.buffer.write(plistlib.dumps(plistlib.load(open(sys.argv[1], 'rb')), fmt=plistlib.FMT_BINARY, sort_keys=False))
            """
        let binary = try run(script, on: [xml])
        #expect(binary.starts(with: Array("bplist00".utf8)))
        let (first, second) = (
            try PropertyListFile().items(in: xml.span), try PropertyListFile().items(in: binary.span)
        )
        #expect(first.count == 400)
        for (one, other) in zip(first, second) { #expect(one.difference(from: other) == nil) }
    }
}

/// Other programs that are installed.
enum Tool {
    /// Returns the path of a program in the search path.
    static func program(_ name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
