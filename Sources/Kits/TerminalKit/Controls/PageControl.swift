import TerminalText

/// A row of dots, one for each page. The dot of the current page is filled.
public final class PageControl: Control {
    /// The number of pages.
    public var numberOfPages: Int { didSet { setNeedsLayout() } }
    /// The current page, clamped to the existing pages.
    public var currentPage: Int {
        didSet {
            let kept = currentPage.clamped(to: 0...max(0, numberOfPages - 1))
            if kept != currentPage { currentPage = kept }
            setNeedsDisplay()
        }
    }
    /// Whether the control is hidden if there is only one page.
    public var hidesForSinglePage = false { didSet { setNeedsLayout() } }

    /// Creates a control.
    public init(numberOfPages: Int, currentPage: Int = 0) {
        self.numberOfPages = max(0, numberOfPages)
        self.currentPage = currentPage.clamped(to: 0...max(0, numberOfPages - 1))
        super.init()
    }

    private var shows: Bool { numberOfPages > 1 || numberOfPages == 1 && !hidesForSinglePage }

    /// Whether there is more than one page.
    public override var canBecomeFocused: Bool { isEnabled && numberOfPages > 1 }

    /// Returns the size of the dots, or of a page number if they don't fit.
    public override func sizeThatFits(_ available: Size) -> Size {
        guard shows else { return .zero }
        let dots = numberOfPages * 2 - 1
        return Size(width: dots <= available.width ? dots : number.count, height: 1)
    }

    private var number: String { "\(currentPage + 1)/\(numberOfPages)" }

    /// Draws the dots or the page number.
    public override func draw(in context: DrawingContext) {
        guard shows else { return }
        let style = style(context.theme)
        guard numberOfPages * 2 - 1 <= bounds.width else {
            context.draw(number, style, width: bounds.width, alignment: .center)
            return
        }
        let start = (bounds.width - numberOfPages * 2 + 1) / 2
        for page in 0..<numberOfPages {
            context.draw(page == currentPage ? "●" : "○", style, x: start + page * 2)
        }
    }

    private func change(to page: Int) {
        let old = currentPage
        currentPage = page
        if currentPage != old { send(.valueChanged) }
    }

    /// The arrow keys, Home and End change the page.
    public override func keyDown(_ key: Key) -> Bool {
        guard isEnabled else { return false }
        switch key {
        case Key(.left): change(to: currentPage - 1)
        case Key(.right): change(to: currentPage + 1)
        case Key(.home): change(to: 0)
        case Key(.end): change(to: numberOfPages - 1)
        default: return false
        }
        return true
    }

    /// A click before or after the current dot moves by one page.
    public override func pointer(_ event: PointerEvent) -> Bool {
        guard isEnabled, event.kind == .press, event.button == .left else { return false }
        let start = (bounds.width - numberOfPages * 2 + 1) / 2
        let dot = start + currentPage * 2
        if event.location.x < dot { change(to: currentPage - 1) }
        if event.location.x > dot { change(to: currentPage + 1) }
        return true
    }
}
