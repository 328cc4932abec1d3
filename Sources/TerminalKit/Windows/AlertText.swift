import TerminalText

/// What an alert says above its answers: as much of it as there is room for, the rest by scrolling.
final class AlertText: View {
    private let title: Label
    private let message: Label
    private let stack: StackView
    private var offset = 0
    private let hasMessage: Bool

    /// Whether the title is said here, too: where it has no frame to stand in.
    var showsTitle = false {
        didSet {
            guard showsTitle != oldValue else { return }
            title.isHidden = !showsTitle
            isHidden = !hasMessage && !showsTitle
        }
    }

    init(title: String, message: String) {
        self.title = Label(title, lines: 0)
        self.title.style = Theme().header
        self.title.isHidden = true
        self.message = Label(message, lines: 0)
        hasMessage = !message.isEmpty
        self.message.isHidden = !hasMessage
        stack = StackView(.vertical, [self.title, self.message])
        super.init()
        isHidden = !hasMessage
        // Where there is little room, the answers have it.
        compressionResistance.vertical = 100
        addSubview(stack)
    }

    /// The lines of the message alone.
    func messageHeight(forWidth width: Int) -> Int {
        hasMessage ? message.measure(Size(width: max(1, width), height: Size.unlimited.height)).height : 0
    }

    private func height(forWidth width: Int) -> Int {
        stack.measure(Size(width: max(1, width), height: Size.unlimited.height)).height
    }

    private var isCut: Bool { height(forWidth: bounds.width) > bounds.height }
    /// The columns of the text; where it is cut, the last one says so.
    private var width: Int { max(1, bounds.width - (isCut ? 1 : 0)) }
    private var hidden: Int { max(0, height(forWidth: width) - bounds.height) }

    override func sizeThatFits(_ available: Size) -> Size { stack.measure(available) }

    override func layoutSubviews() {
        offset = offset.clamped(to: 0...hidden)
        stack.frame = Rect(x: 0, y: -offset, width: width, height: bounds.height + hidden)
    }

    override func draw(in context: DrawingContext) {
        guard isCut, bounds.height > 0 else { return }
        let style = context.theme.accent
        if offset > 0 { context.draw(context.glyphs == .ascii ? "^" : "↑", style, x: bounds.width - 1) }
        guard offset < hidden else { return }
        context.draw(
            context.glyphs == .ascii ? "v" : "↓", style, x: bounds.width - 1, y: bounds.height - 1)
    }

    /// Scrolls by screens. Returns whether there was anything to scroll to.
    func scroll(screens: Int) -> Bool { scroll(by: screens * max(1, bounds.height)) }

    /// Scrolls by lines. Returns whether there was anything to scroll to.
    func scroll(by lines: Int) -> Bool {
        let target = (offset + lines).clamped(to: 0...hidden)
        guard target != offset, !isHidden else { return false }
        offset = target
        setNeedsLayout()
        return true
    }

    override func pointer(_ event: PointerEvent) -> Bool {
        guard case .wheel(_, let y) = event.kind else { return false }
        return scroll(by: y)
    }
}
