public import TerminalText

/// An animated indicator for work of unknown duration.
public final class ActivityIndicator: View {
    /// Whether the indicator is animated.
    public private(set) var isAnimating = false
    /// Whether the indicator is hidden while it isn't animating.
    public var hidesWhenStopped = true { didSet { setNeedsLayout() } }
    /// The text next to the indicator.
    public var text: String { didSet { setNeedsLayout() } }
    /// The appearance of an indicator.
    public enum Style: Hashable, Sendable, CaseIterable {
        /// Rotating dots in one column.
        case small
        /// A light that moves along five columns.
        case large
        /// Dots that appear one by one.
        case dots
    }
    /// The appearance.
    public var style = Style.small { didSet { setNeedsLayout() } }

    private static let turns: [Style: [String]] = [
        .small: "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏".map(String.init),
        .large: ["█▓▒░ ", "▓█▓▒░", "▒▓█▓▒", "░▒▓█▓", " ░▒▓█", "░▒▓█▓", "▒▓█▓▒", "▓█▓▒░"],
        .dots: ["   ", ".  ", ".. ", "..."],
    ]
    private static let plainTurns: [Style: [String]] = [
        .small: "|/-\\".map(String.init),
        .large: ["#    ", " #   ", "  #  ", "   # ", "    #", "   # ", "  #  ", " #   "],
        .dots: ["   ", ".  ", ".. ", "..."],
    ]
    private var width: Int { style == .small ? 1 : style == .large ? 5 : 3 }
    private var turn = 0
    private var timer: ViewTimer?

    /// Creates an indicator that isn't animated yet.
    public init(_ text: String = "") {
        self.text = text
        super.init()
    }

    /// Starts the animation.
    public func startAnimating() {
        isAnimating = true
        setTimer()
        setNeedsLayout()
    }

    /// Stops the animation.
    public func stopAnimating() {
        isAnimating = false
        setTimer()
        setNeedsLayout()
    }

    /// Starts or stops the timer. An indicator is animated only in a window.
    public override func didMoveToWindow() { setTimer() }

    private func setTimer() {
        timer?.cancel()
        timer = nil
        guard isAnimating else { return }
        timer = schedule(after: .milliseconds(100), repeats: true) { [weak self] in
            self?.turn += 1
            self?.setNeedsDisplay()
        }
    }

    /// Returns the size of the indicator and the text.
    public override func sizeThatFits(_ available: Size) -> Size {
        if !isAnimating, hidesWhenStopped { return .zero }
        return Size(width: width + (text.isEmpty ? 0 : text.visible().columnWidth + 1), height: 1)
    }

    /// Draws the indicator and the text.
    public override func draw(in context: DrawingContext) {
        if !isAnimating, hidesWhenStopped { return }
        let turns = (context.glyphs == .unicode ? Self.turns : Self.plainTurns)[style] ?? []
        let isStill = !isAnimating || window?.reducesMotion == true || turns.isEmpty
        context.draw(isStill ? "·" : turns[turn % turns.count], context.theme.accent)
        guard !text.isEmpty else { return }
        context.draw(text, context.theme.text, x: width + 1, width: max(0, bounds.width - width - 1))
    }
}

/// A bar for the progress of work.
public final class ProgressView: View {
    /// The completed fraction, from 0 to 1.
    public var progress: Double {
        didSet {
            let kept = progress.isFinite ? min(max(progress, 0), 1) : 0
            if kept != progress { progress = kept }
            setNeedsDisplay()
        }
    }
    /// The style of the bar, or `nil` for the theme's.
    public var tint: Style? { didSet { setNeedsDisplay() } }
    private var animation: RunningAnimation?

    /// Changes the progress with an animation.
    public func setProgress(_ progress: Double, _ animation: Animation) {
        let old = self.progress
        let target = progress.isFinite ? min(max(progress, 0), 1) : 0
        self.animation?.cancel()
        self.animation = RunningAnimation(animation, in: self) { [weak self] share in
            self?.progress = old + (target - old) * share
        }
    }

    /// Creates a bar.
    public init(progress: Double = 0) {
        self.progress = progress.isFinite ? min(max(progress, 0), 1) : 0
        super.init()
        hugging.horizontal = 100
    }

    /// Returns a size of twenty columns and one row.
    public override func sizeThatFits(_ available: Size) -> Size { Size(width: 20, height: 1) }

    /// Draws the bar and the percentage.
    public override func draw(in context: DrawingContext) {
        let number = "\(Int((progress * 100).rounded()))%".padded(to: 5, alignment: .trailing)
        let room = max(0, bounds.width - 5)
        let done = Int((progress * Double(room)).rounded(.down))
        context.draw(String(repeating: "█", count: done), tint ?? context.theme.accent)
        context.draw(String(repeating: "░", count: room - done), context.theme.border, x: done)
        context.draw(number, context.theme.text, x: room, width: min(5, bounds.width))
    }
}
