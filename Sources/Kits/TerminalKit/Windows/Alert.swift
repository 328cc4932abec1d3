import TerminalText

/// Something that a person can answer to an alert.
public struct AlertAction {
    /// What kind of answer it is.
    public enum Style: Hashable, Sendable {
        /// Like any other.
        case normal
        /// It destroys something.
        case destructive
        /// It leaves everything as it is; Escape means it.
        case cancel
    }

    /// What it is called.
    var title: String
    /// What kind of answer it is.
    var style: Style
    /// Whether it can be chosen.
    var isEnabled: Bool
    /// Does it, after the alert has gone; gets the texts of the alert's fields.
    var handler: ([String]) -> Void

    /// An answer.
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

/// A question over everything else: with a few answers side by side, or as a sheet of actions from below.
public final class Alert: View {
    /// What it looks like.
    public enum Style: Hashable, Sendable {
        /// In the middle, answers side by side; may have text fields.
        case alert
        /// At the lower edge, answers below each other.
        case actionSheet
    }

    /// What it looks like.
    let style: Style
    /// Its title.
    let title: String
    /// The answers, in order.
    let actions: [AlertAction]
    /// Its fields.
    private(set) var textFields: [TextField] = []

    private let stack: StackView
    private let text: AlertText
    /// Whether there is room for a frame.
    private var isFramed = true
    private let fields = StackView(.vertical)
    private let answers = StackView(.vertical, alignment: .leading)
    private let spacer = Spacer()
    private var buttons: [Button] = []

    /// A question with answers. An alert without any gets “OK”.
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
        // Side by side, the answers stand at the right.
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

    /// Allows or forbids an answer while the alert is shown.
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

    /// Gives an answer, as the person does.
    func choose(_ index: Int) {
        guard actions.indices.contains(index), buttons[index].isEnabled else { return }
        let texts = textFields.map(\.text)
        window?.dismiss(self)
        actions[index].handler(texts)
    }

    /// Shows it over everything else in a window.
    public func present(in window: Window) {
        window.present(self, style: style == .alert ? .center : .bottom)
    }

    /// Escape gives the canceling answer, or the only one. Where no text is typed, `j` and `k` go from one answer to the
    /// next, as Tab does; `y` gives the first answer that is no canceling, `n` the canceling one, and the letter that an
    /// answer alone begins with gives that one. A message for which there is no room is scrolled first by the keys that go on,
    /// and by those for pages.
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

    /// What is pressed beside it leaves everything as it is, where there is an answer that means that.
    func pressedOutside() { if textFields.isEmpty { cancel() } }

    /// As large as its parts want, and a frame, where there is room for one; else what it says begins with the title.
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

    /// The lines of its parts within a frame.
    private func neededHeight(in room: Size) -> Int {
        let fields = self.fields.isHidden ? 0 : self.fields.measure(room).height
        let parts = [text.messageHeight(forWidth: room.width), fields, isRow(in: room) ? 1 : buttons.count]
        return parts.reduce(0, +) + spacing(in: room) * (parts.count { $0 > 0 } - 1)
    }

    /// Whether the answers stand side by side.
    private func isRow(in room: Size) -> Bool {
        let columns = buttons.reduce(2 * (buttons.count - 1)) { $0 + $1.measure(.unlimited).width }
        return style == .alert && columns <= room.width
    }

    /// The free lines between its parts.
    private func spacing(in room: Size) -> Int {
        style == .alert && room.height > buttons.count + 2 ? 1 : 0
    }

    /// Answers stand side by side in an alert, where there is room for that.
    private func arrangeAnswers(in room: Size, spacing: Int) {
        let isRow = isRow(in: room)
        if spacer.isHidden == isRow { spacer.isHidden = !isRow }
        let axis: StackView.Axis = isRow ? .horizontal : .vertical
        if answers.axis != axis { answers.axis = axis }
        if answers.spacing != (isRow ? 2 : 0) { answers.spacing = isRow ? 2 : 0 }
        if stack.spacing != spacing { stack.spacing = spacing }
    }

    /// Its parts within the frame.
    public override func layoutSubviews() { stack.frame = isFramed ? bounds.inset(x: 2, y: 1) : bounds }

    /// The frame.
    public override func draw(in context: DrawingContext) {
        context.fill(nil, context.theme.text)
        guard isFramed else { return }
        context.drawBox(nil, context.theme.text, title: title)
    }
}
