import Testing

@testable import TerminalKit

@Suite struct InputDecoderTests {
    private func events(_ text: String) -> [InputEvent] {
        var decoder = InputDecoder()
        return decoder.feed(text.utf8) + decoder.giveUp()
    }

    private func keys(_ text: String) -> String {
        events(text).map { event in
            if case .key(let key) = event { "\(key)" } else { "\(event)" }
        }.joined(separator: " ")
    }

    @Test(arguments: [
        ("a", "a"), ("Ä", "Ä"), ("毛", "毛"), ("😀", "😀"), (" ", "space"), ("\r", "enter"), ("\t", "tab"),
        ("\u{7F}", "backspace"), ("\u{12}", "ctrl-r"), ("\0", "ctrl-space"), ("\u{1F}", "ctrl-_"),
        ("\u{1B}[A", "up"), ("\u{1B}OB", "down"), ("\u{1B}[1;5C", "ctrl-right"),
        ("\u{1B}[1;2D", "shift-left"), ("\u{1B}[Z", "shift-tab"), ("\u{1B}[H", "home"), ("\u{1B}[4~", "end"),
        ("\u{1B}[3;3~", "alt-del"), ("\u{1B}[5~", "pgup"), ("\u{1B}OP", "f1"), ("\u{1B}[24~", "f12"),
        ("\u{1B}[[C", "f3"), ("\u{1B}[1;5R", "ctrl-f3"), ("\u{1B}x", "alt-x"),
        ("\u{1B}\u{7F}", "alt-backspace"),
        ("\u{1B}ß", "alt-ß"), ("\u{1B}", "esc"), ("\u{1B}\u{1B}", "esc esc"), ("\u{1B}\u{1B}[A", "alt-up"),
        ("\u{1B}[", "alt-["), ("\u{1B}O", "alt-O"), ("\u{1B}]", "alt-]"), ("q\u{1B}", "q esc"),
        ("\u{1B}[97;5u", "ctrl-a"), ("\u{1B}[97:65;2u", "A"), ("\u{1B}[27u", "esc"),
        ("\u{1B}[13;2u", "shift-enter"),
        ("\u{1B}[57399u", "0"), ("\u{1B}[97;1:3u", ""), ("\u{1B}[27;5;13~", "ctrl-enter"),
        ("\u{1B}[233;;233u", "é"), ("\u{1B}[57441;2u", ""), ("\u{1B}[12;7R", ""), ("\u{1B}[?1;2c", ""),
    ])
    func `bytes are decoded as keys`(_ bytes: String, _ expected: String) {
        #expect(keys(bytes) == expected)
    }

    @Test(arguments: [
        "ctrl-r", "shift-tab", "J", "f5", "alt-super-x", "space", "ctrl-alt-del", "-", "ctrl--",
    ])
    func `a key's name is parsed as the key`(_ name: String) throws {
        let key = try #require(Key(name: name))
        #expect(Key(name: key.description) == key)
    }

    @Test func `an unknown key name is rejected`() {
        for name in ["", "ctrl-", "F99", "hello", "shift-"] { #expect(Key(name: name) == nil, "\(name)") }
    }

    @Test func `mouse reports contain the button, the position, the wheel and the modifiers`() {
        let at = Point(x: 4, y: 2)
        #expect(events("\u{1B}[<0;5;3M") == [.mouse(Mouse(.press(.left), at: at))])
        #expect(events("\u{1B}[<2;5;3M") == [.mouse(Mouse(.press(.right), at: at))])
        #expect(events("\u{1B}[<0;5;3m") == [.mouse(Mouse(.release, at: at))])
        #expect(events("\u{1B}[<32;5;3M") == [.mouse(Mouse(.drag(.left), at: at))])
        #expect(events("\u{1B}[<64;5;3M") == [.mouse(Mouse(.wheel(x: 0, y: -1), at: at))])
        #expect(events("\u{1B}[<81;5;3M") == [.mouse(Mouse(.wheel(x: 0, y: 1), at: at, .control))])
        #expect(events("\u{1B}[<0;0;3M").isEmpty)
        #expect(keys("\u{1B}[M !!a") == "a")
    }

    @Test func `a paste is one text, whatever it contains`() {
        #expect(
            events("\u{1B}[200~a\r\nb\rc\u{1B}[A\u{1B}[201\u{1B}[201~x") == [
                .paste("a\nb\nc\u{1B}[A\u{1B}[201"), .key("x"),
            ])
    }

    @Test func `a paste of a megabyte is complete and leaves nothing behind`() {
        var decoder = InputDecoder()
        let text = String(repeating: "0123456789abcdef", count: 1 << 16)
        var events: [InputEvent] = decoder.feed("\u{1B}[200~".utf8)
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: 65536) {
            events += decoder.feed(bytes[start..<(start + 65536)])
        }
        events += decoder.feed("\u{1B}[201~".utf8)
        #expect(events == [.paste(text)])
        #expect(decoder == InputDecoder())
    }

    @Test func `an unterminated paste is truncated at the limit and finally ends`() {
        var decoder = InputDecoder()
        _ = decoder.feed("\u{1B}[200~".utf8)
        let chunk = [UInt8](repeating: 0x61, count: 1 << 20)
        for _ in 0..<5 { #expect(decoder.feed(chunk).isEmpty) }
        #expect(decoder.patience == .seconds(2))
        guard case .paste(let text)? = decoder.giveUp().first else {
            Issue.record("no paste")
            return
        }
        #expect(text.utf8.count == InputDecoder.pasteLimit)
        #expect(decoder.patience == nil)
    }

    @Test func `responses of the terminal are distinguished from keys`() {
        #expect(events("\u{1B}[?2026;2$y") == [.reply(.mode(2026, isKnown: true))])
        #expect(events("\u{1B}[?2026;0$y") == [.reply(.mode(2026, isKnown: false))])
        #expect(events("\u{1B}[?1u") == [.reply(.keyboard(flags: 1))])
        #expect(
            events("\u{1B}]11;rgb:ffff/8080/0000\u{1B}\\")
                == [.reply(.background(red: 255, green: 128, blue: 0))])
        #expect(events("\u{1B}]11;rgb:ff/zz/00\u{7}").isEmpty)
        #expect(events("\u{1B}_Gi=31;OK\u{1B}\\") == [.reply(.pictures)])
        #expect(events("\u{1B}_Gi=31;EINVAL:no\u{1B}\\").isEmpty)
        #expect(events("\u{1B}[I\u{1B}[O") == [.focus(true), .focus(false)])
    }

    @Test func `invalid UTF-8 is dropped, and the following input is decoded`() {
        var decoder = InputDecoder()
        #expect(decoder.feed([0xE6, 0xAF, 0x61]) == [.key("a")])
        #expect(decoder.feed([0xFF, 0x80, 0xC0, 0xED, 0xA0, 0x80, 0x62]) == [.key("b")])
        #expect(decoder.feed([0xC2, 0x9B, 0x63]) == [.key("c")])
    }

    @Test func `after any sequence of three bytes, a letter is decoded`() {
        // Only distinct states need to be followed, because the decoder is a function of its state and the next byte.
        var states: Set<InputDecoder> = [InputDecoder()]
        var seen = states
        for _ in 0..<3 {
            var next: Set<InputDecoder> = []
            for state in states {
                for byte in UInt8.min...UInt8.max {
                    var decoder = state
                    _ = decoder.feed([byte])
                    if seen.insert(decoder).inserted { next.insert(decoder) }
                }
            }
            states = next
        }
        #expect(seen.count > 1000)
        for var decoder in seen {
            _ = decoder.giveUp()
            #expect(decoder == InputDecoder())
            #expect(decoder.feed([0x61]) == [.key("a")])
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func `random input is decoded the same, however it is split`(_ seed: UInt64) {
        var random = Seeded(state: seed)
        let parts: [String] = [
            "\u{1B}[", "\u{1B}", "\u{1B}O", "\u{1B}]", "1;5A", "<0;3;4M", "200~", "\u{1B}[200~",
            "\u{1B}[201~", "é",
            "👩‍🚀", "\u{7}", "\u{1B}\\", "u", "~", "97;5u", "$y",
        ]
        var bytes: [UInt8] = []
        for _ in 0..<3000 {
            if Bool.random(using: &random) {
                bytes.append(UInt8.random(in: 0...255, using: &random))
            } else {
                bytes += Array(parts.randomElement(using: &random)?.utf8 ?? "".utf8)
            }
        }
        var whole = InputDecoder()
        let expected = whole.feed(bytes)
        var split = InputDecoder()
        var events: [InputEvent] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...5, using: &random)
            events += split.feed(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        #expect(events == expected, "seed \(seed)")
        #expect(split == whole)
    }
}
