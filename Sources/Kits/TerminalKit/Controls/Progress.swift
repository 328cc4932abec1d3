public import TerminalText

/// Something that turns while work of unknown length is going on.
public final class ActivityIndicator: View {
    /// Whether it turns.
    public private(set) var isAnimating = false
    /// Whether the indicator is hidden while it isn't animating.
    public var hidesWhenStopped = true { didSet { setNeedsLayout() } }
    /// The text beside the indicator.
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

    /// An indicator that stands still.
    public init(_ text: String = "") {
        self.text = text
        super.init()
    }

    /// Begins to turn.
    public func startAnimating() {
        isAnimating = true
        setTimer()
        setNeedsLayout()
    }

    /// Stands still.
    public func stopAnimating() {
        isAnimating = false
        setTimer()
        setNeedsLayout()
    }

    /// It only turns, and only costs anything, while it is in a window.
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

    /// One column and its text.
    public override func sizeThatFits(_ available: Size) -> Size {
        if !isAnimating, hidesWhenStopped { return .zero }
        return Size(width: width + (text.isEmpty ? 0 : text.visible().columnWidth + 1), height: 1)
    }

    /// Its turn, and its text.
    public override func draw(in context: DrawingContext) {
        if !isAnimating, hidesWhenStopped { return }
        let turns = (context.glyphs == .unicode ? Self.turns : Self.plainTurns)[style] ?? []
        let isStill = !isAnimating || window?.reducesMotion == true || turns.isEmpty
        context.draw(isStill ? "·" : turns[turn % turns.count], context.theme.accent)
        guard !text.isEmpty else { return }
        context.draw(text, context.theme.text, x: width + 1, width: max(0, bounds.width - width - 1))
    }
}

/// How far work has come.
public final class ProgressView: View {
    /// How far, from 0 to 1.
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

    /// A bar.
    public init(progress: Double = 0) {
        self.progress = progress.isFinite ? min(max(progress, 0), 1) : 0
        super.init()
        hugging.horizontal = 100
    }

    /// Twenty columns.
    public override func sizeThatFits(_ available: Size) -> Size { Size(width: 20, height: 1) }

    /// A bar, and the number for it.
    public override func draw(in context: DrawingContext) {
        let number = "\(Int((progress * 100).rounded()))%".padded(to: 5, alignment: .trailing)
        let room = max(0, bounds.width - 5)
        let done = Int((progress * Double(room)).rounded(.down))
        context.draw(String(repeating: "█", count: done), tint ?? context.theme.accent)
        context.draw(String(repeating: "░", count: room - done), context.theme.border, x: done)
        context.draw(number, context.theme.text, x: room, width: min(5, bounds.width))
    }
}
