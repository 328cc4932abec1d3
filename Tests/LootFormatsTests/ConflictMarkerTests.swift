import LootCore
import LootFormats
import Testing

@Suite struct ConflictMarkerTests {
    private static let base = (1...3).map {
        Item(id: ItemID(high: 0, low: UInt64($0)), name: "Item \($0)", dateCreated: .now)
    }

    /// Returns a file with git's conflict markers around both sides.
    private static func conflicted(_ format: ItemFormat, withBase: Bool = false) -> [UInt8] {
        func lines(_ items: [Item]) -> [Substring] {
            String(decoding: format.encoder().encode(items), as: UTF8.self)
                .split(separator: "\n", omittingEmptySubsequences: false)
        }
        let sides = (
            base: lines(base), ours: lines(base + [Item(name: "Ours")]),
            theirs: lines(base.dropLast() + [Item(name: "Theirs")])
        )
        let start = zip(sides.ours, sides.theirs).prefix { $0 == $1 }.count
        let end = min(
            zip(sides.ours.reversed(), sides.theirs.reversed()).prefix { $0 == $1 }.count,
            zip(sides.ours.reversed(), sides.base.reversed()).prefix { $0 == $1 }.count)
        func part(_ lines: [Substring]) -> [Substring] {
            Array(lines[min(start, lines.count - end)..<lines.count - end])
        }
        let hunk =
            ["<<<<<<< HEAD"] + part(sides.ours) + (withBase ? ["||||||| 1234567"] + part(sides.base) : [])
            + ["======="] + part(sides.theirs) + [">>>>>>> other"]
        let all = sides.ours.prefix(start) + hunk + sides.ours.suffix(end)
        return Array(all.joined(separator: "\n").utf8)
    }

    @Test(arguments: [ItemFormat.json, .propertyList])
    func `a file with git's conflict markers is recognized`(format: ItemFormat) throws {
        let bytes = Self.conflicted(format)
        let error = #expect(throws: FormatError.self) { try format.decoder().items(in: bytes.span) }
        #expect(error?.reason.text.contains("both sides") == true && error?.remedy == .settleMerge)
        let line = String(decoding: bytes, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false
        ).firstIndex { $0.hasPrefix("<<<<<<<") }
        #expect(error?.position.line == line)
    }

    @Test(arguments: [ItemFormat.json, .propertyList])
    func `both sides are recovered, and nothing is lost`(format: ItemFormat) {
        let salvage = Salvage(Self.conflicted(format).span, in: format)
        #expect(Set(salvage.items.map(\.name)) == ["Item 1", "Item 2", "Item 3", "Ours", "Theirs"])
        #expect(salvage.lost.isEmpty && salvage.conflicts?.isEmpty == true)
    }

    @Test(arguments: [ItemFormat.json, .propertyList])
    func `with a base between the markers, removals of one side are applied`(format: ItemFormat) throws {
        let bytes = Self.conflicted(format, withBase: true)
        let document = try ItemDocument(bytes, named: "items")
        #expect(document.items.map(\.name).prefix(2) == ["Item 1", "Item 2"])
        #expect(Set(document.items.map(\.name).dropFirst(2)) == ["Ours", "Theirs"])
        #expect(document.format == format)
    }

    @Test func `invalid markers aren't a merge`() {
        for text in [
            "<<<<<<< a\n", "<<<<<<< a\n=======\n", ">>>>>>> a\n",
            "<<<<<<< a\n<<<<<<< b\n=======\n>>>>>>> c\n",
        ] {
            let error = #expect(throws: FormatError.self) {
                try ItemFormat.json.decoder().items(in: Array("[\n\(text)]\n".utf8).span)
            }
            #expect(error?.reason.text.contains("both sides") == false)
        }
    }

    @Test func `versions of a file without ids are compared item by item`() throws {
        func file(_ names: [String]) -> [UInt8] {
            let items = names.map {
                #"{"name":"\#($0)","serialNumber":"\#($0.prefix(2))","valueInDollars":1}"#
            }
            return Array("[\(items.joined(separator: ",\n"))]".utf8)
        }
        let base = try ItemDocument(file(["Lamp", "Bear", "Bear"]), named: "base.json")
        let ours = try ItemDocument(file(["Lamp", "Bear", "Bear", "Mac"]), named: "ours.json")
        let theirs = try ItemDocument(file(["Lantern", "Bear"]), named: "theirs.json")
        let merged = MergedDocument(base: base, ours: ours, theirs: theirs)
        #expect(merged.document.items.map(\.name) == ["Lantern", "Bear", "Mac"])
        #expect(merged.document.shape == .list)
    }

    @Test func `an empty file has no items if that is allowed, and is rejected otherwise`() throws {
        let document = try ItemDocument([], named: "items.plist", mayBeEmpty: true)
        #expect(document.items.isEmpty && document.format == .propertyList)
        let error = #expect(throws: LootError.self) { try ItemDocument([], named: "items.plist") }
        #expect(error?.reason == "The file is empty.")
    }
}
