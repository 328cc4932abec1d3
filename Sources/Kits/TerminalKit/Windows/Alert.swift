import TerminalText

/// A button of an alert.
public struct AlertAction {
    /// The kind of an action.
    public enum Style: Hashable, Sendable {
        /// An ordinary action.
        case normal
        /// An action that deletes something.
        case destructive
        /// The action that changes nothing. Escape triggers it.
        case cancel
    }

    var title: String
    /// The kind of action.
    var style: Style
    /// Whether the action can be chosen.
    var isEnabled: Bool
    /// Called after the alert is closed, with the texts of its text fields.
    var handler: ([String]) -> Void

    /// Creates an action.
    public init(
        _ title: String, style: Style = .normal, isEnabled: Bool = true,
        handler: @escaping ([String]) -> Void = { _ in }
    ) {
        self.title = title
        self.style = style
        self.isEnabled = isEnabled
        self.handler = handler
    }
}

/// An alert that is shown above all other views. Its actions are side by side or, in an action sheet, below each other.
public final class Alert: View {
    /// The appearance of an alert.
    public enum Style: Hashable, Sendable {
        /// In the center of the screen, with actions side by side. Can have text fields.
        case alert
        /// At the bottom of the screen, with actions below each other.
        case actionSheet
    }

    /// The appearance.
    let style: Style
    let title: String
    /// The actions, in order.
    let actions: [AlertAction]
    private(set) var textFields: [TextField] = []

    private let stack: StackView
    private let text: AlertText
    /// Whether a frame is drawn. On a small screen, it is omitted.
    private var isFramed = true
    private let fields = StackView(.vertical)
    private let answers = StackView(.vertical, alignment: .leading)
    private let spacer = Spacer()
    private var buttons: [Button] = []

    /// Creates an alert. Without actions, it has a button “OK”.
    public init(
        _ title: String, message: String = "", style: Style = .alert, actions: [AlertAction] = []
    ) {
        self.title = title
        self.style = style
        self.actions = actions.isEmpty ? [AlertAction("OK", style: .cancel)] : actions
        stack = StackView(.vertical, spacing: style == .alert ? 1 : 0)
        text = AlertText(title: title, message: message)
        super.init()
        stack.addSubview(text)
        fields.isHidden = true
        stack.addSubview(fields)
        for (index, action) in self.actions.enumerated() {
            let button = Button(action.title) { [weak self] in self?.choose(index) }
            button.isEnabled = action.isEnabled
            if action.style == .destructive { button.tint = Theme().destructive }
            buttons.append(button)
            answers.addSubview(button)
        }
        // In a row, the actions are on the right.
        answers.insertSubview(spacer, at: 0)
        stack.addSubview(CutView(answers))
        addSubview(stack)
    }

    /// Adds a text field. Enter in the last one chooses the first action that neither cancels nor is destructive.
    @discardableResult
    public func addTextField(_ text: String = "", placeholder: String = "", isSecure: Bool = false)
        -> TextField
    {
        let field = TextField(text, placeholder: placeholder)
        field.isSecure = isSecure
        field.on(.primaryAction) { [weak self, weak field] in
            if let field { self?.entered(field) }
        }
        textFields.append(field)
        fields.isHidden = false
        fields.addSubview(field)
        return field
    }

    /// Enables or disables an action while the alert is shown.
    public func setEnabled(_ isEnabled: Bool, action index: Int) {
        guard buttons.indices.contains(index) else { return }
        buttons[index].isEnabled = isEnabled
    }

    private func entered(_ field: TextField) {
        if field !== textFields.last {
            window?.moveFocus(.next)
        } else if let index = actions.indices.first(where: { actions[$0].style == .normal }) {
            choose(index)
        } else {
            window?.moveFocus(.next)
        }
    }

    /// The view that receives the focus first: a field, or the first action that isn't destructive, so that Enter never
    /// triggers a destructive action by itself.
    var preferredFocus: View? {
        textFields.first
            ?? buttons.indices.first { actions[$0].style != .destructive && buttons[$0].isEnabled }.map {
                buttons[$0]
            }
    }

    /// Closes the alert and performs an action, as when a person chooses it.
    func choose(_ index: Int) {
        guard actions.indices.contains(index), buttons[index].isEnabled else { return }
        let texts = textFields.map(\.text)
        window?.dismiss(self)
        actions[index].handler(texts)
    }

    /// Shows the alert in a window.
    public func present(in window: Window) {
        window.present(self, style: style == .alert ? .center : .bottom)
    }

    /// Escape performs the canceling action, or the only one.
    ///
    /// While no text is typed, `j` and `k` move between the actions, `y` performs the first action that doesn't
    /// cancel, and `n` the canceling one. Another letter performs the action that begins with it, if there is only
    /// one. If the message doesn't fit, the arrow and page keys scroll it first.
    public override func keyDown(_ key: Key) -> Bool {
        if key == Key(.escape) {
            cancel()
            return true
        }
        switch key {
        case Key(.down), "j": if !isTyping, text.scroll(by: 1) { return true }
        case Key(.up), "k": if !isTyping, text.scroll(by: -1) { return true }
        case Key(.pageDown): return text.scroll(screens: 1)
        case Key(.pageUp): return text.scroll(screens: -1)
        default: break
        }
        guard !isTyping, let letter = key.typed?.lowercased() else {
            return false
        }
        let begun = actions.indices.filter { actions[$0].title.lowercased().hasPrefix(letter) }
        if letter == "j" || letter == "k" {
            window?.moveFocus(letter == "j" ? .next : .previous)
        } else if begun.count == 1 {
            choose(begun[0])
        } else if letter == "n" {
            cancel()
        } else if letter == "y", style == .alert,
            let index = actions.firstIndex(where: { $0.style != .cancel })
        {
            choose(index)
        } else {
            return false
        }
        return true
    }

    private var isTyping: Bool { textFields.contains(where: \.isFocused) }

    private func cancel() {
        if let index = actions.firstIndex(where: { $0.style == .cancel }) {
            choose(index)
        } else if actions.count == 1 {
            choose(0)
        }
    }

    /// Cancels the alert because the mouse was pressed outside, unless it has text fields.
    func pressedOutside() { if textFields.isEmpty { cancel() } }

    /// Returns the preferred size, with a frame if there is space for one. Without a frame, the text begins with the
    /// title.
    public override func sizeThatFits(_ available: Size) -> Size {
        let room = Size(width: max(0, min(available.width, 64) - 4), height: max(0, available.height - 2))
        isFramed = style == .actionSheet || available.width >= 40 || neededHeight(in: room) <= room.height
        text.showsTitle = !isFramed
        guard isFramed else {
            arrangeAnswers(in: available, spacing: 0)
            return Size(
                width: available.width, height: min(stack.measure(available).height, available.height))
        }
        arrangeAnswers(in: room, spacing: spacing(in: room))
        let size = stack.measure(room)
        let width = max(size.width, title.visible().columnWidth + 2)
        return Size(width: min(available.width, width + 4), height: size.height + 2)
    }

    /// Returns the number of lines within a frame.
    private func neededHeight(in room: Size) -> Int {
        let fields = self.fields.isHidden ? 0 : self.fields.measure(room).height
        let parts = [text.messageHeight(forWidth: room.width), fields, isRow(in: room) ? 1 : buttons.count]
        return parts.reduce(0, +) + spacing(in: room) * (parts.count { $0 > 0 } - 1)
    }

    /// Returns whether the actions fit side by side.
    private func isRow(in room: Size) -> Bool {
        let columns = buttons.reduce(2 * (buttons.count - 1)) { $0 + $1.measure(.unlimited).width }
        return style == .alert && columns <= room.width
    }

    /// Returns the number of empty lines between the parts.
    private func spacing(in room: Size) -> Int {
        style == .alert && room.height > buttons.count + 2 ? 1 : 0
    }

    /// Arranges the actions in a row if they fit, and otherwise in a column.
    private func arrangeAnswers(in room: Size, spacing: Int) {
        let isRow = isRow(in: room)
        if spacer.isHidden == isRow { spacer.isHidden = !isRow }
        let axis: StackView.Axis = isRow ? .horizontal : .vertical
        if answers.axis != axis { answers.axis = axis }
        if answers.spacing != (isRow ? 2 : 0) { answers.spacing = isRow ? 2 : 0 }
        if stack.spacing != spacing { stack.spacing = spacing }
    }

    /// Positions the content within the frame.
    public override func layoutSubviews() { stack.frame = isFramed ? bounds.inset(x: 2, y: 1) : bounds }

    /// Draws the frame.
    public override func draw(in context: DrawingContext) {
        context.fill(nil, context.theme.text)
        guard isFramed else { return }
        context.drawBox(nil, context.theme.text, title: title)
    }
}
