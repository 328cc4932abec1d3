public import TerminalText

/// The root of all views. It manages the focus, forwards events, runs timers, and draws frames.
///
/// A window doesn't depend on a terminal. ``TerminalApplication`` connects it to one; a test sends events directly
/// and reads ``screen``.
public final class Window: View {
    /// The theme.
    public var theme = Theme() { didSet { setNeedsDisplay() } }
    /// Returns the theme with the application's changes, such as custom colors.
    package var adjustsTheme: (Theme) -> Theme = { $0 } { didSet { setNeedsDisplay() } }
    /// The characters that the terminal supports.
    public var glyphs = Glyphs.unicode { didSet { setNeedsDisplay() } }
    /// The formats of image files that the terminal supports. The terminal may report its support after a moment.
    package internal(set) var imageFormats: Set<Image.Format> = [] { didSet { setNeedsLayout() } }
    /// Whether the terminal can show images from pixels.
    package internal(set) var takesPixels = false { didSet { setNeedsDisplay() } }
    /// The view that fills the window.
    public var content: View? {
        didSet {
            guard content !== oldValue else { return }
            oldValue?.removeFromSuperview()
            if let content { insertSubview(content, at: 0) }
            if focusedView == nil { focusFirst() }
        }
    }

    /// Whether animations are off: values change immediately, and rows don't slide.
    public var reducesMotion = false

    /// The view that receives keys.
    public internal(set) weak var focusedView: View?
    /// The presented views, topmost last.
    package internal(set) var presentations: [Presentation] = []
    /// The time since the creation of the window, as passed to ``advance(to:)``.
    var time = Duration.zero
    /// The text that was copied last.
    public private(set) var pasteboard = ""
    /// Whether something changed since the last frame.
    package private(set) var needsFrame = true
    /// The cost of drawing so far.
    package internal(set) var statistics = RenderStatistics()

    var onNeedsFrame: (() -> Void)?
    var onCopy: ((String) -> Void)?
    var onSuspend: (() -> Void)?
    var onInterrupt: (() -> Void)?
    var timers: [ViewTimer] = []
    weak var pointerView: View?
    /// The views with gesture recognizers under the mouse when its button was pressed.
    var gesturedViews: [View] = []
    var pressedButton = PointerEvent.Button.left
    var lastPress: Press?
    private var needsLayout = true

    /// A press of a mouse button.
    struct Press {
        var place: Point
        var time: Duration
        /// The number of presses in quick succession at this place.
        var clicks: Int
    }

    /// Creates a window.
    public init(size: Size = Size(width: 80, height: 24), content: View? = nil) {
        super.init()
        frame = Rect(size: size)
        self.content = content
        // Property observers aren't called in initializers.
        if let content { addSubview(content) }
        focusFirst()
    }

    /// Changes the size.
    public func resize(to size: Size) {
        frame = Rect(size: size)
        needsFrame(layout: true)
    }

    /// Copies text to the window's pasteboard and, if the terminal allows it, to the system's.
    public func copy(_ text: String) {
        guard !text.isEmpty else { return }
        pasteboard = text
        onCopy?(text)
    }

    /// Stops the program, like Ctrl-Z in a shell.
    package func suspend() { onSuspend?() }

    func needsFrame(layout: Bool) {
        if layout { needsLayout = true }
        guard !needsFrame else { return }
        needsFrame = true
        onNeedsFrame?()
    }

    // MARK: Drawing

    /// The content of a frame.
    package struct Frame {
        /// The cells.
        package let buffer: CellBuffer
        /// The position of the terminal's cursor, or `nil` if it is hidden.
        let cursor: Point?
        let images: [ImagePlacement]
    }

    /// The current content. Views are laid out first if necessary.
    public var screen: CellBuffer {
        let needed = needsFrame
        defer { needsFrame = needed }
        return drawFrame().buffer
    }

    /// Lays out views if necessary, and draws all of them.
    package func drawFrame() -> Frame {
        layoutIfNeeded()
        needsFrame = false
        let surface = Surface(size: frame.size)
        let context = DrawingContext(
            surface: surface, theme: adjustsTheme(theme), glyphs: glyphs, imageFormats: imageFormats,
            takesPixels: takesPixels)
        context.fill(nil, context.theme.text)
        drawTree(in: context)
        return Frame(buffer: surface.buffer, cursor: surface.cursor, images: surface.images)
    }

    /// Lays out all views if something has changed.
    package func layoutIfNeeded() {
        // Laying out a view may require another layout. Limit the rounds in case this never ends.
        var rounds = 0
        while needsLayout, rounds < 4 {
            needsLayout = false
            rounds += 1
            keepMeasures(true)
            layoutTree()
            keepMeasures(false)
        }
        if focusedView == nil { focusFirst() }
    }

    /// Sets the frames of the content and of the presented views.
    public override func layoutSubviews() {
        content?.frame = bounds
        for presentation in presentations { presentation.layOut(in: bounds) }
    }

    // MARK: Time

    func addTimer(
        for view: View, after delay: Duration, repeats: Bool, _ action: @escaping () -> Void
    ) -> ViewTimer {
        let timer = ViewTimer(
            owner: view, deadline: time + delay, interval: repeats ? max(delay, .milliseconds(1)) : nil,
            action: action)
        timers.append(timer)
        return timer
    }

    /// The time of the next timer, or `nil` if there is none.
    package var nextDeadline: Duration? {
        timers.removeAll { $0.isCancelled || $0.owner?.window !== self }
        return timers.map(\.deadline).min()
    }

    /// Sets the time and runs the timers that are due. A late repeating timer runs once.
    public func advance(to time: Duration) {
        self.time = max(time, self.time)
        guard nextDeadline.map({ $0 <= self.time }) == true else { return }
        for timer in timers where timer.deadline <= self.time && !timer.isCancelled {
            if let interval = timer.interval { timer.deadline = self.time + interval } else { timer.cancel() }
            timer.action()
        }
    }
}
