/// Text with styles that is safe to print in a terminal.
///
/// All text is filtered with ``Swift/String/visible(lineBreaks:)``, so it contains no control characters except line
/// feeds, if requested. It is measured, wrapped, truncated and padded by grapheme cluster.
public struct StyledText: Sendable, Hashable {
    /// The text without styles.
    public private(set) var text: String

    /// The styled ranges, given by their ends. Empty if the whole text is plain.
    private var spans: [Span]

    private struct Span: Hashable {
        var end: Int
        var style: Style
    }

    /// Creates text in the given style and makes its control characters visible.
    public init(_ text: String = "", _ style: Style = .plain, lineBreaks: LineBreaks = .shown) {
        self.init(safe: text.visible(lineBreaks: lineBreaks), style)
    }

    private init(safe text: String, _ style: Style) {
        self.text = text
        self.spans = style == .plain || text.isEmpty ? [] : [Span(end: text.utf8.count, style: style)]
    }

    var isEmpty: Bool { text.isEmpty }

    /// The number of terminal columns that the text occupies on one line.
    public var columnWidth: Int { text.columnWidth }

    /// The consecutive parts of the text with one style each.
    public var runs: [(text: Substring, style: Style)] {
        if spans.isEmpty { return text.isEmpty ? [] : [(text[...], .plain)] }
        var start = text.startIndex
        return spans.map { span in
            let end = text.utf8.index(text.startIndex, offsetBy: span.end)
            defer { start = end }
            return (text[start..<end], span.style)
        }
    }

    /// Appends the given text with its styles.
    public mutating func append(_ other: StyledText) {
        if other.isEmpty { return }
        if !spans.isEmpty || !other.spans.isEmpty {
            let offset = text.utf8.count
            if spans.isEmpty && offset > 0 { spans = [Span(end: offset, style: .plain)] }
            let added =
                other.spans.isEmpty ? [Span(end: other.text.utf8.count, style: .plain)] : other.spans
            for span in added {
                if let last = spans.last, last.style == span.style { spans.removeLast() }
                spans.append(Span(end: offset + span.end, style: span.style))
            }
        }
        text += other.text
    }

    /// Returns the concatenation of both operands.
    public static func + (one: StyledText, other: StyledText) -> StyledText {
        var result = one
        result.append(other)
        return result
    }

    /// Accesses the part of this text in the given range of ``text``.
    public subscript(range: Range<String.Index>) -> StyledText {
        var part = StyledText(safe: String(text[range]), .plain)
        if spans.isEmpty || part.isEmpty { return part }
        let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
        let length = part.text.utf8.count
        for span in spans where span.end > start {
            part.spans.append(Span(end: min(span.end - start, length), style: span.style))
            if span.end - start >= length { break }
        }
        // Plain text has a single representation, so that equal strings compare equal.
        if part.spans.count == 1 && part.spans[0].style == .plain { part.spans = [] }
        return part
    }

    /// Returns this text with the given style applied on top of its own styles, in the given range of ``text``. If
    /// `range` is `nil`, the style is applied to all of the text.
    public func styled(_ style: Style, in range: Range<String.Index>? = nil) -> StyledText {
        let range = range ?? text.startIndex..<text.endIndex
        var result = self[text.startIndex..<range.lowerBound]
        for run in self[range].runs {
            result.append(StyledText(safe: String(run.text), style.over(run.style)))
        }
        result.append(self[range.upperBound..<text.endIndex])
        return result
    }

    /// Returns this text limited to the given characters; see ``Swift/String/restricted(to:)``.
    package func restricted(to glyphs: Glyphs) -> StyledText {
        if glyphs == .unicode || text.utf8.allSatisfy({ $0 < 0x80 }) { return self }
        return runs.reduce(into: StyledText()) { result, run in
            result.append(StyledText(safe: String(run.text).restricted(to: glyphs), run.style))
        }
    }

    /// Returns this text wrapped to lines of the given width, at least one line. A line is wider only if it consists of
    /// a single grapheme cluster that is wider.
    public func wrapped(to columns: Int, by wrapping: Wrapping = .word) -> [StyledText] {
        TextBreaking.lines(of: text, columns: max(columns, 1), by: wrapping).map { self[$0] }
    }

    /// Returns this text shortened to the given width with an ellipsis, or unchanged if it fits.
    public func truncated(
        to columns: Int, at truncation: Truncation = .tail, glyphs: Glyphs = .unicode
    ) -> StyledText {
        if columnWidth <= columns { return self }
        let ellipsis = (truncation == .clip ? "" : glyphs.ellipsis).prefix(max(columns, 0))
        let kept = TextBreaking.kept(
            of: text, columns: max(columns, 0) - ellipsis.count, truncation: truncation)
        let tail = self[kept.tail]
        var result = self[kept.head]
        // The ellipsis has the style of the adjacent text.
        let style = result.runs.last?.style ?? tail.runs.first?.style ?? runs.first?.style ?? .plain
        result.append(StyledText(safe: String(ellipsis), style))
        result.append(tail)
        return result
    }

    /// Returns this text padded with spaces to the given width, or unchanged if it is wider.
    public func padded(to columns: Int, alignment: Alignment = .leading) -> StyledText {
        let space = alignment.space(around: text, in: columns)
        return StyledText(safe: String(repeating: " ", count: space.before), .plain) + self
            + StyledText(safe: String(repeating: " ", count: space.after), .plain)
    }

    /// Returns this text with escape sequences for its styles. It begins and ends in the plain style.
    public func rendered(colors: ColorLevel) -> String {
        var output = ""
        render(into: &output, colors: colors)
        return output
    }

    /// Appends this text to `output`, with escape sequences for its styles. The result begins and ends in the plain
    /// style.
    func render(into output: inout String, colors: ColorLevel) {
        if spans.isEmpty || colors == .none {
            output += text
            return
        }
        var current = Style.plain
        for run in runs {
            output += run.style.sequence(after: current, colors: colors)
            output += run.text
            current = run.style
        }
        output += Style.plain.sequence(after: current, colors: colors)
    }
}

extension StyledText: ExpressibleByStringInterpolation {
    /// Creates plain text of one line, as in `label.text = "Value \(value)"`.
    public init(stringLiteral value: String) { self.init(value, .plain) }
}

extension StyledText: CustomStringConvertible {
    /// The text without styles.
    public var description: String { text }
}
