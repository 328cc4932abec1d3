public import TerminalText

/// On or off.
public final class Switch: Control {
    /// Whether it is on.
    public var isOn: Bool { didSet { setNeedsDisplay() } }
    /// The looks while it is on; nil for those of the theme.
    public var tint: Style? { didSet { setNeedsDisplay() } }

    /// A switch.
    public init(isOn: Bool = false) {
        self.isOn = isOn
        super.init()
    }

    /// A knob and a word.
    public override func sizeThatFits(_ available: Size) -> Size { Size(width: 9, height: 1) }

    /// The knob on one side, and the word for it.
    public override func draw(in context: DrawingContext) {
        let base = isOn ? tint ?? context.theme.positive : context.theme.text
        context.draw(isOn ? "[──●] on " : "[●──] off", style(context.theme, base))
    }

    /// Turns it over, as the person does.
    public func toggle() {
        guard isEnabled else { return }
        isOn.toggle()
        send([.valueChanged, .primaryAction])
    }

    /// Enter and Space turn it over; the arrows pass by.
    public override func keyDown(_ key: Key) -> Bool {
        guard isEnabled, key == " " || key == Key(.enter) else { return false }
        toggle()
        return true
    }

    /// A click turns it over.
    public override func pointer(_ event: PointerEvent) -> Bool {
        guard isEnabled, event.kind == .press, event.button == .left else { return false }
        toggle()
        return true
    }
}
