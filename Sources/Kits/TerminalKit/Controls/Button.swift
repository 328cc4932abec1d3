public import TerminalText

/// A button, pressed with Enter, Space or the mouse.
///
/// ```swift
/// let add = Button("Add item", kind: .add) { addItem() }
/// add.setTitle("Adding…", for: .highlighted)
/// ```
public final class Button: Control {
    /// The appearance of a button.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// The title in brackets.
        case plain
        /// Only the title, the image and the background that are set.
        case custom
        /// A symbol for details.
        case detailDisclosure
        /// A symbol for information, on light or dark backgrounds.
        case infoLight, infoDark
        /// A symbol for adding.
        case add
    }

    /// The appearance.
    public let kind: Kind
    /// The style of the title, or `nil` for the theme's.
    public var tint: Style? { didSet { setNeedsDisplay() } }
    /// The position of the title and the image in a button that is wider than they are.
    public var contentAlignment = Alignment.leading { didSet { setNeedsDisplay() } }
    private var titles: [ControlState: String] = [:]
    private var images: [ControlState: String] = [:]
    private var backgrounds: [ControlState: Style] = [:]

    /// Creates a button. `action` is called when it is pressed.
    public init(_ title: String = "", kind: Kind = .plain, action: (() -> Void)? = nil) {
        self.kind = kind
        super.init()
        titles[.normal] = title
        if let action { on(.primaryAction, action) }
    }

    /// The title in the normal state.
    public var title: String {
        get { titles[.normal] ?? "" }
        set { setTitle(newValue, for: .normal) }
    }

    /// Sets the title for a state, or removes it. States without a title use the normal one.
    public func setTitle(_ title: String?, for state: ControlState) {
        titles[state] = title
        setNeedsLayout()
    }

    /// Returns the title for a state.
    public func title(for state: ControlState) -> String { value(titles, for: state) ?? "" }

    /// Sets a symbol before the title for a state, such as `★`, or removes it.
    public func setImage(_ image: String?, for state: ControlState) {
        images[state] = image
        setNeedsLayout()
    }

    /// Sets the style of the background for a state, or removes it.
    public func setBackground(_ style: Style?, for state: ControlState) {
        backgrounds[state] = style
        setNeedsDisplay()
    }

    private func value<Value>(_ values: [ControlState: Value], for state: ControlState) -> Value? {
        values[state] ?? values[state.subtracting(.focused)] ?? values[.normal]
    }

    private var label: String {
        let image = value(images, for: state).map { $0.visible() + " " } ?? ""
        let title = (image + title(for: state).visible()).trimmingLast
        let rest = title.isEmpty ? "" : " " + title
        return switch kind {
        case .plain: isEnabled ? "[ \(title) ]" : "( \(title) )"
        case .custom: title
        case .detailDisclosure: "(>)" + rest
        case .infoLight, .infoDark: "(i)" + rest
        case .add: "[+]" + rest
        }
    }

    /// Returns the size of the title on one line.
    public override func sizeThatFits(_ available: Size) -> Size { Size(width: label.columnWidth, height: 1) }

    /// Draws the background and the title.
    public override func draw(in context: DrawingContext) {
        let theme = context.theme
        let base = tint ?? (kind == .infoDark ? Style(.inverse).over(theme.text) : theme.accent)
        var style = style(theme, base)
        if let background = value(backgrounds, for: state) {
            context.fill(nil, background)
            style = style.over(background)
        }
        if isHighlighted || isSelected { style = style.over(Style([.bold, .inverse])) }
        context.draw(label, style, width: bounds.width, alignment: contentAlignment)
    }

    /// Presses the button and reports it, as if a person had pressed it.
    public func press() {
        guard isEnabled else { return }
        send([.touchDown, .touchUpInside, .primaryAction])
    }

    /// Presses the button with Enter or Space.
    public override func keyDown(_ key: Key) -> Bool {
        guard isEnabled, key == Key(.enter) || key == " " else { return false }
        press()
        return true
    }

    /// Presses the button if the mouse button is released inside it.
    public override func pointer(_ event: PointerEvent) -> Bool {
        guard isEnabled else { return false }
        let isInside = bounds.contains(event.location)
        switch event.kind {
        case .press where event.button == .left: isHighlighted = true
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
    /// This text without a space at its end.
    fileprivate var trimmingLast: String { last == " " ? String(dropLast()) : self }
}
