public import TerminalText

/// The kind of text that a field accepts. Other characters are ignored.
public enum InputKind: Hashable, Sendable, CaseIterable {
    /// Any text.
    case text
    /// Numbers.
    case number
    /// Dates.
    case date
    /// URLs.
    case url
    /// Telephone numbers.
    case telephone
    /// E-mail addresses.
    case email

    func accepts(_ character: Character) -> Bool {
        switch self {
        case .text: true
        case .number: character.isASCII && (character.isNumber || "+-.,".contains(character))
        case .date: character.isASCII && (character.isNumber || "-/.: T".contains(character))
        case .url: !character.isWhitespace
        case .telephone: character.isASCII && (character.isNumber || "+-()/.*# ".contains(character))
        case .email: !character.isWhitespace && !"<>()[],;:\"\\".contains(character)
        }
    }
}

/// Decides about edits of a text field. All methods have defaults that allow everything.
public protocol TextFieldDelegate: AnyObject {
    /// Returns whether a part of the text may be replaced.
    func textField(_ field: TextField, shouldReplace range: Range<String.Index>, with text: String) -> Bool
    /// Returns whether Enter triggers the field's primary action.
    func textFieldShouldReturn(_ field: TextField) -> Bool
    /// Returns whether editing may begin.
    func textFieldShouldBeginEditing(_ field: TextField) -> Bool
    /// Returns whether editing may end.
    func textFieldShouldEndEditing(_ field: TextField) -> Bool
}

extension TextFieldDelegate {
    /// Returns `true`.
    public func textField(
        _ field: TextField, shouldReplace range: Range<String.Index>, with text: String
    ) -> Bool { true }
    /// Returns `true`.
    public func textFieldShouldReturn(_ field: TextField) -> Bool { true }
    /// Returns `true`.
    public func textFieldShouldBeginEditing(_ field: TextField) -> Bool { true }
    /// Returns `true`.
    public func textFieldShouldEndEditing(_ field: TextField) -> Bool { true }
}

/// A field for a line of text.
public final class TextField: Control {
    /// The text shown while the field is empty.
    public var placeholder: String { didSet { setNeedsDisplay() } }
    /// Whether the text is removed when editing begins.
    public var clearsOnBegin = false
    /// Whether the text is hidden, as for passwords.
    public var isSecure = false { didSet { setNeedsDisplay() } }
    /// The kind of text that is accepted.
    public var inputKind = InputKind.text
    /// The alignment of the text while it isn't edited.
    public var alignment = Alignment.leading { didSet { setNeedsDisplay() } }
    /// The accessory at the left of the text.
    public var leftAccessory: View? { didSet { exchange(oldValue, leftAccessory) } }
    /// The accessory at the right of the text.
    public var rightAccessory: View? { didSet { exchange(oldValue, rightAccessory) } }
    /// Determines when the accessory at the left is visible.
    public var leftMode = AccessoryMode.always { didSet { setNeedsLayout() } }
    /// Determines when the accessory at the right is visible.
    public var rightMode = AccessoryMode.always { didSet { setNeedsLayout() } }
    /// The view below the field while it is edited. Scroll views keep both visible.
    public var inputAccessory: View? { didSet { exchange(oldValue, inputAccessory) } }
    /// The border of the text.
    public var borderStyle = BorderStyle.line { didSet { setNeedsLayout() } }
    /// The letters that become capitals as they are typed.
    public var capitalization = Capitalization.none
    /// Returns the correction of a completed word, or `nil` if the word is correct. Words aren't corrected if this
    /// closure is `nil`.
    public var correction: ((_ word: String) -> String?)?
    /// Returns the completion of the text for the Tab key.
    ///
    /// The unchanged text means that more has to be typed first; `nil` means that there is nothing to complete, and
    /// Tab moves to the next view.
    public var completion: ((_ text: String) -> String?)?
    /// The label of the Enter key, shown while the field is edited.
    public var returnKeyLabel = "" { didSet { setNeedsLayout() } }
    /// The delegate. The field doesn't retain it.
    public weak var delegate: (any TextFieldDelegate)?

    private var editor: EditableText
    /// The first visible column of the text.
    private var scroll = 0

    /// Creates a field.
    public init(_ text: String = "", placeholder: String = "") {
        self.placeholder = placeholder
        editor = EditableText(text)
        super.init()
        hugging.horizontal = 100
    }

    /// The text. Setting it moves the cursor to the end.
    public var text: String {
        get { editor.text }
        set {
            editor = EditableText(newValue)
            setNeedsDisplay()
        }
    }

    /// The selected text.
    public var selectedText: String { editor.selectedText }

    /// Selects all of the text.
    public func selectAll() {
        editor.selectAll()
        setNeedsDisplay()
    }

    private func exchange(_ old: View?, _ new: View?) {
        old?.removeFromSuperview()
        if let new { addSubview(new) }
    }

    /// Whether the field is enabled and its delegate allows editing.
    public override var canBecomeFocused: Bool {
        isEnabled && (isFocused || delegate?.textFieldShouldBeginEditing(self) ?? true)
    }

    /// Whether the delegate allows editing to end.
    override var canResignFocus: Bool { delegate?.textFieldShouldEndEditing(self) ?? true }

    /// Begins editing when the field gets the focus, and ends it when it loses the focus.
    public override func focusChanged() {
        if isFocused {
            if clearsOnBegin, !editor.text.isEmpty { edit(0..<editor.text.utf8.count, "") }
            send(.editingBegan)
        } else {
            editor.move(.offset(editor.cursor))
            send(.editingEnded)
        }
        if leftMode != .always || rightMode != .always || inputAccessory != nil || !returnKeyLabel.isEmpty {
            setNeedsLayout()
        }
        setNeedsDisplay()
    }

    // MARK: Layout

    private var shownLeft: View? { leftMode.isShown(whileEditing: isFocused) ? leftAccessory : nil }
    private var shownRight: View? { rightMode.isShown(whileEditing: isFocused) ? rightAccessory : nil }
    private var returnText: String { isFocused && !returnKeyLabel.isEmpty ? "⏎ \(returnKeyLabel)" : "" }
    private var returnWidth: Int { returnText.isEmpty ? 0 : returnText.columnWidth + 1 }

    private var textArea: Rect {
        let mark = borderStyle.marks == nil ? 0 : 1
        let left = (shownLeft.map { $0.frame.width + 1 } ?? 0) + mark
        let right = (shownRight.map { $0.frame.width + 1 } ?? 0) + mark + returnWidth
        return Rect(x: left, y: 0, width: max(0, bounds.width - left - right), height: min(1, bounds.height))
    }

    /// Returns a width of twenty columns plus the accessories.
    public override func sizeThatFits(_ available: Size) -> Size {
        let sides = [shownLeft, shownRight].compactMap { $0 }
        let marks = borderStyle.marks == nil ? 0 : 2
        let below = isFocused ? inputAccessory?.measure(available).height ?? 0 : 0
        return Size(
            width: sides.reduce(20 + marks + returnWidth) { $0 + $1.measure(available).width + 1 },
            height: 1 + below)
    }

    /// Positions the accessories.
    public override func layoutSubviews() {
        if let leftAccessory {
            leftAccessory.frame = Rect(
                width: min(leftAccessory.measure(bounds.size).width, bounds.width), height: 1)
        }
        if let rightAccessory {
            let width = min(rightAccessory.measure(bounds.size).width, bounds.width)
            rightAccessory.frame = Rect(x: bounds.width - width - returnWidth, y: 0, width: width, height: 1)
        }
        leftAccessory?.isHidden = shownLeft == nil
        rightAccessory?.isHidden = shownRight == nil
        inputAccessory?.isHidden = !isFocused
        inputAccessory?.frame = Rect(y: 1, width: bounds.width, height: max(0, bounds.height - 1))
    }

    // MARK: Drawing

    /// Returns the visible form of a part of the text. It has the same number of clusters, so that columns can be
    /// counted.
    private func shown(_ part: Substring) -> String {
        isSecure ? String(repeating: "•", count: part.count) : String(part).visible()
    }

    /// Draws the text or the placeholder and, during editing, the cursor.
    public override func draw(in context: DrawingContext) {
        let area = textArea
        let part = context.part(area)
        let base = isEnabled ? context.theme.text : context.theme.disabled
        let ground = borderStyle == .line ? base.over(context.theme.field) : base
        part.fill(nil, ground)
        if let marks = borderStyle.marks {
            context.draw(marks.left, context.theme.border, x: area.minX - 1)
            context.draw(marks.right, context.theme.border, x: area.maxX)
        }
        if !returnText.isEmpty {
            context.draw(returnText, context.theme.secondary, x: bounds.width - returnText.columnWidth)
        }
        guard area.width > 0 else { return }
        if editor.text.isEmpty {
            part.draw(placeholder, context.theme.placeholder.over(ground), width: area.width)
            if isFocused { part.placeCursor(x: 0, y: 0) }
            return
        }
        guard isFocused else {
            scroll = 0
            part.draw(shown(editor.text[...]), ground, width: area.width, alignment: alignment)
            return
        }
        let column = shown(editor.beforeCursor).columnWidth
        scroll = min(scroll, column)
        if column - scroll >= area.width { scroll = column - area.width + 1 }
        // If there is space for more text, scroll back.
        scroll = min(scroll, max(0, shown(editor.text[...]).columnWidth + 1 - area.width))
        part.draw(shown(editor.text[...]), ground, x: -scroll)
        if let selection = editor.selection {
            let start = shown(editor.text[..<editor.index(selection.lowerBound)]).columnWidth
            let width = shown(editor.text[editor.range(selection)]).columnWidth
            part.restyle(Rect(x: start - scroll, y: 0, width: width, height: 1), context.theme.focus)
        }
        part.placeCursor(x: column - scroll, y: 0)
    }

    // MARK: Editing

    private func edit(_ offsets: Range<Int>, _ new: String) {
        let allowed = new.filter { !$0.isNewline && !$0.isControl && inputKind.accepts($0) }
        // If none of the new characters is allowed, change neither the text nor the selection.
        guard !allowed.isEmpty || new.isEmpty && !offsets.isEmpty else { return }
        guard delegate?.textField(self, shouldReplace: editor.range(offsets), with: allowed) ?? true else {
            return
        }
        editor.replace(offsets, with: allowed)
        send(.editingChanged)
        setNeedsDisplay()
    }

    /// Inserts typed text, with capitals if required. A character that ends a word corrects the word first.
    private func insert(_ typed: String) {
        if let correction, editor.selection == nil, let end = typed.first, !end.isLetter, !end.isNumber {
            let word = editor.beforeCursor.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "'" }
            let text = String(word.reversed())
            if !text.isEmpty, let better = correction(text), better != text {
                edit(editor.cursor - text.utf8.count..<editor.cursor, better)
            }
        }
        edit(editor.insertion, capitalization.applied(to: typed, behind: editor.beforeCursor))
    }

    /// Keys type, move and delete. Enter triggers the primary action.
    public override func keyDown(_ key: Key) -> Bool {
        guard isEnabled else { return false }
        if key == Key(.enter) {
            guard delegate?.textFieldShouldReturn(self) ?? true else { return true }
            send(.primaryAction)
            return true
        }
        if key == Key(.tab), let completed = completion?(text) {
            guard completed != text else { return true }
            text = completed
            send(.editingChanged)
            return true
        }
        guard let command = EditingCommand(key) else { return false }
        switch command {
        case .insert(let text): insert(text)
        case .move(let motion, let selecting): editor.move(motion, selecting: selecting)
        case .delete(let motion): edit(editor.deletion(motion), "")
        case .selectAll: editor.selectAll()
        case .copy, .cut:
            guard editor.selection != nil else { return false }
            if !isSecure { window?.copy(editor.selectedText) }
            if case .cut = command { edit(editor.insertion, "") }
        case .paste: edit(editor.insertion, window?.pasteboard ?? "")
        }
        setNeedsDisplay()
        return true
    }

    /// Inserts pasted text at the cursor. Line breaks and tabs become spaces.
    public override func paste(_ text: String) -> Bool {
        guard isEnabled else { return false }
        edit(editor.insertion, String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 }))
        return true
    }

    /// A click places the cursor, dragging selects, a double click selects a word, and a triple click selects
    /// everything.
    public override func pointer(_ event: PointerEvent) -> Bool {
        guard isEnabled, event.button == .left else { return false }
        switch event.kind {
        case .press where event.clicks == 2: editor.select(editor.word(at: offset(event.location.x)))
        case .press where event.clicks > 2: editor.selectAll()
        case .press:
            editor.move(.offset(offset(event.location.x)), selecting: event.modifiers.contains(.shift))
        case .drag: editor.move(.offset(offset(event.location.x)), selecting: true)
        case .release: break
        case .wheel: return false
        }
        setNeedsDisplay()
        return true
    }

    private func offset(_ x: Int) -> Int {
        var column = textArea.minX - scroll
        var offset = 0
        for character in editor.text {
            let width = shown(String(character)[...]).columnWidth
            if column + (width + 1) / 2 > x { break }
            column += width
            offset += character.utf8.count
        }
        return offset
    }
}
