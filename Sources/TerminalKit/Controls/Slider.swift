public import TerminalText

/// A value between two ends.
public final class Slider: Control {
    /// The least value.
    public var minimum: Double { didSet { value = clamped(value) } }
    /// The greatest value; the least one when less.
    public var maximum: Double { didSet { value = clamped(value) } }
    /// The value, kept between the ends.
    public var value: Double {
        didSet {
            let kept = clamped(value)
            if kept != value { value = kept }
            setNeedsDisplay()
        }
    }
    /// What one key press changes; nil for a twentieth of the whole.
    public var step: Double?
    /// Whether changes are told while the mouse drags, and not only when it comes up.
    public var isContinuous = true
    /// The looks of what lies below the value; nil for those of the theme.
    public var tint: Style? { didSet { setNeedsDisplay() } }

    private var valueBeforeDrag: Double?

    /// A slider between two ends.
    public init(value: Double = 0, minimum: Double = 0, maximum: Double = 1) {
        self.minimum = minimum
        self.maximum = maximum
        self.value = min(max(value, minimum), max(minimum, maximum))
        super.init()
        hugging.horizontal = 100
    }

    private func clamped(_ value: Double) -> Double {
        value.isFinite ? min(max(value, minimum), max(minimum, maximum)) : minimum
    }

    /// Twenty columns.
    public override func sizeThatFits(_ available: Size) -> Size { Size(width: 20, height: 1) }

    private var share: Double { maximum > minimum ? (value - minimum) / (maximum - minimum) : 0 }

    /// A line with a knob.
    public override func draw(in context: DrawingContext) {
        let width = bounds.width
        guard width > 0 else { return }
        let knob = Int((share * Double(width - 1)).rounded())
        let tint = style(context.theme, tint ?? context.theme.accent)
        context.draw(String(repeating: "━", count: knob), tint)
        context.draw("●", tint, x: knob)
        context.draw(
            String(repeating: "─", count: width - knob - 1), style(context.theme, context.theme.border),
            x: knob + 1)
    }

    private func change(to value: Double) {
        let old = self.value
        self.value = value
        if self.value != old { send(.valueChanged) }
    }

    /// The arrows change it, Home and End go to the ends.
    public override func keyDown(_ key: Key) -> Bool {
        guard isEnabled else { return false }
        let step = step ?? (maximum - minimum) / 20
        switch key {
        case Key(.left), "-": change(to: value - step)
        case Key(.right), "+": change(to: value + step)
        case Key(.home): change(to: minimum)
        case Key(.end): change(to: maximum)
        default: return false
        }
        return true
    }

    /// The knob follows the mouse.
    public override func pointer(_ event: PointerEvent) -> Bool {
        guard isEnabled else { return false }
        switch event.kind {
        case .press where event.button == .left:
            valueBeforeDrag = value
            follow(event.location.x)
        case .drag: follow(event.location.x)
        case .release:
            if !isContinuous, let valueBeforeDrag, valueBeforeDrag != value { send(.valueChanged) }
            valueBeforeDrag = nil
        default: return false
        }
        return true
    }

    private func follow(_ x: Int) {
        let last = max(1, bounds.width - 1)
        let value = minimum + (maximum - minimum) * Double(x.clamped(to: 0...last)) / Double(last)
        if isContinuous { change(to: value) } else { self.value = value }
    }
}
