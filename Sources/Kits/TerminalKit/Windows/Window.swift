public import TerminalText

/// The root of all views: it has the focus ring, passes events on, keeps time, and draws frames.
///
/// It knows no terminal. ``TerminalApplication`` feeds it from one; a test feeds it by hand and looks at
/// ``screen``.
public final class Window: View {
    /// The looks of everything.
    public var theme = Theme() { didSet { setNeedsDisplay() } }
    /// What an application makes of the looks, whichever they are.
    package var adjustsTheme: (Theme) -> Theme = { $0 } { didSet { setNeedsDisplay() } }
    /// What the terminal can draw.
    public var glyphs = Glyphs.unicode { didSet { setNeedsDisplay() } }
    /// The image files that the terminal draws itself; it may turn out to after a moment.
    package internal(set) var imageFormats: Set<Image.Format> = [] { didSet { setNeedsLayout() } }
    /// Whether the terminal draws pixels itself.
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

    /// Whether nothing moves by itself: values that are set with an animation are there at once, and nothing slides.
    public var reducesMotion = false

    /// The view that receives keys.
    public internal(set) weak var focusedView: View?
    /// The views that were presented, the topmost last.
    package internal(set) var presentations: [Presentation] = []
    /// How long it has been there, as told by ``advance(to:)``.
    var time = Duration.zero
    /// The text that was copied last.
    public private(set) var pasteboard = ""
    /// Whether something changed since the last frame.
    package private(set) var needsFrame = true
    /// What drawing has cost so far.
    package internal(set) var statistics = RenderStatistics()

    var onNeedsFrame: (() -> Void)?
    var onCopy: ((String) -> Void)?
    var onSuspend: (() -> Void)?
    var timers: [ViewTimer] = []
    weak var pointerView: View?
    /// The views under the mouse when its button went down, whose recognizers see what follows.
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

    /// A window of this size.
    public init(size: Size = Size(width: 80, height: 24), content: View? = nil) {
        super.init()
        frame = Rect(size: size)
        self.content = content
        // Observers do not run in initializers.
        if let content { addSubview(content) }
        focusFirst()
    }

    /// Changes the size; everything is laid out anew.
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

    /// Stops the program as Ctrl-Z does in a shell.
    package func suspend() { onSuspend?() }

    func needsFrame(layout: Bool) {
        if layout { needsLayout = true }
        guard !needsFrame else { return }
        needsFrame = true
        onNeedsFrame?()
    }

    // MARK: Drawing

    /// What one frame shows.
    package struct Frame {
        /// The cells.
        package let buffer: CellBuffer
        /// Where the terminal's cursor is; nil when it is hidden.
        let cursor: Point?
        let images: [ImagePlacement]
    }

    /// What it shows now: what needs it is laid out, and everything drawn.
    public var screen: CellBuffer {
        let needed = needsFrame
        defer { needsFrame = needed }
        return drawFrame().buffer
    }

    /// Lays out what needs it and draws everything.
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

    /// Gives all views their frames, if anything changed that could matter.
    package func layoutIfNeeded() {
        // A view may find while it is laid out that another one has to be; a loop of such ends.
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

    /// The content fills the window; what is presented lies over it.
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

    /// When something is due; nil when nothing ever is.
    package var nextDeadline: Duration? {
        timers.removeAll { $0.isCancelled || $0.owner?.window !== self }
        return timers.map(\.deadline).min()
    }

    /// It is that late now: runs what is due. A timer that is late runs once.
    public func advance(to time: Duration) {
        self.time = max(time, self.time)
        guard nextDeadline.map({ $0 <= self.time }) == true else { return }
        for timer in timers where timer.deadline <= self.time && !timer.isCancelled {
            if let interval = timer.interval { timer.deadline = self.time + interval } else { timer.cancel() }
            timer.action()
        }
    }
}
