import Localization
public import TerminalText

/// A control that is on or off.
public final class Switch: Control {
    /// Whether the switch is on.
    public var isOn: Bool { didSet { setNeedsDisplay() } }
    /// The style while it is on, or `nil` for the theme's.
    public var tint: Style? { didSet { setNeedsDisplay() } }
    /// The labels shown while it is on and off, instead of a knob.
    public var images: (on: String, off: String)? { didSet { setNeedsLayout() } }
    /// The position of the knob during an animation, from 0 to 1, or `nil`.
    private var knob: Double?
    private var animation: RunningAnimation?

    /// Creates a switch.
    public init(isOn: Bool = false) {
        self.isOn = isOn
        super.init()
    }

    /// Returns the size of the knob and the word next to it, or of the larger custom text.
    public override func sizeThatFits(_ available: Size) -> Size {
        guard let images else { return Size(width: 6 + Switch.widthOfWord, height: 1) }
        return Size(width: max(images.on.visible().columnWidth, images.off.visible().columnWidth), height: 1)
    }

    /// The words next to the knob.
    private static var words: [String] {
        // Translators: The state of a switch. The switch is small, so use a short word.
        [String(localized: "on"), String(localized: "off")]
    }

    private static var widthOfWord: Int { words.map { $0.visible().columnWidth }.max() ?? 0 }

    /// Turns the switch on or off with an animation.
    public func setOn(_ isOn: Bool, _ animation: Animation) {
        guard isOn != self.isOn else { return }
        self.isOn = isOn
        self.animation?.cancel()
        self.animation = RunningAnimation(animation, in: self) { [weak self] share in
            self?.knob = share < 1 ? (isOn ? share : 1 - share) : nil
            self?.setNeedsDisplay()
        }
    }

    /// Draws the knob and the word next to it, or the custom text.
    public override func draw(in context: DrawingContext) {
        let base = isOn ? tint ?? context.theme.positive : context.theme.text
        if let images {
            context.draw(isOn ? images.on : images.off, style(context.theme, base))
            return
        }
        let place = Int(((knob ?? (isOn ? 1 : 0)) * 2).rounded())
        let track = String((0..<3).map { $0 == place ? "●" : "─" })
        let word = Switch.words[isOn ? 0 : 1]
        let padding = Switch.widthOfWord - word.visible().columnWidth
        context.draw(
            "[\(track)] \(word)" + String(repeating: " ", count: padding), style(context.theme, base))
    }

    /// Toggles the switch and reports it, as if a person had toggled it.
    public func toggle() {
        guard isEnabled else { return }
        isOn.toggle()
        send([.valueChanged, .primaryAction])
    }

    /// Enter and Space toggle the switch. The arrow keys aren't handled.
    public override func keyDown(_ key: Key) -> Bool {
        guard isEnabled, key == " " || key == Key(.enter) else { return false }
        toggle()
        return true
    }

    /// A click toggles the switch.
    public override func pointer(_ event: PointerEvent) -> Bool {
        guard isEnabled, event.kind == .press, event.button == .left else { return false }
        toggle()
        return true
    }
}
