/// A rectangle of the screen that draws itself and can hold others.
///
/// Override ``draw(in:)`` for what it shows, ``sizeThatFits(_:)`` for how large it wants to be and
/// ``layoutSubviews()`` for where its subviews go. Whenever something changes that shows, call
/// ``setNeedsDisplay()``; when sizes change, ``setNeedsLayout()``.
open class View {
    /// Where it lies in its superview.
    public var frame = Rect.zero { didSet { if frame != oldValue { window?.needsFrame(layout: true) } } }
    /// What it lies in.
    public private(set) weak var superview: View?
    /// What lies in it; later ones are drawn over earlier ones.
    public private(set) var subviews: [View] = []
    /// Whether it is left out: not drawn, not laid out in stacks, no part of the focus ring.
    public var isHidden = false { didSet { if isHidden != oldValue { setNeedsLayout() } } }
    /// Whether neither keys nor the mouse reach the view and its subviews.
    public var isInert = false { didSet { if isInert != oldValue { setNeedsDisplay() } } }
    /// The priority with which the view resists growing in a stack.
    public var hugging = LayoutPriorities.hugging { didSet { setNeedsLayout() } }
    /// The priority with which the view resists shrinking in a stack.
    public var compressionResistance = LayoutPriorities.compression { didSet { setNeedsLayout() } }
    /// The width it wants whatever it shows; nil to take it from what it shows.
    public var fixedWidth: Int? { didSet { setNeedsLayout() } }
    /// The height it wants whatever it shows; nil to take it from what it shows.
    public var fixedHeight: Int? { didSet { setNeedsLayout() } }
    /// The least size that the view wants. A stack doesn't make it smaller.
    public var minimumSize = Size.zero { didSet { setNeedsLayout() } }
    /// Whether the superview draws the view, instead of after itself.
    var isDrawnBySuperview = false
    /// Views that want the same width, that of the widest of them.
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

    /// All that it can draw in, from its own upper left.
    public var bounds: Rect { Rect(size: frame.size) }

    /// A view that lies nowhere yet.
    public init() {}

    // MARK: For subclasses

    /// A key was pressed. Returns whether it meant something here. A key or a paste that means nothing here
    /// goes on to the superview.
    open func keyDown(_ key: Key) -> Bool { false }
    /// Text was pasted. Returns whether it was taken.
    open func paste(_ text: String) -> Bool { false }
    /// Something was done with the mouse. Returns whether it meant something here; what takes a press gets
    /// everything up to the release.
    open func pointer(_ event: PointerEvent) -> Bool { false }

    /// Whether keys can go to it.
    open var canBecomeFocused: Bool { false }
    /// The size it wants when it can have at most `available`.
    open func sizeThatFits(_ available: Size) -> Size { .zero }
    /// Returns the row of the first line of text at a size, for stacks that align views by it. The default is the first row.
    open func baseline(for size: Size) -> Int { 0 }
    /// Gives its subviews their frames.
    open func layoutSubviews() {}
    /// Whether keys may go elsewhere, while they come to it.
    var canResignFocus: Bool { true }
    /// Draws what it shows, below its subviews.
    open func draw(in context: DrawingContext) {}
    /// The looks in which a subview is drawn; nil for those of this view.
    func looks(of subview: View, within theme: Theme) -> Theme? { nil }
    /// It came into a window, went into another one or left it.
    open func didMoveToWindow() {}
    /// Keys come to it from now on, or no longer.
    open func focusChanged() {}
    /// Brings a part of it into view, as far as that is in its power.
    func scrollToVisible(_ rect: Rect, of view: View) {}

    // MARK: Measuring

    /// What was measured while all is laid out, when stacks in stacks ask again and again; nil at any other time.
    private var measured: [Size: Size]?

    /// The size it wants when it can have at most `available`, fixed sizes and its width group included.
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

    /// Keeps what is measured from now on, or does so no longer.
    final func keepMeasures(_ isKept: Bool) {
        measured = isKept ? [:] : nil
        widthGroup?.forget()
        for view in subviews { view.keepMeasures(isKept) }
    }

    /// Forgets what was measured of it, and of what it lies in.
    final func forgetMeasures() {
        var view: View? = self
        while let current = view {
            current.measured?.removeAll()
            current.widthGroup?.forget()
            view = current.superview
        }
    }

    // MARK: The tree

    /// Puts a view on top of the others. It leaves where it was.
    public final func addSubview(_ view: View) { insertSubview(view, at: subviews.count) }

    /// Puts a view between the others. It leaves where it was.
    public final func insertSubview(_ view: View, at index: Int) {
        guard view !== self, !isDescendant(of: view) else { return }
        view.removeFromSuperview()
        subviews.insert(view, at: index.clamped(to: 0...subviews.count))
        view.superview = self
        view.movedToWindow()
        setNeedsLayout()
    }

    /// Leaves its superview. What had the focus in it loses it.
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

    /// The window it is in; nil when it is in none.
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

    // MARK: Changing

    /// What it shows has changed: it will be drawn anew.
    public final func setNeedsDisplay() { window?.needsFrame(layout: false) }

    /// Sizes have changed: everything will be laid out and drawn anew.
    public final func setNeedsLayout() {
        forgetMeasures()
        window?.needsFrame(layout: true)
    }

    /// Whether keys come to it.
    public final var isFocused: Bool { window?.focusedView === self }

    /// Has keys come to it, if it can have them. Returns whether they do.
    @discardableResult
    public final func focus() -> Bool { window?.focus(self) ?? false }

    /// Runs something later, while it is in a window: once, or again and again. A view that leaves its window
    /// loses its timers.
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
