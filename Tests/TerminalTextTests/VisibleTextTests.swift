import Basics
import TerminalText
import Testing

@Suite struct VisibleTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("\u{1B}[2J", "␛[2J"), ("a\tb\nc", "a␉b␊c"), ("\u{0}\u{7}\u{7F}", "␀␇␡"),
        ("\u{9B}31m", "<U+009B>31m"), ("abc\u{202E}fed", "abc<U+202E>fed"),
        ("\u{2066}x\u{2069}", "<U+2066>x<U+2069>"),
        ("a\u{200E}b\u{200F}c\u{61C}", "a<U+200E>b<U+200F>c<U+061C>"),
        ("a\u{2028}b\u{2029}", "a<U+2028>b<U+2029>"),
        ("\u{FEFF}a", "<U+FEFF>a"), ("pay\u{200D}pal", "pay<U+200D>pal"), ("a\u{200B}b", "a<U+200B>b"),
        ("x\u{E0041}", "x<U+E0041>"), ("\u{301}a", "◌\u{301}a"), ("Käse 日本 🧸", "Käse 日本 🧸"),
        ("👩‍👩‍👧‍👦 ❤\u{FE0F}‍🔥", "👩‍👩‍👧‍👦 ❤\u{FE0F}‍🔥"), ("می‌خواهم", "می‌خواهم"), ("क्‍ष", "क्‍ष"),
        (
            "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
            "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"
        ),
        ("", ""),
    ])
    func `characters that a terminal would execute or hide are shown`(raw: String, shown: String) {
        #expect(Array(raw.visible().unicodeScalars) == Array(shown.unicodeScalars))
    }

    @Test func `only requested line breaks are kept`() {
        #expect("a\nb\r\nc\rd\u{1B}".visible(lineBreaks: .kept) == "a\nb\nc␍d␛")
    }

    @Test func `random text contains no control characters after filtering, which is idempotent`() {
        let seed = UInt64.random(in: .min ... .max)
        var random = SplitMix(seed: seed)
        let hidden: Set<UInt32> = [0x61C, 0x200B, 0x200E, 0x200F, 0xFEFF]
        for _ in 0..<3_000 {
            let raw = random.text()
            let shown = raw.visible()
            let passed = shown.unicodeScalars.filter {
                $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || (0x2028...0x202E).contains($0.value)
                    || (0x2066...0x2069).contains($0.value) || hidden.contains($0.value)
            }
            #expect(passed.isEmpty, "seed \(seed): \(raw.debugDescription)")
            #expect(shown.visible() == shown, "seed \(seed): \(raw.debugDescription)")
            #expect(StyledText(raw).text == shown, "seed \(seed): \(raw.debugDescription)")
        }
    }

    @Test(arguments: [
        ("abc", "abc"), ("a…", "a..."), ("25 ≤ x", "25 <= x"), ("│─┼", "|-+"), ("␛[2J␡", "^[[2J^?"),
        ("Käse", "K?se"),
        ("日本", "????"), ("🧸\nb", "??\nb"), ("“a” – b", "\"a\" - b"),
    ])
    func `an ASCII terminal gets replacements`(text: String, ascii: String) {
        #expect(text.restricted(to: .ascii) == ascii)
        #expect(text.restricted(to: .unicode) == text)
        #expect(StyledText(text, lineBreaks: .kept).restricted(to: .ascii).text == ascii)
    }

    @Test(arguments: [
        (["LC_ALL": "C", "LANG": "en_GB.UTF-8"], true, Glyphs.ascii),
        (["LANG": "de_DE.utf8"], true, .unicode),
        (["LC_ALL": "", "LC_CTYPE": "C.UTF-8"], true, .unicode), (["LANG": "POSIX"], true, .ascii),
        (["LANG": "de_DE.ISO-8859-1"], true, .ascii), ([:], true, .unicode),
        (["LC_ALL": "C"], false, .unicode),
    ])
    func `the locale determines the available glyphs`(
        environment: [String: String], isTerminal: Bool, glyphs: Glyphs
    ) {
        #expect(Glyphs(environment: environment, isTerminal: isTerminal) == glyphs)
    }
}
