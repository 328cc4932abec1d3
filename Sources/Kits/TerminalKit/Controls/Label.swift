public import TerminalText

/// Text to read.
public final class Label: View {
    /// The text, with its styles.
    public var text: StyledText { didSet { if text != oldValue { setNeedsLayout() } } }
    /// How many lines it takes at most; 0 for as many as it needs.
    public var numberOfLines = 1 { didSet { setNeedsLayout() } }
    /// Where lines end when there are several.
    package var wrapping = Wrapping.word { didSet { setNeedsLayout() } }
    /// What is left out of a line that is too long.
    public var truncation = Truncation.tail { didSet { setNeedsDisplay() } }
    /// Where the lines stand.
    public var alignment: Alignment { didSet { setNeedsDisplay() } }
    /// Whether lines but the last of a paragraph are as wide as the label: blanks between words grow.
    package var isJustified = false { didSet { setNeedsDisplay() } }
    /// Whether a text that is too long for its one line loses vowels, from its end on and none at the beginning of a word,
    /// before it is cut: letters of a terminal can't become smaller.
    package var shrinksToFit = false { didSet { setNeedsDisplay() } }
    /// The looks under those of the text itself; nil for those of the theme.
    public var style: Style? { didSet { setNeedsDisplay() } }

    /// A label of one line.
    public init(_ text: StyledText, alignment: Alignment = .leading, style: Style? = nil) {
        self.text = text
        self.alignment = alignment
        self.style = style
        super.init()
        // A little more than others, so that what stands beside it grows.
        hugging.horizontal = 251
    }

    /// A label of one line, or of as many as it needs. Control characters in the text are made visible; line
    /// feeds break lines where there may be several.
    public convenience init(_ text: String, lines: Int = 1, alignment: Alignment = .leading) {
        self.init(StyledText(text, lineBreaks: lines == 1 ? .shown : .kept), alignment: alignment)
        numberOfLines = lines
    }

    private func lines(_ width: Int) -> [StyledText] {
        if numberOfLines == 1 {
            let text = shrinksToFit ? text.shrunk(to: width) : text
            return [text.truncated(to: width, at: truncation)]
        }
        var lines = text.wrapped(to: width, by: wrapping)
        guard numberOfLines > 0, lines.count > numberOfLines else { return lines }
        let rest = lines[(numberOfLines - 1)...].dropFirst().reduce(lines[numberOfLines - 1]) {
            $0 + " " + $1
        }
        lines = Array(lines.prefix(numberOfLines - 1))
        return lines + [rest.truncated(to: width, at: truncation)]
    }

    /// As wide as its longest line, as high as its lines.
    public override func sizeThatFits(_ available: Size) -> Size {
        if numberOfLines == 1 { return Size(width: text.columnWidth, height: 1) }
        let lines = lines(available.width)
        return Size(width: lines.map(\.columnWidth).max() ?? 0, height: lines.count)
    }

    /// Its lines.
    public override func draw(in context: DrawingContext) {
        guard bounds.width > 0 else { return }
        let base = style ?? context.theme.text
        let lines = lines(bounds.width)
        for (y, line) in lines.enumerated() where y < bounds.height {
            let line = isJustified && y < lines.count - 1 ? line.justified(to: bounds.width) : line
            context.draw(
                StyledText("").appending(line, over: base), y: y, width: bounds.width, alignment: alignment)
        }
    }
}

extension StyledText {
    /// This text, and another one whose looks lie over a base.
    func appending(_ other: StyledText, over base: Style) -> StyledText {
        other.runs.reduce(into: self) { $0.append(StyledText(String($1.text), $1.style.over(base))) }
    }

    /// This text on as many columns as there are, its blanks as even as they can be; itself where it has no blank, or too
    /// few words for the width.
    func justified(to width: Int) -> StyledText {
        let missing = width - columnWidth
        let blanks = runs.reduce(0) { $0 + $1.text.count { $0 == " " } }
        guard missing > 0, blanks > 0, missing <= width / 2 else { return self }
        var number = 0
        return runs.reduce(into: StyledText("")) { result, run in
            var text = ""
            for character in run.text {
                text.append(character)
                guard character == " " else { continue }
                let before = missing * number / blanks
                number += 1
                text += String(repeating: " ", count: missing * number / blanks - before)
            }
            result.append(StyledText(text, run.style))
        }
    }

    /// This text without some of its vowels, so that it takes no more columns than these if that is enough.
    func shrunk(to width: Int) -> StyledText {
        var excess = columnWidth - width
        if excess <= 0 { return self }
        var parts: [(text: String, style: Style)] = []
        for run in runs.reversed() {
            var kept: [Character] = []
            let letters = Array(run.text)
            for index in letters.indices.reversed() {
                let isInner = index > 0 && letters[index - 1] != " "
                if excess > 0, isInner, "aeiouAEIOU".contains(letters[index]) {
                    excess -= 1
                } else {
                    kept.append(letters[index])
                }
            }
            parts.append((String(kept.reversed()), run.style))
        }
        return parts.reversed().reduce(into: StyledText("")) { $0.append(StyledText($1.text, $1.style)) }
    }
}
