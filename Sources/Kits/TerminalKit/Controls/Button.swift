public import TerminalText

/// Something to press: with Enter, Space or the mouse.
public final class Button: Control {
    /// What a button looks like.
    package enum Kind: Hashable, Sendable {
        /// Its title.
        case plain
        /// It leads to details.
        case detailDisclosure
        /// It tells about something.
        case info
        /// It adds something.
        case add
    }

    /// What it looks like.
    let kind: Kind
    /// The looks of its title; nil for those of the theme.
    public var tint: Style? { didSet { setNeedsDisplay() } }
    /// Where the title and the image stand in a button that is wider than they are.
    package var contentAlignment = Alignment.leading { didSet { setNeedsDisplay() } }
    private var titles: [ControlState: String] = [:]
    private var images: [ControlState: String] = [:]

    /// A button with a title, and what it does.
    public convenience init(_ title: String = "", action: (() -> Void)? = nil) {
        self.init(title, kind: .plain, action: action)
    }

    /// A button of a kind with a title, and what it does.
    package init(_ title: String = "", kind: Kind, action: (() -> Void)? = nil) {
        self.kind = kind
        super.init()
        titles[.normal] = title
        if let action { on(.primaryAction, action) }
    }

    /// The title in its normal state.
    public var title: String {
        get { titles[.normal] ?? "" }
        set { setTitle(newValue, for: .normal) }
    }

    /// Sets the title for a state; nil takes it back.
    package func setTitle(_ title: String?, for state: ControlState) {
        titles[state] = title
        setNeedsLayout()
    }

    /// The title for a state: that of the state itself, or else the normal one.
    func title(for state: ControlState) -> String {
        titles[state] ?? titles[state.subtracting(.focused)] ?? titles[.normal] ?? ""
    }

    /// Sets a sign that stands before the title in a state, as `★`; nil takes it back.
    package func setImage(_ image: String?, for state: ControlState) {
        images[state] = image
        setNeedsLayout()
    }

    private func value(_ values: [ControlState: String]) -> String? {
        values[state] ?? values[state.subtracting(.focused)] ?? values[.normal]
    }

    private var label: String {
        let image = value(images).map { $0.visible() + " " } ?? ""
        let title = (image + title(for: state).visible()).trimmingLast
        let rest = title.isEmpty ? "" : " " + title
        return switch kind {
        case .plain: isEnabled ? "[ \(title) ]" : "( \(title) )"
        case .detailDisclosure: "(>)" + rest
        case .info: "(i)" + rest
        case .add: "[+]" + rest
        }
    }

    /// One line.
    public override func sizeThatFits(_ available: Size) -> Size { Size(width: label.columnWidth, height: 1) }

    /// Its title, between brackets.
    public override func draw(in context: DrawingContext) {
        var style = style(context.theme, tint ?? context.theme.accent)
        if isHighlighted || isSelected { style = style.over(Style([.bold, .inverse])) }
        context.draw(label, style, width: bounds.width, alignment: contentAlignment)
    }

    /// Presses it, as the person does.
    func press() {
        guard isEnabled else { return }
        send([.pressed, .primaryAction])
    }

    /// Enter and Space press it.
    public override func keyDown(_ key: Key) -> Bool {
        guard isEnabled, key == Key(.enter) || key == " " else { return false }
        press()
        return true
    }

    /// It is pressed when the mouse comes up in it.
    public override func pointer(_ event: PointerEvent) -> Bool {
        guard isEnabled else { return false }
        let isInside = bounds.contains(event.location)
        switch event.kind {
        case .press where event.button == .left:
            isHighlighted = true
            send(.pressed)
        case .drag: isHighlighted = isInside
        case .release:
            isHighlighted = false
            if isInside { send(.primaryAction) }
        default: return false
        }
        return true
    }
}

extension String {
    /// Without a blank at its end.
    fileprivate var trimmingLast: String { last == " " ? String(dropLast()) : self }
}
