package import TerminalText

/// On or off.
public final class Switch: Control {
    /// Whether it is on.
    public var isOn: Bool { didSet { setNeedsDisplay() } }
    /// The looks while it is on; nil for those of the theme.
    package var tint: Style? { didSet { setNeedsDisplay() } }
    /// What stands there while it is on and while it is off, instead of a knob and a word.
    package var images: (on: String, off: String)? { didSet { setNeedsLayout() } }
    /// Where the knob stands on its way, from 0 to 1; nil where it stands still.
    private var knob: Double?
    private var animation: RunningAnimation?

    /// A switch.
    public init(isOn: Bool = false) {
        self.isOn = isOn
        super.init()
    }

    /// A knob and a word.
    public override func sizeThatFits(_ available: Size) -> Size {
        guard let images else { return Size(width: 9, height: 1) }
        return Size(width: max(images.on.visible().columnWidth, images.off.visible().columnWidth), height: 1)
    }

    /// Turns it on or off, the knob with an animation. Nothing is told: only what a person does is.
    package func setOn(_ isOn: Bool, _ animation: Animation) {
        guard isOn != self.isOn else { return }
        self.isOn = isOn
        self.animation?.cancel()
        self.animation = RunningAnimation(animation, in: self) { [weak self] share in
            self?.knob = share < 1 ? (isOn ? share : 1 - share) : nil
            self?.setNeedsDisplay()
        }
    }

    /// The knob on one side, and the word for it.
    public override func draw(in context: DrawingContext) {
        let base = isOn ? tint ?? context.theme.positive : context.theme.text
        if let images {
            context.draw(isOn ? images.on : images.off, style(context.theme, base))
            return
        }
        let place = Int(((knob ?? (isOn ? 1 : 0)) * 2).rounded())
        let track = String((0..<3).map { $0 == place ? "●" : "─" })
        context.draw("[\(track)] \(isOn ? "on " : "off")", style(context.theme, base))
    }

    /// Turns it over, as the person does.
    package func toggle() {
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
