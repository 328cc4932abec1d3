/// Text that is safe for a terminal, with a style for every part of it.
///
/// Whatever it is made from has passed ``Swift/String/visible(lineBreaks:)``, so it holds no control
/// character but the line feeds that were asked for. It is measured, wrapped, cut and padded by grapheme
/// cluster.
public struct StyledText: Sendable, Hashable {
    /// The characters, without their styles.
    public private(set) var text: String

    /// Where each style ends; empty for text that is plain throughout.
    private var spans: [Span]

    private struct Span: Hashable {
        var end: Int
        var style: Style
    }

    /// Makes text in one style, with its control characters made visible.
    public init(_ text: String = "", _ style: Style = .plain, lineBreaks: LineBreaks = .shown) {
        self.init(safe: text.visible(lineBreaks: lineBreaks), style)
    }

    private init(safe text: String, _ style: Style) {
        self.text = text
        self.spans = style == .plain || text.isEmpty ? [] : [Span(end: text.utf8.count, style: style)]
    }

    /// Whether there are no characters.
    var isEmpty: Bool { text.isEmpty }

    /// The columns it takes on one line.
    public var columnWidth: Int { text.columnWidth }

    /// The parts of one style each, in order, together the whole text.
    package var runs: [(text: Substring, style: Style)] {
        if spans.isEmpty { return text.isEmpty ? [] : [(text[...], .plain)] }
        var start = text.startIndex
        return spans.map { span in
            let end = text.utf8.index(text.startIndex, offsetBy: span.end)
            defer { start = end }
            return (text[start..<end], span.style)
        }
    }

    /// Adds text at the end.
    package mutating func append(_ other: StyledText) {
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

    /// One text after the other.
    public static func + (one: StyledText, other: StyledText) -> StyledText {
        var result = one
        result.append(other)
        return result
    }

    /// The part of this text in a range of ``text``.
    subscript(range: Range<String.Index>) -> StyledText {
        var part = StyledText(safe: String(text[range]), .plain)
        if spans.isEmpty || part.isEmpty { return part }
        let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
        let length = part.text.utf8.count
        for span in spans where span.end > start {
            part.spans.append(Span(end: min(span.end - start, length), style: span.style))
            if span.end - start >= length { break }
        }
        // Plain throughout has one form, so that equal texts are equal values.
        if part.spans.count == 1 && part.spans[0].style == .plain { part.spans = [] }
        return part
    }

    /// This text with a style laid over a range of ``text``, or over all of it.
    package func styled(_ style: Style, in range: Range<String.Index>? = nil) -> StyledText {
        let range = range ?? text.startIndex..<text.endIndex
        var result = self[text.startIndex..<range.lowerBound]
        for run in self[range].runs {
            result.append(StyledText(safe: String(run.text), style.over(run.style)))
        }
        result.append(self[range.upperBound..<text.endIndex])
        return result
    }

    /// This text as these glyphs can draw it; see ``Swift/String/restricted(to:)``.
    package func restricted(to glyphs: Glyphs) -> StyledText {
        if glyphs == .unicode || text.utf8.allSatisfy({ $0 < 0x80 }) { return self }
        return runs.reduce(into: StyledText()) { result, run in
            result.append(StyledText(safe: String(run.text).restricted(to: glyphs), run.style))
        }
    }

    /// The lines this text takes at a width, at least one; none is wider, unless a single cluster is.
    public func wrapped(to columns: Int, by wrapping: Wrapping = .word) -> [StyledText] {
        TextBreaking.lines(of: text, columns: max(columns, 1), by: wrapping).map { self[$0] }
    }

    /// This text if it fits a width, else as much of it as fits beside an ellipsis.
    public func truncated(
        to columns: Int, at truncation: Truncation = .tail, glyphs: Glyphs = .unicode
    ) -> StyledText {
        if columnWidth <= columns { return self }
        let ellipsis = glyphs.ellipsis.prefix(max(columns, 0))
        let kept = TextBreaking.kept(
            of: text, columns: max(columns, 0) - ellipsis.count, truncation: truncation)
        let tail = self[kept.tail]
        var result = self[kept.head]
        // The ellipsis looks like the text it stands beside.
        let style = result.runs.last?.style ?? tail.runs.first?.style ?? runs.first?.style ?? .plain
        result.append(StyledText(safe: String(ellipsis), style))
        result.append(tail)
        return result
    }

    /// This text filled with spaces to a width; text that is wider stays as it is.
    public func padded(to columns: Int, alignment: Alignment = .leading) -> StyledText {
        let space = alignment.space(around: columnWidth, in: columns)
        return StyledText(safe: String(repeating: " ", count: space.before), .plain) + self
            + StyledText(safe: String(repeating: " ", count: space.after), .plain)
    }

    /// This text with the escape sequences of its styles; it begins and ends in the plain style.
    public func rendered(colors: ColorLevel) -> String {
        var output = ""
        render(into: &output, colors: colors)
        return output
    }

    /// Appends this text with the escape sequences of its styles; it begins and ends in the plain style.
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

extension StyledText: ExpressibleByStringLiteral {
    /// Makes plain text of one line.
    public init(stringLiteral value: String) { self.init(value, .plain) }
}

extension StyledText: CustomStringConvertible {
    /// The characters without their styles.
    public var description: String { text }
}
