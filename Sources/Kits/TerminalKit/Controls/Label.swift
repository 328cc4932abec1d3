public import TerminalText

/// A label with one or several lines of text.
public final class Label: View {
    /// The text, with its styles.
    public var text: StyledText { didSet { if text != oldValue { setNeedsLayout() } } }
    /// The maximum number of lines, or 0 for no limit.
    public var numberOfLines = 1 { didSet { setNeedsLayout() } }
    /// The positions where a line may end, if several lines are allowed.
    public var wrapping = Wrapping.word { didSet { setNeedsLayout() } }
    /// The part of the text that is omitted if the text is too long.
    public var truncation = Truncation.tail { didSet { setNeedsDisplay() } }
    /// The alignment of the lines.
    public var alignment: Alignment { didSet { setNeedsDisplay() } }
    /// Whether all lines except the last fill the width.
    public var isJustified = false { didSet { setNeedsDisplay() } }
    /// Whether text that is too long for its only line is condensed before it is truncated.
    ///
    /// The letters of a terminal have one size. Therefore, starting at the end of the text, full-width letters become
    /// narrow and spaces are removed until it fits. No letter is lost.
    public var shrinksToFit = false { didSet { setNeedsDisplay() } }
    /// The minimum width of condensed text, as a fraction of its normal width. Text that doesn't fit at that
    /// width is truncated instead.
    public var minimumScale = 0.0 { didSet { setNeedsDisplay() } }
    /// The base style of the text, or `nil` for ``themeStyle``.
    public var style: Style? { didSet { setNeedsDisplay() } }
    /// The theme's style that is used as base style, for example `\.secondary` for captions.
    public var themeStyle: KeyPath<Theme, Style> = \.text { didSet { setNeedsDisplay() } }

    /// A part of the text that has another style of the theme, for example `("(new)", \.mark)`.
    public var emphasis: (text: String, style: KeyPath<Theme, Style>)? { didSet { setNeedsDisplay() } }

    /// Creates a label with one line.
    public init(_ text: StyledText, alignment: Alignment = .leading, style: Style? = nil) {
        self.text = text
        self.alignment = alignment
        self.style = style
        super.init()
        // Slightly more than other views, so that the adjacent view grows.
        hugging.horizontal = 251
    }

    /// Creates a label with at most `lines` lines, or any number if it is 0. Control characters become visible.
    public convenience init(_ text: String, lines: Int = 1, alignment: Alignment = .leading) {
        self.init(StyledText(text, lineBreaks: lines == 1 ? .shown : .kept), alignment: alignment)
        numberOfLines = lines
    }

    private func lines(_ width: Int) -> [StyledText] {
        if numberOfLines == 1 {
            let mayShrink = shrinksToFit && Double(width) >= Double(text.columnWidth) * minimumScale
            return [(mayShrink ? text.shrunk(to: width) : text).truncated(to: width, at: truncation)]
        }
        var lines = text.wrapped(to: width, by: wrapping)
        guard numberOfLines > 0, lines.count > numberOfLines else { return lines }
        let rest = lines[(numberOfLines - 1)...].dropFirst().reduce(lines[numberOfLines - 1]) {
            $0 + " " + $1
        }
        lines = Array(lines.prefix(numberOfLines - 1))
        return lines + [rest.truncated(to: width, at: truncation)]
    }

    /// Returns the width of the longest line and the number of lines.
    public override func sizeThatFits(_ available: Size) -> Size {
        if numberOfLines == 1 { return Size(width: text.columnWidth, height: 1) }
        let lines = lines(available.width)
        return Size(width: lines.map(\.columnWidth).max() ?? 0, height: lines.count)
    }

    /// Draws the lines.
    public override func draw(in context: DrawingContext) {
        guard bounds.width > 0 else { return }
        let base = style ?? context.theme[keyPath: themeStyle]
        let lines = lines(bounds.width)
        for (y, line) in lines.enumerated() where y < bounds.height {
            var line = isJustified && y < lines.count - 1 ? line.justified(to: bounds.width) : line
            if let emphasis, let range = line.text.firstRange(of: emphasis.text) {
                line = line.styled(context.theme[keyPath: emphasis.style], in: range)
            }
            context.draw(
                StyledText("").appending(line, over: base), y: y, width: bounds.width, alignment: alignment,
                truncation: truncation)
        }
    }
}

extension StyledText {
    /// Returns this text followed by another one, whose styles are applied over a base style.
    func appending(_ other: StyledText, over base: Style) -> StyledText {
        other.runs.reduce(into: self) { $0.append(StyledText(String($1.text), $1.style.over(base))) }
    }

    /// Returns this text with its spaces widened evenly to a width. Returns it unchanged if it has no spaces or is
    /// shorter than half the width.
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

    /// Returns this text condensed to a width: from its end, full-width letters become narrow and spaces are removed as
    /// far as necessary.
    func shrunk(to width: Int) -> StyledText {
        var excess = columnWidth - width
        if excess <= 0 { return self }
        var parts: [(text: String, style: Style)] = []
        for run in runs.reversed() {
            let kept = run.text.reversed().compactMap { letter -> Character? in
                guard excess > 0 else { return letter }
                if let narrow = letter.narrow {
                    excess -= 1
                    return narrow
                }
                guard letter == " " else { return letter }
                excess -= 1
                return nil
            }
            parts.append((String(kept.reversed()), run.style))
        }
        return parts.reversed().reduce(into: StyledText("")) { $0.append(StyledText($1.text, $1.style)) }
    }
}

extension Character {
    /// The narrow form of a full-width letter or sign of ASCII, or `nil` for other characters.
    fileprivate var narrow: Character? {
        guard unicodeScalars.count == 1, let scalar = unicodeScalars.first,
            (0xFF01...0xFF5E).contains(scalar.value)
        else { return nil }
        return Unicode.Scalar(scalar.value - 0xFEE0).map(Character.init)
    }
}
