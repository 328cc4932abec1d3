import Basics
import Testing

@testable import TerminalText

@Suite struct WidthTests {
    @Test(arguments: [
        ("", 0), ("loot", 4), ("é", 1), ("e\u{301}", 1), ("日本語", 6), ("ｱ", 1), ("Ａ", 2), ("한", 2),
        ("\u{1112}\u{1161}\u{11AB}", 2), ("🧸", 2), ("👩‍👩‍👧‍👦", 2), ("👍🏽", 2), ("🇩🇪", 2), ("🇩🇪🇫🇷", 4),
        ("❤", 1), ("❤\u{FE0F}", 2), ("❤\u{FE0F}‍🔥", 2), ("⌚", 2), ("⌚\u{FE0E}", 1), ("1\u{FE0F}\u{20E3}", 2),
        ("🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", 2), ("क", 1), ("कि", 2), ("क्षि", 2),
        ("नमस्ते", 4), ("กำ", 2), ("สวัสดี", 4), ("שָׁלוֹם", 4), ("…", 1), ("│─┼", 3), ("␛[", 2), ("\u{AD}", 1),
    ])
    func `text is as wide as its clusters`(text: String, columns: Int) {
        #expect(text.columnWidth == columns)
        #expect(text.reduce(0) { $0 + $1.columnWidth } == columns)
        #expect(("a" + text)[...].dropFirst(0).columnWidth == columns + 1)
    }

    @Test func `no scalar and no cluster is wider than two columns`() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let columns = WidthTable.columns(of: value)
            if !(0...2).contains(columns) { Issue.record("U+\(String(value, radix: 16)): \(columns)") }
            let character = Character(scalar)
            if value >= 0xA0 && character.columnWidth != columns {
                Issue.record("U+\(String(value, radix: 16)) has another width as a character")
            }
        }
    }

    /// The standard library's Unicode version can be older than the table's.
    @Test func `the width table matches the standard library's properties`() {
        let enclosing: Set<UInt32> = [0xAD, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD]
        for value in UInt32(0x20)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value), !(0x600...0x605).contains(value) else { continue }
            let properties = scalar.properties
            let expected: Int?
            switch properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator:
                expected = enclosing.contains(value) ? 1 : 0
            case _ where properties.isEmojiPresentation && !(0x1F1E6...0x1F1FF).contains(value):
                expected = 2
            default:
                expected = nil
            }
            if let expected, WidthTable.columns(of: value) != expected {
                Issue.record(
                    "U+\(String(value, radix: 16)): \(WidthTable.columns(of: value)), not \(expected)")
            }
        }
    }

    @Test func `the fast path and the path by clusters agree for random text`() {
        let seed = UInt64.random(in: .min ... .max)
        var random = SplitMix(seed: seed)
        for _ in 0..<2_000 {
            let text = random.text()
            let slow = text.reduce(0) { $0 + $1.columnWidth }
            #expect(text.columnWidth == slow, "seed \(seed): \(text.debugDescription)")
        }
    }

    @Test(arguments: ["🧸", "1\u{FE0F}\u{20E3}", "❤\u{FE0F}", "🇩🇪", "क्षि", "\u{E0B0}", "\u{301}", "☺"])
    func `clusters with disputed widths are detected`(text: String) {
        #expect(text.first?.isWidthDisputed == true)
    }

    @Test(arguments: ["a", "1", "é", "e\u{301}", "日", "한", "Ж", "─", "…", "€", "©"])
    func `clusters with undisputed widths are detected`(text: String) {
        #expect(text.first?.isWidthDisputed == false)
    }
}

extension SplitMix {
    /// Returns a string of unusual characters: marks, joiners, emoji, controls, wide and Indic characters.
    mutating func text(upTo length: Int = 24) -> String {
        let awkward: [UInt32] = [
            0x20, 0x20, 0x2D, 0x61, 0x7A, 0xE9, 0x301, 0x200D, 0xFE0F, 0xFE0E, 0x20E3, 0x31, 0x1F9F8, 0x1F469,
            0x1F3FD, 0x1F1E9, 0x1F1EA, 0x65E5, 0x3002, 0x3099, 0xD55C, 0x1112, 0x1161, 0x11AB, 0x915, 0x94D,
            0x937, 0x93F, 0xE01, 0xE33, 0x5D0, 0x627, 0x1B, 0x07, 0x9B, 0x7F, 0x202E, 0x2066, 0xFEFF, 0x0A,
            0x0D,
            0x1F3F4, 0xE0067, 0xE007F, 0x2764,
        ]
        var scalars = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...length, using: &self) {
            let value =
                Bool.random(using: &self)
                ? awkward.randomElement(using: &self) ?? 0x61 : UInt32.random(in: 0...0x10FFFF, using: &self)
            if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
        }
        return String(scalars)
    }
}
