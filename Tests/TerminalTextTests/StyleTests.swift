import TerminalText
import Testing

@Suite struct StyleTests {
    static let red = Style(foreground: .ansi(.red))
    static let boldRed = Style(.bold, foreground: .ansi(.red))

    @Test(arguments: [
        (Style.plain, Style.plain, ""), (.plain, red, "\u{1B}[31m"), (red, .plain, "\u{1B}[m"),
        (red, red, ""),
        (red, boldRed, "\u{1B}[1m"), (boldRed, red, "\u{1B}[22m"),
        (Style([.bold, .dim]), Style(.dim), "\u{1B}[0;2m"), (.plain, boldRed, "\u{1B}[1;31m"),
        (Style([.italic, .underline, .inverse, .strikethrough]), Style(.italic), "\u{1B}[0;3m"),
        (.plain, Style([.dim, .underline, .inverse, .strikethrough]), "\u{1B}[2;4;7;9m"),
        (boldRed, Style(.bold, foreground: .ansi(.brightGreen)), "\u{1B}[92m"),
        (.plain, Style(background: .ansi(.brightBlue)), "\u{1B}[104m"),
        (.plain, Style(foreground: .palette(200), background: .rgb(1, 2, 3)), "\u{1B}[38;5;200;48;2;1;2;3m"),
        (Style(.bold, background: .ansi(.blue)), Style(.bold), "\u{1B}[49m"),
    ])
    func `styles change with the shortest sequence`(from: Style, to: Style, sequence: String) {
        #expect(to.sequence(after: from, colors: .trueColor) == sequence)
    }

    @Test func `a sequence contains only attributes that the color level supports`() {
        let style = Style(.bold, foreground: .rgb(255, 0, 0), background: .palette(21))
        #expect(style.sequence(after: .plain, colors: .none) == "")
        #expect(style.sequence(after: .plain, colors: .monochrome) == "\u{1B}[1m")
        #expect(style.sequence(after: .plain, colors: .ansi16) == "\u{1B}[1;91;44m")
        #expect(style.sequence(after: .plain, colors: .ansi256) == "\u{1B}[1;38;5;196;48;5;21m")
    }

    @Test func `colors in the palette are found exactly`() {
        for index in UInt8(16)...255 {
            let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
            let place = Int(index) - 16
            let grey = index >= 232 ? 8 + (index - 232) * 10 : 0
            let color: Color =
                index < 232
                ? .rgb(levels[place / 36], levels[place / 6 % 6], levels[place % 6]) : .rgb(grey, grey, grey)
            let found = color.converted(to: .ansi256)
            #expect(found.converted(to: .ansi16) == color.converted(to: .ansi16))
            if index < 232 { #expect(found == .palette(index)) }
        }
    }

    @Test(arguments: [
        ([:], ColorLevel.none), (["TERM": "dumb"], .none), (["TERM": "xterm"], .ansi16),
        (["TERM": "xterm-256color"], .ansi256), (["TERM": "xterm", "COLORTERM": "truecolor"], .trueColor),
        (["TERM": "xterm", "COLORTERM": "24bit"], .trueColor), (["TERM": "xterm-direct"], .trueColor),
        (["TERM": "xterm", "NO_COLOR": "1"], .none), (["TERM": "xterm", "NO_COLOR": ""], .ansi16),
        (["TERM": "xterm", "NO_COLOR": "1", "FORCE_COLOR": "3"], .none),
        (["TERM": "xterm", "CLICOLOR": "0"], .none),
        (["TERM": "xterm-256color", "FORCE_COLOR": "0"], .none),
        (["TERM": "dumb", "FORCE_COLOR": "1"], .ansi16),
    ])
    func `the environment of a terminal determines its colors`(
        environment: [String: String], level: ColorLevel
    ) {
        #expect(ColorLevel(environment: environment, isTerminal: true) == level)
    }

    @Test(arguments: [
        (["TERM": "xterm-256color", "COLORTERM": "truecolor"], ColorLevel.none),
        (["FORCE_COLOR": ""], .ansi16),
        (["FORCE_COLOR": "2"], .ansi256), (["FORCE_COLOR": "3"], .trueColor),
        (["CLICOLOR_FORCE": "0"], .none),
        (["CLICOLOR_FORCE": "1", "TERM": "xterm-256color"], .ansi256),
        (["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], .none),
    ])
    func `a pipe gets colors only if they are forced`(environment: [String: String], level: ColorLevel) {
        #expect(ColorLevel(environment: environment, isTerminal: false) == level)
    }

    @Test func `styled text renders its runs and ends without a style`() {
        let text =
            StyledText("a") + StyledText("b", Self.red) + StyledText("c", Self.boldRed) + StyledText("d")
        #expect(text.rendered(colors: .ansi16) == "a\u{1B}[31mb\u{1B}[1mc\u{1B}[md")
        #expect(text.rendered(colors: .none) == "abcd")
        #expect(StyledText("b", Self.red).rendered(colors: .ansi16) == "\u{1B}[31mb\u{1B}[m")
    }

    @Test func `runs of the same style are combined`() {
        let text = StyledText("a", Self.red) + StyledText("b", Self.red)
        #expect(text == StyledText("ab", Self.red))
        #expect(text.runs.count == 1)
        #expect(StyledText("a") + StyledText("b") == StyledText("ab"))
    }

    @Test func `a style can be applied to a part`() throws {
        let text = StyledText("fluffy bear", Self.red)
        let range = try #require(text.text.firstRange(of: "bear"))
        let found = text.styled(Style(.bold), in: range)
        #expect(found == StyledText("fluffy ", Self.red) + StyledText("bear", Self.boldRed))
        #expect(StyledText("a").styled(Self.red) == StyledText("a", Self.red))
    }

    @Test func `lines and truncated text keep their styles`() {
        let text = StyledText("fluffy", Self.red) + StyledText(" bear")
        #expect(text.wrapped(to: 6) == [StyledText("fluffy", Self.red), StyledText("bear")])
        #expect(text.truncated(to: 4) == StyledText("flu…", Self.red))
        #expect(text.truncated(to: 4, at: .head) == StyledText("…ear"))
    }
}
