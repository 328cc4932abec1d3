import LootCore
import LootFormats
import Testing

@Suite struct `Invalid input` {
    private static func items() -> [Item] {
        var generator = SeededGenerator(seed: 21)
        // The first item has all types of values; the second one shows the separator.
        return [Item.full(&generator), Item(name: "Two", dateCreated: Moment(startOf: .first))]
    }

    /// Returns the items that are read from the bytes, or the error.
    private static func result(_ format: ItemFormat, _ bytes: [UInt8]) -> Result<[Item], FormatError> {
        Result { () throws(FormatError) in try read(format, bytes) }
    }

    @Test(arguments: ItemFormat.all)
    func `a truncated file is rejected, or has fewer items if each line is an item`(format: ItemFormat) {
        let items = Self.items()
        let bytes = format.encoder().encode(items)
        for length in bytes.indices.dropLast(3) {
            switch Self.result(format, Array(bytes[..<length])) {
            case .failure(let error): #expect(error.position.byte <= length)
            case .success(let found):
                // In line-based formats, a cut between two lines can't be detected.
                let mayLose = format == .csv || format == .tsv || format == .jsonLines
                #expect(mayLose && found.count <= items.count, "cut at \(length)")
            }
        }
    }

    @Test(arguments: ItemFormat.all)
    func `a file with a flipped byte is read or rejected`(format: ItemFormat) {
        let bytes = format.encoder().encode(Self.items())
        var refused = 0
        func isInside(_ index: Int) -> Bool {
            bytes.indices.contains(index) && UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[index]
        }
        for index in bytes.indices {
            // All bytes inside of words are treated alike, so one change is enough.
            let isWord = ((index - 1)...(index + 1)).allSatisfy(isInside)
            for flip: UInt8 in isWord ? [0x80] : [0x01, 0x20, 0x80, 0xFF] {
                var bad = bytes
                bad[index] ^= flip
                guard case .failure(let error) = Self.result(format, bad) else { continue }
                refused += 1
                #expect(error.position.byte <= bad.count)
            }
        }
        #expect(refused > bytes.count / 2)
    }

    @Test func `a truncated or changed binary property list never causes a trap`() throws {
        let bytes = BinarySample.bytes
        #expect(try read(.propertyList, bytes).map(\.name) == ["Spork"])
        for length in bytes.indices {
            #expect(throws: FormatError.self) { try read(.propertyList, Array(bytes[..<length])) }
        }
        for index in bytes.indices {
            for bit in 0..<8 {
                var bad = bytes
                bad[index] ^= 1 << UInt8(bit)
                _ = Self.result(.propertyList, bad)
            }
        }
    }

    @Test func `a binary property list that contains itself is rejected`() {
        // An array whose only element is itself, and a tree of arrays that doubles at each level.
        let cycle = BinarySample.file(objects: [[0xA1, 0]])
        #expect(propertyListError(cycle)?.reason.text.contains("twice") == true)
        var objects = (0..<60).map { [0xA2, UInt8($0 + 1), UInt8($0 + 1)] as [UInt8] }
        objects.append([0x09])
        #expect(propertyListError(BinarySample.file(objects: objects))?.reason.text.contains("twice") == true)
        let huge = BinarySample.file(objects: [[0xAF, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]])
        #expect(propertyListError(huge)?.reason.text.contains("count") == true)
    }

    @Test func `random bytes never cause a trap`() {
        var generator = SeededGenerator(seed: 22)
        let seeds = ItemFormat.all.map { $0.encoder().encode(Self.items()) }
        for round in 0..<2_000 {
            var bytes = seeds[round % seeds.count]
            for _ in 0..<Int.random(in: 1...20, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.removeSubrange(place..<min(place + 5, bytes.count))
                default: bytes.insert(contentsOf: bytes[place..<min(place + 9, bytes.count)], at: place)
                }
            }
            for format in ItemFormat.all { _ = Self.result(format, bytes) }
        }
    }

    @Test(arguments: [
        (#"[{"x":1}]"#, "invalid-value", 2), (#"[{}]"#, "invalid-value", 2),
        (#"[{"name":"a\u0007"}]"#, "invalid-value", 10), (#"[{"name":"a","name":"b"}]"#, "malformed", 14),
        (#"[{"name":"a","x":1,"x":2}]"#, "malformed", 20), (#"[{"name":1}]"#, "invalid-value", 10),
        (#"[{"name":"a","quantity":-1000000001}]"#, "invalid-value", 25),
        (#"[{"name":"a","valueInDollars":9223372036854775808}]"#, "invalid-value", 31),
        (#"[{"name":"a","valueInDollars":1.23456}]"#, "invalid-value", 31),
        (#"[{"name":"a","valueInDollars":"1"}]"#, "invalid-value", 31),
        (#"[{"name":"a","quantity":1000000001}]"#, "invalid-value", 25),
        (#"[{"name":"a","isFavorite":0}]"#, "invalid-value", 27),
        (#"[{"name":"a","dateCreated":"yesterday"}]"#, "invalid-value", 28),
        (#"[{"name":"a","purchaseDate":"2026-02-30"}]"#, "invalid-value", 29),
        (#"[{"name":"a","tags":["x",""]}]"#, "invalid-value", 21),
        (#"[{"name":"a","custom":[]}]"#, "invalid-value", 23),
        (#"[{"name":"a","custom":{"k":[1]}}]"#, "invalid-value", 28),
        (#"[{"name":"a","custom":{"k":1e999}}]"#, "invalid-value", 28),
        (#"[{"name":"a","custom":{"":1}}]"#, "invalid-value", 27), (#"[{"name":"\ud800"}]"#, "malformed", 11),
        (#"[1]"#, "invalid-value", 2),
        (#"{"format":"loot","version":2,"items":[{"new":1}]}"#, "newer-format", 28),
        (#"{"items":[{"new":1}],"format":"loot","version":2}"#, "newer-format", 48),
        (#"{"format":"other","version":1,"items":[]}"#, "malformed", 11), (#"{"items":[]}"#, "malformed", 1),
        ("7", "malformed", 1), ("", "malformed", 1),
    ])
    func `JSON that isn't an item is rejected at its position`(text: String, code: String, column: Int) {
        #expect {
            try read(.json, Array(text.utf8))
        } throws: { error in
            let error = error as? FormatError
            return error?.code.rawValue == code && error?.position.column == column - 1
        }
    }

    @Test func `a deeply nested unknown field is rejected`() {
        for text in [
            "[{\"name\":\"a\",\"x\":" + String(repeating: "[", count: 100_000),
            "[" + String(repeating: "{\"x\":", count: 100_000),
        ] {
            #expect(throws: FormatError.self) { try read(.json, Array(text.utf8)) }
        }
    }

    @Test func `an invalid entry doesn't affect later ones`() throws {
        let good = #"{"name":"good"}"#
        for (format, text) in [
            (ItemFormat.json, "[\n\(good),\n{\"name\":\"bad\",\"valueInDollars\":1.23456},\n\(good)]"),
            (.jsonLines, "\(good)\n{\"name\":\n\(good)\n"),
            (.csv, "name,value\ngood,1\nbad,x\ngood,2\n"), (.csv, "name,value\ngood,1\nbad\"x,x\ngood,2\n"),
            (
                .propertyList,
                "<plist><array><dict><key>name</key><string>good</string></dict>\n\n"
                    + "<string>bad</string><dict><key>name</key><string>good</string></dict></array></plist>"
            ),
        ] {
            let bytes = Array(text.utf8)
            var items: [Item] = []
            var errors: [FormatError] = []
            try format.decoder().read(bytes.span) { result in
                switch result {
                case .item(let read): items.append(read.item)
                case .refused(let error, let range):
                    errors.append(error)
                    #expect(
                        String(decoding: bytes[range], as: UTF8.self).contains(
                            format == .jsonLines ? "name" : "bad"))
                }
            }
            #expect(items.map(\.name) == ["good", "good"])
            #expect(errors.map(\.position.line) == [format == .jsonLines ? 1 : 2], "\(format.name) \(errors)")
        }
    }
}

/// Handmade binary property lists.
enum BinarySample {
    /// An array with one dictionary: name and value.
    static let bytes = file(objects: [
        [0xA1, 1], [0xD2, 2, 4, 3, 5], [0x54] + Array("name".utf8), [0x55] + Array("Spork".utf8),
        [0x5E] + Array("valueInDollars".utf8), [0x10, 40],
    ])

    /// A file with these objects, the first of which is the root. References are one byte long.
    static func file(objects: [[UInt8]]) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
            bytes += object
        }
        let table = bytes.count
        bytes += offsets + [0, 0, 0, 0, 0, 0, 2, 1]
        for number in [objects.count, 0, table] {
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        }
        return bytes
    }
}
