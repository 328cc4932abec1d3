public import TerminalText

/// A control for a value in a range.
public final class Slider: Control {
    /// The smallest value.
    public var minimum: Double { didSet { value = clamped(value) } }
    /// The largest value.
    public var maximum: Double { didSet { value = clamped(value) } }
    /// The value, limited to the range.
    public var value: Double {
        didSet {
            let kept = clamped(value)
            if kept != value { value = kept }
            setNeedsDisplay()
        }
    }
    /// The change for a key press, or `nil` for 5% of the range.
    public var step: Double?
    /// Whether changes are reported during dragging and not only at its end.
    public var isContinuous = true
    /// The style of the line before the knob, or `nil` for the theme's.
    public var tint: Style? { didSet { setNeedsDisplay() } }

    /// The symbol of the knob.
    public var knobImage = "●" { didSet { setNeedsDisplay() } }
    /// The characters of the line before and after the knob.
    public var trackImages: (Character, Character) = ("━", "─") { didSet { setNeedsDisplay() } }
    /// The symbols at both ends, such as `🔈` and `🔊`.
    public var endImages: (least: String, greatest: String)? { didSet { setNeedsLayout() } }

    private var valueBeforeDrag: Double?
    private var animation: RunningAnimation?

    /// Creates a slider.
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

    /// Changes the value with an animation.
    public func setValue(_ value: Double, _ animation: Animation) {
        let (old, target) = (self.value, clamped(value))
        self.animation?.cancel()
        self.animation = RunningAnimation(animation, in: self) { [weak self] share in
            self?.value = old + (target - old) * share
        }
    }

    /// The columns of the line, between the symbols at its ends.
    private var track: Range<Int> {
        guard let endImages else { return 0..<bounds.width }
        let left = endImages.least.visible().columnWidth + 1
        let right = endImages.greatest.visible().columnWidth + 1
        return min(left, bounds.width)..<max(min(left, bounds.width), bounds.width - right)
    }

    /// Returns a size of twenty columns and one row.
    public override func sizeThatFits(_ available: Size) -> Size { Size(width: 20, height: 1) }

    private var share: Double { maximum > minimum ? (value - minimum) / (maximum - minimum) : 0 }

    /// Draws the line, the knob and the symbols at both ends.
    public override func draw(in context: DrawingContext) {
        let track = track
        guard !track.isEmpty else { return }
        let knob = Int((share * Double(track.count - 1)).rounded())
        let tint = style(context.theme, tint ?? context.theme.accent)
        if let endImages {
            context.draw(endImages.least, context.theme.secondary)
            context.draw(endImages.greatest, context.theme.secondary, x: track.upperBound + 1)
        }
        context.draw(String(repeating: trackImages.0, count: knob), tint, x: track.lowerBound)
        context.draw(knobImage, tint, x: track.lowerBound + knob, width: 1)
        context.draw(
            String(repeating: trackImages.1, count: track.count - knob - 1),
            style(context.theme, context.theme.border), x: track.lowerBound + knob + 1)
    }

    private func change(to value: Double) {
        let old = self.value
        self.value = value
        if self.value != old { send(.valueChanged) }
    }

    /// The arrow keys change the value, and Home and End set the smallest and largest one.
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

    /// Dragging moves the knob to the mouse.
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
        let last = max(1, track.count - 1)
        let place = (x - track.lowerBound).clamped(to: 0...last)
        let value = minimum + (maximum - minimum) * Double(place) / Double(last)
        if isContinuous { change(to: value) } else { self.value = value }
    }
}
