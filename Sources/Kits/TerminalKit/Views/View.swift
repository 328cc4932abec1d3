/// A rectangle of the screen that draws its content and can contain other views.
///
/// Override ``draw(in:)`` to draw the content, ``sizeThatFits(_:)`` to return the preferred size, and
/// ``layoutSubviews()`` to position subviews. Call ``setNeedsDisplay()`` when the appearance changes, and
/// ``setNeedsLayout()`` when sizes change.
open class View {
    /// The position in the superview, and the size.
    public var frame = Rect.zero { didSet { if frame != oldValue { window?.needsFrame(layout: true) } } }
    /// The view that contains this one.
    public private(set) weak var superview: View?
    /// The contained views. Later ones are drawn over earlier ones.
    public private(set) var subviews: [View] = []
    /// Whether the view is invisible. Stacks and the focus ring skip hidden views.
    public var isHidden = false { didSet { if isHidden != oldValue { setNeedsLayout() } } }
    /// Whether neither keys nor the mouse reach the view and its subviews.
    public var isInert = false { didSet { if isInert != oldValue { setNeedsDisplay() } } }
    /// The priority with which the view resists growing in a stack.
    public var hugging = LayoutPriorities.hugging { didSet { setNeedsLayout() } }
    /// The priority with which the view resists shrinking in a stack.
    public var compressionResistance = LayoutPriorities.compression { didSet { setNeedsLayout() } }
    /// The preferred width regardless of the content, or `nil` to derive it from the content.
    public var fixedWidth: Int? { didSet { setNeedsLayout() } }
    /// The preferred height regardless of the content, or `nil` to derive it from the content.
    public var fixedHeight: Int? { didSet { setNeedsLayout() } }
    /// The minimum size. A stack doesn't make the view smaller.
    public var minimumSize = Size.zero { didSet { setNeedsLayout() } }
    /// Whether the superview draws the view while drawing its own content, instead of afterward.
    var isDrawnBySuperview = false
    /// A group of views with the same width as its widest member.
    public var widthGroup: WidthGroup? {
        didSet {
            oldValue?.remove(self)
            widthGroup?.add(self)
            setNeedsLayout()
        }
    }

    /// The recognizers that look for gestures in the view.
    public var gestures: [GestureRecognizer] = [] {
        didSet {
            for gesture in oldValue { gesture.view = nil }
            for gesture in gestures { gesture.view = self }
        }
    }

    /// Adds a recognizer.
    public final func add(_ gesture: GestureRecognizer) { gestures.append(gesture) }

    /// The rectangle of the view in its own coordinates.
    public var bounds: Rect { Rect(size: frame.size) }

    /// Creates a view without a superview.
    public init() {}

    // MARK: Overriding

    /// Handles a key, and returns whether it did. Keys and pasted text that a view doesn't handle go to its
    /// superview.
    open func keyDown(_ key: Key) -> Bool { false }
    /// Handles pasted text, and returns whether it did.
    open func paste(_ text: String) -> Bool { false }
    /// Handles a mouse event, and returns whether it did. A view that handles a press receives all events up to the
    /// release.
    open func pointer(_ event: PointerEvent) -> Bool { false }

    /// Whether the view can receive the focus.
    open var canBecomeFocused: Bool { false }
    /// Returns the preferred size within an available size.
    open func sizeThatFits(_ available: Size) -> Size { .zero }
    /// Returns the row of the first line of text at a size, by which stacks can align views. The default is the first
    /// row.
    open func baseline(for size: Size) -> Int { 0 }
    /// Sets the frames of the subviews.
    open func layoutSubviews() {}
    /// Whether the view can lose the focus.
    var canResignFocus: Bool { true }
    /// Draws the content, below the subviews.
    open func draw(in context: DrawingContext) {}
    /// Returns the theme for a subview, or `nil` for the theme of this view.
    func looks(of subview: View, within theme: Theme) -> Theme? { nil }
    /// Called after the view was added to a window or removed from one.
    open func didMoveToWindow() {}
    /// Called after the view received or lost the focus.
    open func focusChanged() {}
    /// Scrolls to make a part of a view visible, if possible.
    func scrollToVisible(_ rect: Rect, of view: View) {}

    // MARK: Measuring

    /// The sizes measured during a layout, in which nested stacks ask repeatedly, or `nil` outside a layout.
    private var measured: [Size: Size]?

    /// Returns the preferred size within an available size, including fixed sizes and the width group.
    public final func measure(_ available: Size) -> Size {
        if let known = measured?[available] { return known }
        var size = sizeThatFits(Size(width: fixedWidth ?? available.width, height: available.height))
        if let width = fixedWidth ?? widthGroup?.width(isKept: measured != nil) { size.width = width }
        if let fixedHeight { size.height = fixedHeight }
        size = Size(
            width: max(0, minimumSize.width, size.width), height: max(0, minimumSize.height, size.height))
        measured?[available] = size
        return size
    }

    /// Starts or stops caching measured sizes.
    final func keepMeasures(_ isKept: Bool) {
        measured = isKept ? [:] : nil
        widthGroup?.forget()
        for view in subviews { view.keepMeasures(isKept) }
    }

    /// Discards the cached sizes of this view and of all that contain it.
    final func forgetMeasures() {
        var view: View? = self
        while let current = view {
            current.measured?.removeAll()
            current.widthGroup?.forget()
            view = current.superview
        }
    }

    // MARK: Hierarchy

    /// Adds a view above the other subviews. It is removed from its superview first.
    public final func addSubview(_ view: View) { insertSubview(view, at: subviews.count) }

    /// Inserts a view between the other subviews. It is removed from its superview first.
    public final func insertSubview(_ view: View, at index: Int) {
        guard view !== self, !isDescendant(of: view) else { return }
        view.removeFromSuperview()
        subviews.insert(view, at: index.clamped(to: 0...subviews.count))
        view.superview = self
        view.movedToWindow()
        setNeedsLayout()
    }

    /// Removes the view from its superview. The focus, if it is within the view, is lost.
    public final func removeFromSuperview() {
        guard let parent = superview else { return }
        let window = window
        parent.subviews.removeAll { $0 === self }
        superview = nil
        window?.left(self)
        movedToWindow()
        parent.setNeedsLayout()
    }

    private func movedToWindow() {
        measured = nil
        didMoveToWindow()
        for view in subviews { view.movedToWindow() }
    }

    /// The window that contains the view, or `nil`.
    public final var window: Window? {
        var view: View? = self
        while let current = view {
            if let window = current as? Window { return window }
            view = current.superview
        }
        return nil
    }

    /// Returns whether the view is `ancestor` or one of its descendants.
    public final func isDescendant(of ancestor: View) -> Bool {
        var view: View? = self
        while let current = view {
            if current === ancestor { return true }
            view = current.superview
        }
        return false
    }

    /// The position of the view in its window, or in its topmost superview.
    public final var originInWindow: Point {
        var point = frame.origin
        var view = superview
        while let current = view {
            point = point + current.frame.origin
            view = current.superview
        }
        return point
    }

    /// Returns the topmost view at a point: a subview or this view, or `nil` if the point is outside.
    public final func hitTest(_ point: Point) -> View? {
        guard !isHidden, !isInert, bounds.contains(point) else { return nil }
        for view in subviews.reversed() {
            if let hit = view.hitTest(point - view.frame.origin) { return hit }
        }
        return self
    }

    // MARK: Updating

    /// Requests that the view is drawn again.
    public final func setNeedsDisplay() { window?.needsFrame(layout: false) }

    /// Requests that all views are laid out and drawn again, because sizes have changed.
    public final func setNeedsLayout() {
        forgetMeasures()
        window?.needsFrame(layout: true)
    }

    /// Whether the view has the focus.
    public final var isFocused: Bool { window?.focusedView === self }

    /// Gives the focus to the view if possible. Returns whether it has the focus.
    @discardableResult
    public final func focus() -> Bool { window?.focus(self) ?? false }

    /// Schedules an action, once or repeatedly, while the view is in a window. Removing the view from its window
    /// cancels it.
    @discardableResult
    public final func schedule(
        after delay: Duration, repeats: Bool = false, _ action: @escaping () -> Void
    ) -> ViewTimer? {
        window?.addTimer(for: self, after: delay, repeats: repeats, action)
    }

    final func layoutTree() {
        layoutSubviews()
        for view in subviews where !view.isHidden { view.layoutTree() }
    }

    final func drawTree(in context: DrawingContext) {
        draw(in: context)
        for view in subviews where !view.isHidden && !view.isDrawnBySuperview {
            let part = context.part(view.frame)
            if part.isClippedAway { continue }
            view.drawTree(in: looks(of: view, within: context.theme).map(part.themed) ?? part)
        }
    }
}
