/// A text field for a search, with optional scopes.
public final class SearchBar: View {
    /// The text field.
    public let field: TextField
    /// The control for the scopes, hidden without scopes.
    package let scopeControl: SegmentedControl
    /// Called when the text or the scope has changed.
    public var onChange: ((SearchBar) -> Void)?
    /// Called when Enter is pressed.
    public var onSearch: ((SearchBar) -> Void)?
    /// Called after the search was canceled and the text removed.
    public var onCancel: ((SearchBar) -> Void)?
    /// Whether the scopes are only visible during a search.
    public var showsScopesOnDemand = false { didSet { setNeedsLayout() } }

    /// Creates a search bar.
    public init(placeholder: String = "Search", scopes: [String] = []) {
        field = TextField("", placeholder: placeholder)
        scopeControl = SegmentedControl(scopes, selectedIndex: 0)
        super.init()
        field.leftAccessory = Label("/")
        addSubview(field)
        addSubview(scopeControl)
        field.on(.editingChanged) { [unowned self] in onChange?(self) }
        field.on(.primaryAction) { [unowned self] in onSearch?(self) }
        field.on([.editingBegan, .editingEnded]) { [unowned self] in setNeedsLayout() }
        scopeControl.on(.valueChanged) { [unowned self] in onChange?(self) }
    }

    /// The searched text.
    public var text: String {
        get { field.text }
        set { field.text = newValue }
    }

    /// The titles of the scopes.
    public var scopes: [String] {
        get { scopeControl.segments }
        set {
            scopeControl.segments = newValue
            scopeControl.selectedIndex = newValue.isEmpty ? nil : 0
            setNeedsLayout()
        }
    }

    /// The index of the selected scope, or `nil` if there are none.
    public var scope: Int? {
        get { scopeControl.selectedIndex }
        set { scopeControl.selectedIndex = newValue }
    }

    /// Whether the scopes are visible. Disabled scopes leave their space to the field.
    private var showsScopes: Bool {
        !scopes.isEmpty && scopeControl.isEnabled
            && (!showsScopesOnDemand || field.isFocused || scopeControl.isFocused || !text.isEmpty)
    }

    private var isOneLine: Bool { bounds.width >= 24 + scopeControl.measure(.unlimited).width }

    /// Returns one line, or two if the scopes don't fit next to the field.
    public override func sizeThatFits(_ available: Size) -> Size {
        let scopes = showsScopes ? scopeControl.measure(available).width : 0
        return Size(width: available.width, height: scopes > 0 && available.width < 24 + scopes ? 2 : 1)
    }

    /// Positions the scopes next to the field or below it.
    public override func layoutSubviews() {
        scopeControl.isHidden = !showsScopes
        let width = showsScopes ? min(scopeControl.measure(bounds.size).width, bounds.width) : 0
        if width > 0, isOneLine {
            field.frame = Rect(width: bounds.width - width - 1, height: 1)
            scopeControl.frame = Rect(x: bounds.width - width, y: 0, width: width, height: 1)
        } else {
            field.frame = Rect(width: bounds.width, height: 1)
            scopeControl.frame = Rect(x: 0, y: 1, width: width, height: min(1, max(0, bounds.height - 1)))
        }
    }

    /// Ends the search: removes the text and calls ``onChange`` and ``onCancel``.
    public func cancel() {
        let hadText = !text.isEmpty
        text = ""
        if hadText { onChange?(self) }
        onCancel?(self)
        setNeedsLayout()
    }

    /// Escape cancels the search. Without text, the key isn't handled, so that it can go back.
    public override func keyDown(_ key: Key) -> Bool {
        guard key == Key(.escape), !text.isEmpty else { return false }
        cancel()
        return true
    }
}
