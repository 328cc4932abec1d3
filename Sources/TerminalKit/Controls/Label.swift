public import TerminalText

/// Text to read.
public final class Label: View {
    /// The text, with its styles.
    public var text: StyledText { didSet { if text != oldValue { setNeedsLayout() } } }
    /// How many lines it takes at most; 0 for as many as it needs.
    public var numberOfLines = 1 { didSet { setNeedsLayout() } }
    /// Where lines end when there are several.
    public var wrapping = Wrapping.word { didSet { setNeedsLayout() } }
    /// What is left out of a line that is too long.
    public var truncation = Truncation.tail { didSet { setNeedsDisplay() } }
    /// Where the lines stand.
    public var alignment: Alignment { didSet { setNeedsDisplay() } }
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
        if numberOfLines == 1 { return [text.truncated(to: width, at: truncation)] }
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
        for (y, line) in lines(bounds.width).enumerated() where y < bounds.height {
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
}
