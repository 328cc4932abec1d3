import Testing

/// A file that can't be read, and the expected error.
struct BadFile: Sendable, CustomTestStringConvertible {
    var name: String
    var store: String
    var bytes: [UInt8]
    /// The position of the error: `line 1, column 1`.
    var place: String
    /// Text that the reason must contain.
    var why: String

    var testDescription: String { "\(store): \(name)" }
    var file: String { "items.\(store)" }

    init(_ name: String, _ store: String, _ bytes: [UInt8], at place: String, _ why: String) {
        self.name = name
        self.store = store
        self.bytes = bytes
        self.place = place
        self.why = why
    }

    // MARK: JSON

    static func json(_ name: String, _ text: String, at place: String, _ why: String) -> BadFile {
        BadFile(name, "json", Array(text.utf8), at: place, why)
    }

    /// Returns a file with one item with these keys, at line 5, column 2.
    private static func entry(_ name: String, _ keys: String, column: Int, _ why: String) -> BadFile {
        let text = "{\n\"format\":\"loot\",\n\"version\":1,\n\"items\":[\n{\(keys)}\n]\n}\n"
        return json(name, text, at: "line 5, column \(column)", why)
    }

    static let inJSON: [BadFile] = [
        json("empty", "", at: "line 1, column 1", "The text ends too early. This must be a list of items"),
        BadFile(
            "binary junk", "json", [0x7F, 0x45, 0x4C, 0x46, 0, 0, 0xFF, 0xFE, 0x80], at: "line 1, column 7",
            "The byte 0xff isn't valid UTF-8"),
        json("truncated", "[{\"name\":\"Lamp\"},{\"name\":\"Va", at: "line 1, column 26", "isn't closed"),
        json("text after the end", "[]\n[]\n", at: "line 2, column 1", "after the end"),
        entry(
            "deeply nested", "\"name\":\"a\",\"x\":" + String(repeating: "[", count: 100_000), column: 116,
            "nesting is deeper than 100"),
        entry("a key twice", "\"name\":\"a\",\"name\":\"b\"", column: 13, "The key “name” occurs twice"),
        entry(
            "an unknown key twice", "\"name\":\"a\",\"x\":1,\"x\":1", column: 19, "The key “x” occurs twice"),
        entry(
            "a huge number", "\"name\":\"a\",\"valueInDollars\":99999999999999999999", column: 30,
            "64 bits"),
        entry("a huge exponent", "\"name\":\"a\",\"valueInDollars\":1e400", column: 30, "an amount"),
        entry("a lone surrogate", "\"name\":\"\\ud800\"", column: 10, "surrogate"),
        entry("a name of another type", "\"name\":[1]", column: 9, "This must be text."),
        entry("a flag of another type", "\"name\":\"a\",\"isFavorite\":\"yes\"", column: 26, "true or false"),
        entry("a date of another type", "\"name\":\"a\",\"dateCreated\":12", column: 27, "a date and time"),
        entry(
            "nothing of an item", "\"x\":1", column: 1,
            "This entry contains none of the fields of an item, such as “name” or “value”"),
        json(
            "items of another type", "{\"format\":\"loot\",\"version\":1,\"items\":7}",
            at: "line 1, column 38", "a list of items"),
        json("another type", "7", at: "line 1, column 1", "a list of items"),
        json(
            "another program's file", "{\"format\":\"pantry\",\"version\":1,\"items\":[]}",
            at: "line 1, column 11", "another program"),
        BadFile(
            "overlong UTF-8", "json", Array("[{\"name\":\"a".utf8) + [0xC0, 0x80] + Array("\"}]".utf8),
            at: "line 1, column 12", "valid UTF-8"),
        BadFile(
            "a surrogate in UTF-8", "json",
            Array("[{\"name\":\"a".utf8) + [0xED, 0xA0, 0x80] + Array("\"}]".utf8),
            at: "line 1, column 12", "valid UTF-8"),
        json(
            "an id twice",
            """
            [{"name":"a","id":"00000001-0000-4000-8000-000000000001"},
             {"name":"b","id":"00000001-0000-4000-8000-000000000001"}]
            """, at: "line 2, column 2", "occurs earlier in the file"),
        json(
            "a newer version", "{\"format\":\"loot\",\"version\":2,\"items\":[]}", at: "line 1, column 28",
            "version 2"),
    ]

    // MARK: Property lists

    private static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">

        """

    /// Returns a file with one item with these elements, starting at line 6.
    private static func dict(_ name: String, _ elements: String, at place: String, _ why: String) -> BadFile {
        let text = "\(head)<array>\n\t<dict>\n\(elements)\n\t</dict>\n</array>\n</plist>\n"
        return BadFile(name, "plist", Array(text.utf8), at: place, why)
    }

    private static func xml(_ name: String, _ text: String, at place: String, _ why: String) -> BadFile {
        BadFile(name, "plist", Array(text.utf8), at: place, why)
    }

    private static let bomb = """
        <?xml version="1.0"?>
        <!DOCTYPE plist [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
        <plist version="1.0"><array><dict><key>name</key><string>&b;</string></dict></array></plist>
        """

    static let inPropertyLists: [BadFile] = [
        xml("empty", "", at: "line 1, column 1", "A property list begins with"),
        BadFile(
            "binary junk", "plist", [0x7F, 0x45, 0x4C, 0x46, 0, 0, 0xFF, 0xFE, 0x80],
            at: "line 1, column 7", "The byte 0xff isn't valid UTF-8"),
        BadFile(
            "a binary property list that ends", "plist", Array("bplist00".utf8) + [0xA0, 8], at: "byte 10",
            "is incomplete"),
        BadFile(
            "a newer binary property list", "plist", Array("bplist17".utf8) + Array(repeating: 0, count: 40),
            at: "byte 6", "other than 00"),
        xml(
            "truncated", head + "<array>\n\t<dict>\n\t\t<key>na", at: "line 6, column 10",
            "The text ends too early. </key> is missing here."),
        xml("text after the end", head + "<array/>\n</plist>\nmore", at: "line 6, column 1", "after the end"),
        dict(
            "deeply nested",
            "<key>name</key><string>a</string><key>x</key>" + String(repeating: "<array>", count: 100_000),
            at: "line 6, column 739", "nesting is deeper than 100"),
        dict(
            "a key twice", "<key>name</key><string>a</string>\n<key>name</key><string>b</string>",
            at: "line 7, column 1", "The key “name” occurs twice"),
        dict(
            "a huge number",
            "<key>name</key><string>a</string>\n<key>valueInDollars</key><integer>99999999999999999999</integer>",
            at: "line 7", "64 bits"),
        dict(
            "a lone surrogate", "<key>name</key><string>&#xD800;</string>", at: "line 6",
            "XML doesn't allow the character"),
        dict(
            "an unknown entity", "<key>name</key><string>&lol;</string>", at: "line 6", "predefined entities"),
        dict(
            "a name of another type", "<key>name</key><integer>1</integer>", at: "line 6",
            "This must be a <string>."),
        dict(
            "a date of another type",
            "<key>name</key><string>a</string>\n<key>dateCreated</key><string>now</string>", at: "line 7",
            "This must be a <date>."),
        dict(
            "nothing of an item", "<key>x</key><integer>1</integer>", at: "line 5",
            "This entry contains none of the fields of an item, such as “name” or “value”"),
        xml(
            "another type", head + "<string>loot</string>\n</plist>\n", at: "line 4, column 1",
            "an array of items"),
        xml("an entity bomb", bomb, at: "line 2, column 1", "Only the DOCTYPE of Apple's"),
        xml(
            "a DOCTYPE with an external part",
            "<!DOCTYPE plist SYSTEM \"file:///etc/passwd\">\n<plist><array/></plist>",
            at: "line 1, column 1", "Only the DOCTYPE of Apple's"),
        xml(
            "Apple's DOCTYPE with an internal subset",
            "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\" [<!ENTITY x SYSTEM \"http://example.com/\">]>\n<plist><array/></plist>",
            at: "line 1, column 1", "Only the DOCTYPE of Apple's"),
        BadFile(
            "overlong UTF-8", "plist",
            Array(head.utf8) + Array("<string>a".utf8) + [0xC0, 0x80] + Array("</string></plist>".utf8),
            at: "line 4, column 10", "valid UTF-8"),
        xml(
            "an id twice",
            head
                + String(
                    repeating: "<dict><key>name</key><string>a</string>"
                        + "<key>itemKey</key><string>00000001-0000-4000-8000-000000000001</string></dict>\n",
                    count: 2
                ).wrapped, at: "line 6, column 1", "occurs earlier in the file"),
        xml(
            "a newer version",
            head
                + "<dict><key>format</key><string>loot</string><key>version</key><integer>2</integer>\n<key>items</key><array/></dict></plist>",
            at: "line 4", "version 2"),
    ]
}

extension String {
    fileprivate var wrapped: String { "<array>\n\(self)</array>\n</plist>\n" }
}
