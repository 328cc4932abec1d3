import LootCore
import LootFormats
import Testing

/// Returns the error from parsing a string as JSON.
func jsonError(_ text: String, strict: Bool = false) -> FormatError? {
    let bytes = Array(text.utf8)
    do {
        _ = try DocumentValue(json: bytes.span, strict: strict)
        return nil
    } catch { return error }
}

/// Returns the error from parsing bytes as a property list.
func propertyListError(_ bytes: [UInt8]) -> FormatError? {
    do {
        _ = try DocumentValue(propertyList: bytes.span)
        return nil
    } catch { return error }
}

@Suite struct `Document values` {
    @Test func `a configuration with comments keeps the position of each value`() throws {
        let text = """
            {
              // where items are kept
              "store": { "use": "json", "ports": [80, 8080,], },
              /* é */ "on": true, "none": null, "name": "a\\u00e9\\ud83d\\ude00\\n"
            }
            """
        let document = try DocumentValue(json: Array(text.utf8).span)
        let store = try #require(document["store"])
        #expect(store.position.line == 2 && store.position.column == 11)
        #expect(store["use"]?.content == .text("json"))
        guard case .array(let ports) = store["ports"]?.content else {
            Issue.record("ports isn't an array")
            return
        }
        #expect(ports.map(\.content) == [.number("80"), .number("8080")])
        #expect(document["on"]?.content == .flag(true))
        #expect(document["on"]?.position.line == 3)
        #expect(document["on"]?.position.column == 16)
        #expect(document["none"]?.content == .null)
        #expect(document["name"]?.content == .text("aé😀\n"))
    }

    @Test(arguments: [
        (#"{"a":1,"a":2}"#, 1, 8), (#"{"a":1,"\u0061":2}"#, 1, 8), ("[1 2]", 1, 4), ("[1,\n  x]", 2, 3),
        (#"["\ud800"]"#, 1, 3), (#"["\udc00\ud800"]"#, 1, 3), (#"["\x"]"#, 1, 3), ("[01]", 1, 2),
        ("[1.]", 1, 4), ("[-]", 1, 3), ("[1e]", 1, 4), ("", 1, 1), ("[", 1, 2), ("{\"a\"", 1, 5),
        ("[\"a\n\"]", 1, 4), ("\"abc", 1, 1), ("[] []", 1, 4), ("[tru]", 1, 2), ("/* ", 1, 1), ("[,]", 1, 2),
        ("{\"a\":1,,}", 1, 8), ("[\"\\u12\"]", 1, 3),
    ])
    func `invalid JSON is rejected at the position of the error`(text: String, line: Int, column: Int) throws
    {
        let error = try #require(jsonError(text))
        #expect(error.code == .malformed)
        #expect((error.position.line + 1, error.position.column + 1) == (line, column), "\(error)")
    }

    @Test func `strict JSON has neither comments nor trailing commas`() {
        #expect(jsonError("[1,]") == nil)
        #expect(jsonError("[1,]", strict: true) != nil)
        #expect(jsonError("[1] // one") == nil)
        #expect(jsonError("[1] // one", strict: true) != nil)
    }

    @Test(
        arguments: [
            [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80], [0xC3], [0xE2, 0x82], [0xFF],
        ] as [[UInt8]])
    func `bytes that aren't UTF-8 are rejected at their position`(bad: [UInt8]) throws {
        let bytes = Array("[\"abcdefghijkl".utf8) + bad + Array("\"]".utf8)
        var place: SourcePosition?
        do { _ = try DocumentValue(json: bytes.span) } catch { place = error.position }
        #expect(place?.byte == 14)
    }

    @Test func `deep nesting is an error`() throws {
        let deep = String(repeating: "[", count: 1_000_000)
        #expect(try #require(jsonError(deep)).reason.text.contains("nesting is deeper"))
        let dicts = String(repeating: "<dict><key>a</key>", count: 100_000)
        #expect(
            try #require(propertyListError(Array(("<plist>" + dicts).utf8))).reason.text.contains(
                "nesting is deeper")
        )
    }

    @Test func `an XML property list has the same tree`() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
            \t<key>text</key>
            \t<string>a &lt;b&gt; &amp; &#233;&#x1F600; <![CDATA[<raw>]]><!-- no --></string>
            \t<key>empty</key><string/>
            \t<key>list</key>
            \t<array><integer>-5</integer><real>1</real><true/><false /></array>
            \t<key>when</key><date>2026-11-20T10:00:00Z</date>
            \t<key>blob</key><data>
            \tAAEC/w==
            \t</data>
            </dict>
            </plist>
            """
        let document = try DocumentValue(propertyList: Array(text.utf8).span)
        #expect(document["text"]?.content == .text("a <b> & é😀 <raw>"))
        #expect(document["empty"]?.content == .text(""))
        guard case .array(let list) = document["list"]?.content else {
            Issue.record("list isn't an array")
            return
        }
        #expect(list.map(\.content) == [.number("-5"), .number("1.0"), .flag(true), .flag(false)])
        #expect(list.first?.position.line == 8)
        #expect(document["when"]?.content == Moment("2026-11-20T10:00:00Z").map { .moment($0) })
        #expect(document["blob"]?.content == .data([0, 1, 2, 255]))

        var units: [UInt8] = [0xFF, 0xFE]
        for unit in text.utf16 { units += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        #expect(try DocumentValue(propertyList: units.span)["text"] == document["text"])
    }

    @Test(arguments: [
        "", "<plist>", "<plist></plist>", "<plist><true/>", "<plist><true/></plist>x",
        "<!DOCTYPE plist SYSTEM \"file:///etc/passwd\"><plist><true/></plist>",
        "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>",
        "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
            + "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\" [<!ENTITY a \"b\">]><plist><true/></plist>",
        "<!DOCTYPE html><plist><true/></plist>", "<plist><string>&bomb;</string></plist>",
        "<plist><string>&#0;</string></plist>", "<plist><string>&#xD800;</string></plist>",
        "<plist><string>a & b</string></plist>", "<plist><string>\u{1}</string></plist>",
        "<plist><string><b/></string></plist>", "<plist><dict><string>a</string></dict></plist>",
        "<plist><dict><key>a</key></dict></plist>",
        "<plist><integer>9999999999999999999999</integer></plist>",
        "<plist><integer></integer></plist>", "<plist><real>nan</real></plist>",
        "<plist><date>tomorrow</date></plist>", "<plist><data>!!!!</data></plist>",
        "<plist><dict><key>a</key><true/><key>a</key><true/></dict></plist>",
        "<plist><string>a</strin></plist>",
        "<plist><true/><true/></plist>", "<plist><string>a<![CDATA[b</string></plist>",
        "<plist a=\"b\"><true/></plist>",
    ])
    func `invalid property lists are rejected`(text: String) throws {
        let error = try #require(propertyListError(Array(text.utf8)))
        #expect(error.position.byte <= text.utf8.count)
    }
}
