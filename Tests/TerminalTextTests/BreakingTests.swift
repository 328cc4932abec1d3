import Basics
import TerminalText
import Testing

@Suite struct BreakingTests {
    @Test(arguments: [
        ("", 5, [""]), ("fluffy bear", 20, ["fluffy bear"]), ("fluffy bear", 11, ["fluffy bear"]),
        ("fluffy bear", 8, ["fluffy", "bear"]), ("fluffy bear", 6, ["fluffy", "bear"]),
        ("fluffy  bear ", 6, ["fluffy", "bear"]), ("unbelievable", 5, ["unbel", "ievab", "le"]),
        ("an unbelievable", 5, ["an", "unbel", "ievab", "le"]), ("well-known", 6, ["well-", "known"]),
        ("a\nb c", 2, ["a", "b", "c"]), ("a\n\nb", 9, ["a", "", "b"]), ("日本語。", 6, ["日本", "語。"]),
        ("日本語", 1, ["日", "本", "語"]), ("ab日本", 3, ["ab", "日", "本"]), ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3, ["👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"]),
        ("e\u{301}e\u{301}", 1, ["e\u{301}", "e\u{301}"]), ("  in", 9, ["  in"]),
        ("ab   cd", 4, ["ab", "cd"]), ("  ab cd", 4, ["  ab", "cd"]), ("a", 0, ["a"]),
        ("a-", 1, ["a", "-"]),
    ])
    func `lines break between words`(text: String, columns: Int, lines: [String]) {
        #expect(text.wrapped(to: columns) == lines)
        #expect(StyledText(text, lineBreaks: .kept).wrapped(to: columns).map(\.text) == lines)
    }

    @Test func `lines break after any character on request`() {
        #expect("a bc d".wrapped(to: 2, by: .character) == ["a ", "bc", " d"])
    }

    @Test(arguments: [
        ("fluffy bear", 11, Truncation.tail, "fluffy bear"), ("fluffy bear", 6, .tail, "fluff…"),
        ("fluffy bear", 6, .head, "… bear"), ("fluffy bear", 6, .middle, "flu…ar"),
        ("fluffy bear", 1, .tail, "…"),
        ("fluffy bear", 0, .tail, ""), ("fluffy bear", -3, .middle, ""), ("日本語", 5, .tail, "日本…"),
        ("日本語", 4, .tail, "日…"), ("日本語", 4, .head, "…語"), ("日本語", 5, .middle, "日…語"),
        ("日本語", 2, .middle, "…"),
    ])
    func `text is truncated to a width`(text: String, columns: Int, truncation: Truncation, cut: String) {
        #expect(text.truncated(to: columns, at: truncation) == cut)
        #expect(StyledText(text).truncated(to: columns, at: truncation).text == cut)
    }

    @Test func `an ASCII terminal gets an ellipsis of three dots`() {
        #expect("fluffy bear".truncated(to: 6, glyphs: .ascii) == "flu...")
        #expect("fluffy bear".truncated(to: 2, glyphs: .ascii) == "..")
    }

    @Test func `text is padded by columns and never truncated`() {
        #expect("日".padded(to: 5) == "日   ")
        #expect("日".padded(to: 5, alignment: .trailing) == "   日")
        #expect("日".padded(to: 5, alignment: .center) == " 日  ")
        #expect("日本".padded(to: 3) == "日本")
        #expect(StyledText("日", Style(.bold)).padded(to: 5, alignment: .center).text == " 日  ")
    }

    @Test func `random text keeps its clusters when it is wrapped or truncated`() {
        let seed = UInt64.random(in: .min ... .max)
        var random = SplitMix(seed: seed)
        for _ in 0..<1_500 {
            let text = random.text().visible(lineBreaks: .kept)
            let columns = Int.random(in: 1...12, using: &random)
            let note: Comment = "seed \(seed), \(columns): \(text.debugDescription)"
            let lines = text.wrapped(to: columns, by: .character)
            #expect(lines.flatMap { Array($0) } == Array(text).filter { !$0.isNewline }, note)
            for line in lines + text.wrapped(to: columns) {
                #expect(line.columnWidth <= columns || line.count(where: { $0.columnWidth > 0 }) == 1, note)
            }
            let words = text.wrapped(to: columns).flatMap { Array($0) }.filter { $0 != " " }
            #expect(words == Array(text).filter { $0 != " " && !$0.isNewline }, note)
            for truncation in [Truncation.head, .middle, .tail] {
                #expect(text.truncated(to: columns, at: truncation).columnWidth <= columns, note)
            }
        }
    }
}
