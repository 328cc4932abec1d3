import TerminalText

/// A control with buttons that decrease and increase a number.
public final class Stepper: Control {
    /// The smallest value.
    public var minimum: Double { didSet { value = clamped(value) } }
    /// The largest value.
    public var maximum: Double { didSet { value = clamped(value) } }
    /// The value, limited to the range.
    public var value: Double {
        didSet {
            let kept = clamped(value)
            if kept != value { value = kept }
            setNeedsLayout()
        }
    }
    /// The change for a step.
    public var step: Double
    /// Whether steps repeat while the mouse button is held.
    public var autorepeats = true
    /// Whether a step beyond the largest value leads to the smallest one, and vice versa.
    public var wraps = false
    /// Whether the number is shown between the buttons.
    public var showsValue = true { didSet { setNeedsLayout() } }

    /// The labels of the buttons.
    public var images = (less: "[-]", more: "[+]") { didSet { setNeedsLayout() } }

    private var timer: ViewTimer?

    /// Creates a stepper.
    public init(value: Double = 0, minimum: Double = 0, maximum: Double = 100, step: Double = 1) {
        self.minimum = minimum
        self.maximum = maximum
        self.step = step
        self.value = min(max(value, minimum), max(minimum, maximum))
        super.init()
    }

    private func clamped(_ value: Double) -> Double {
        value.isFinite ? min(max(value, minimum), max(minimum, maximum)) : minimum
    }

    private var number: String {
        guard showsValue else { return "" }
        return value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
    }

    /// Returns the size of the number and the buttons.
    public override func sizeThatFits(_ available: Size) -> Size {
        Size(width: 2 * buttonWidth + (showsValue ? number.count + 2 : 1), height: 1)
    }

    private var buttonWidth: Int { max(images.less.visible().columnWidth, images.more.visible().columnWidth) }

    /// Draws the number and the buttons. At the end of the range, a button is hidden.
    public override func draw(in context: DrawingContext) {
        let style = style(context.theme, context.theme.accent)
        let blank = String(repeating: " ", count: buttonWidth)
        let less = wraps || value > minimum ? images.less.visible().padded(to: buttonWidth) : blank
        let more = wraps || value < maximum ? images.more.visible().padded(to: buttonWidth) : blank
        context.draw(showsValue ? "\(less) \(number) \(more)" : "\(less) \(more)", style)
    }

    /// Changes the value by steps, up if positive, and reports the change.
    func step(by steps: Int) {
        guard isEnabled else { return }
        let old = value
        let next = value + step * Double(steps)
        if wraps, next > maximum {
            value = minimum
        } else if wraps, next < minimum {
            value = maximum
        } else {
            value = next
        }
        if value != old { send(.valueChanged) }
    }

    /// `+` and `-` change the value. The arrow keys aren't handled.
    public override func keyDown(_ key: Key) -> Bool {
        guard isEnabled else { return false }
        switch key {
        case "-": step(by: -1)
        case "+", "=": step(by: 1)
        default: return false
        }
        return true
    }

    /// A click presses a button, and holding it repeats the step.
    public override func pointer(_ event: PointerEvent) -> Bool {
        guard isEnabled else { return false }
        switch event.kind {
        case .press where event.button == .left:
            let direction =
                event.location.x < buttonWidth
                ? -1 : event.location.x >= sizeThatFits(.zero).width - buttonWidth ? 1 : 0
            guard direction != 0 else { return true }
            step(by: direction)
            guard autorepeats else { return true }
            timer?.cancel()
            timer = schedule(after: .milliseconds(400)) { [weak self] in self?.keepStepping(direction) }
        case .drag: break
        case .release:
            timer?.cancel()
            timer = nil
        default: return false
        }
        return true
    }

    private func keepStepping(_ direction: Int) {
        step(by: direction)
        timer = schedule(after: .milliseconds(100), repeats: true) { [weak self] in
            self?.step(by: direction)
        }
    }
}
