public import TerminalText

/// A view of several lines of text that can be edited, scrolled, selected and copied.
public final class TextView: Control {
    /// Whether the text can be edited.
    public var isEditable: Bool { didSet { setNeedsDisplay() } }
    /// The kinds of links that are detected in the text.
    public var detectors: DataDetectors = [] { didSet { setNeedsDisplay() } }
    /// The text shown while the view is empty.
    public var placeholder = "" { didSet { setNeedsDisplay() } }
    /// Called when a link is chosen, with a click or Ctrl-O.
    public var onLink: ((String) -> Void)?
    /// The preferred number of lines, or `nil` for all.
    public var preferredLines: Int? = 4 { didSet { setNeedsLayout() } }

    private var editor: EditableText
    /// The text with its styles, or `nil` if it is plain.
    private var styled: StyledText?
    private var cache: Layout?
    /// The first visible line.
    package private(set) var firstLine = 0
    /// The column to which up and down move the cursor, or `nil` for the current one.
    private var goal: Int?

    /// Creates a text view.
    public init(_ text: String = "", isEditable: Bool = true) {
        self.isEditable = isEditable
        editor = EditableText(text)
        super.init()
        editor.move(.offset(0))
        hugging = LayoutPriorities(horizontal: 100, vertical: 100)
    }

    /// The text. Setting it moves the cursor to the beginning.
    public var text: String {
        get { editor.text }
        set {
            styled = nil
            editor = EditableText(newValue)
            editor.move(.offset(0))
            firstLine = 0
            setNeedsLayout()
        }
    }

    /// The text with its styles. Inserted text has the style of the text before it.
    public var styledText: StyledText {
        get { styled ?? StyledText(editor.text, lineBreaks: .kept) }
        set {
            text = newValue.text
            styled = newValue
        }
    }

    /// The selected text.
    public var selectedText: String { editor.selectedText }

    /// The detected links.
    var links: [String] {
        LinkDetector.links(in: editor.text, detectors).map { String(editor.text[$0]) }
    }

    /// The lines of the text at a width.
    private struct Layout {
        var text: String
        var width: Int
        var lines: TextLines
    }

    private func lines() -> TextLines {
        let width = max(1, bounds.width)
        if let cache, cache.width == width, cache.text == editor.text { return cache.lines }
        let lines = TextLines(editor.text, width: width)
        cache = Layout(text: editor.text, width: width, lines: lines)
        return lines
    }

    /// Returns the preferred number of lines.
    public override func sizeThatFits(_ available: Size) -> Size {
        let lines = preferredLines ?? TextLines(editor.text, width: available.width).lines.count
        return Size(width: min(available.width, 40), height: max(1, lines))
    }

    private func shown(_ offsets: Range<Int>) -> String {
        TextLines.shown(editor.text[editor.range(offsets)])
    }

    // MARK: Drawing

    /// Draws the visible lines, detected links, the selection and the cursor.
    public override func draw(in context: DrawingContext) {
        guard bounds.width > 0, bounds.height > 0 else { return }
        let lines = lines()
        clampScroll(lines)
        let style = isEnabled ? context.theme.text : context.theme.disabled
        if isEditable { context.fill(nil, style.over(context.theme.field)) }
        if editor.text.isEmpty { context.draw(placeholder, context.theme.placeholder, width: bounds.width) }
        let visible = firstLine..<min(lines.lines.count, firstLine + bounds.height)
        for line in visible { drawLine(lines.lines[line], style, y: line - firstLine, in: context) }
        if !detectors.isEmpty {
            for link in LinkDetector.links(in: editor.text, detectors) {
                mark(byteRange(link), Style(.underline).over(context.theme.accent), lines, context)
            }
        }
        if let selection = editor.selection { mark(selection, context.theme.focus, lines, context) }
        if isFocused, isEditable || editor.selection == nil {
            let line = lines.line(of: editor.cursor)
            let column = shown(lines.lines[line].lowerBound..<editor.cursor).columnWidth
            context.placeCursor(x: min(column, bounds.width - 1), y: line - firstLine)
        }
    }

    private func drawLine(_ offsets: Range<Int>, _ style: Style, y: Int, in context: DrawingContext) {
        guard let styled, isEnabled else {
            context.draw(shown(offsets), style, y: y)
            return
        }
        var x = 0
        for run in styled[offsets].runs {
            x += context.draw(TextLines.shown(run.text), run.style.over(style), x: x, y: y)
        }
    }

    private func byteRange(_ range: Range<String.Index>) -> Range<Int> {
        let start = editor.text.utf8.distance(from: editor.text.startIndex, to: range.lowerBound)
        return start..<(start + editor.text[range].utf8.count)
    }

    private func mark(_ offsets: Range<Int>, _ style: Style, _ lines: TextLines, _ context: DrawingContext) {
        let first = max(firstLine, lines.line(of: offsets.lowerBound))
        let last = min(
            firstLine + bounds.height - 1, lines.line(of: max(offsets.lowerBound, offsets.upperBound - 1)))
        guard first <= last else { return }
        for index in first...last {
            let line = lines.lines[index]
            let from = max(line.lowerBound, offsets.lowerBound)
            let to = min(line.upperBound, offsets.upperBound)
            guard from < to else { continue }
            let x = shown(line.lowerBound..<from).columnWidth
            context.restyle(
                Rect(x: x, y: index - firstLine, width: shown(from..<to).columnWidth, height: 1), style)
        }
    }

    // MARK: Scrolling

    private func clampScroll(_ lines: TextLines) {
        firstLine = firstLine.clamped(to: 0...max(0, lines.lines.count - bounds.height))
    }

    /// Scrolls by lines, down if the number is positive.
    func scroll(by distance: Int) {
        firstLine = firstLine.addingReportingOverflow(distance).partialValue
        clampScroll(lines())
        setNeedsDisplay()
    }

    private func followCursor() {
        let line = lines().line(of: editor.cursor)
        if line < firstLine { firstLine = line }
        if line >= firstLine + max(1, bounds.height) { firstLine = line - max(1, bounds.height) + 1 }
        setNeedsDisplay()
    }

    // MARK: Keys

    /// Reports that editing has begun or ended.
    public override func focusChanged() {
        send(isFocused ? .editingBegan : .editingEnded)
        setNeedsDisplay()
    }

    private func edit(_ offsets: Range<Int>, _ new: String) {
        guard isEditable else { return }
        var allowed = new.filter { $0 == "\t" || $0.isNewline || !$0.isControl }
        guard !allowed.isEmpty || new.isEmpty && !offsets.isEmpty else { return }
        if let styled {
            let (before, after) = (
                styled[0..<offsets.lowerBound], styled[offsets.upperBound..<styled.text.utf8.count]
            )
            let new = StyledText(allowed, before.runs.last?.style ?? .plain, lineBreaks: .kept)
            self.styled = before + new + after
            // Styled text shows control characters as visible symbols.
            allowed = new.text
        }
        editor.replace(offsets, with: allowed)
        send(.editingChanged)
    }

    /// Keys type, move, select, copy and scroll.
    public override func keyDown(_ key: Key) -> Bool {
        guard isEnabled else { return false }
        let selecting = key.modifiers.contains(.shift)
        switch (key.code, key.modifiers.subtracting(.shift)) {
        case (.up, []): return moveVertically(by: -1, selecting)
        case (.down, []): return moveVertically(by: 1, selecting)
        case (.pageUp, []): return moveVertically(by: -max(1, bounds.height - 1), selecting)
        case (.pageDown, []): return moveVertically(by: max(1, bounds.height - 1), selecting)
        case (.home, .control): editor.move(.offset(0), selecting: selecting)
        case (.end, .control): editor.move(.offset(editor.text.utf8.count), selecting: selecting)
        case (.enter, []) where isEditable: edit(editor.insertion, "\n")
        case (.character("o"), .control) where !detectors.isEmpty: return followLink(at: editor.cursor)
        default: return keyCommand(key)
        }
        goal = nil
        followCursor()
        return true
    }

    private func keyCommand(_ key: Key) -> Bool {
        guard let command = EditingCommand(key) else { return false }
        switch command {
        case .insert(let text):
            guard isEditable else { return false }
            edit(editor.insertion, text)
        case .move(let motion, let selecting): editor.move(motion, selecting: selecting)
        case .delete(let motion):
            guard isEditable else { return false }
            edit(editor.deletion(motion), "")
        case .selectAll: editor.selectAll()
        case .copy, .cut:
            guard editor.selection != nil else { return false }
            window?.copy(editor.selectedText)
            if case .cut = command { edit(editor.insertion, "") }
        case .paste: edit(editor.insertion, window?.pasteboard ?? "")
        }
        goal = nil
        followCursor()
        return true
    }

    private func moveVertically(by distance: Int, _ selecting: Bool) -> Bool {
        let lines = lines()
        let line = lines.line(of: editor.cursor)
        let target = (line + distance).clamped(to: 0...(lines.lines.count - 1))
        // At the first and last line, the arrow keys leave the view.
        guard target != line || selecting || abs(distance) > 1 else { return false }
        let column = goal ?? shown(lines.lines[line].lowerBound..<editor.cursor).columnWidth
        goal = column
        editor.move(.offset(offset(column: column, line: target, lines)), selecting: selecting)
        followCursor()
        return true
    }

    private func offset(column: Int, line: Int, _ lines: TextLines) -> Int {
        let range = lines.lines[line]
        var offset = range.lowerBound
        var at = 0
        for character in editor.text[editor.range(range)] {
            let width = TextLines.columns(of: character)
            if at + (width + 1) / 2 > column { break }
            // The end of a line with a soft break belongs to the next line.
            let isSoft = line + 1 < lines.lines.count && lines.lines[line + 1].lowerBound == range.upperBound
            if isSoft, offset + character.utf8.count == range.upperBound { break }
            at += width
            offset += character.utf8.count
        }
        return offset
    }

    private func followLink(at offset: Int) -> Bool {
        let link = LinkDetector.links(in: editor.text, detectors).first {
            let range = byteRange($0)
            return range.contains(offset) || range.upperBound == offset
        }
        guard let link else { return false }
        onLink?(String(editor.text[link]))
        return true
    }

    /// Inserts pasted text at the cursor.
    public override func paste(_ text: String) -> Bool {
        guard isEnabled, isEditable else { return false }
        edit(editor.insertion, text)
        followCursor()
        return true
    }

    // MARK: Mouse

    /// A click places the cursor or follows a link, dragging selects, and the wheel scrolls.
    public override func pointer(_ event: PointerEvent) -> Bool {
        if case .wheel(_, let y) = event.kind, y != 0 {
            let old = firstLine
            scroll(by: y * 3)
            return firstLine != old
        }
        guard isEnabled, event.button == .left else { return false }
        let lines = lines()
        let line = (event.location.y + firstLine).clamped(to: 0...(lines.lines.count - 1))
        let offset = offset(column: max(0, event.location.x), line: line, lines)
        switch event.kind {
        case .press where event.clicks == 2: editor.select(editor.word(at: offset))
        case .press where event.clicks > 2: editor.select(lines.lines[line])
        case .press: editor.move(.offset(offset), selecting: event.modifiers.contains(.shift))
        case .drag: editor.move(.offset(offset), selecting: true)
        case .release: if editor.selection == nil { _ = followLink(at: offset) }
        case .wheel: return false
        }
        goal = nil
        followCursor()
        return true
    }
}

extension StyledText {
    /// Returns the part of this text in a range of UTF-8 offsets.
    fileprivate subscript(offsets: Range<Int>) -> StyledText {
        let utf8 = text.utf8
        let start = utf8.index(utf8.startIndex, offsetBy: offsets.lowerBound, limitedBy: utf8.endIndex)
        let end = utf8.index(utf8.startIndex, offsetBy: offsets.upperBound, limitedBy: utf8.endIndex)
        return self[(start ?? utf8.endIndex)..<(end ?? utf8.endIndex)]
    }
}
