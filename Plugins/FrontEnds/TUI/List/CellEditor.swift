import TerminalKit

/// A field over a cell of the list, which edits its value.
final class CellEditor: View {
    /// The minimum width.
    static let leastWidth = 12

    /// The columns of the cell.
    let columns: Range<Int>
    let field: TextField
    /// Called once with the text, or with `nil` if editing was canceled.
    private var onEnd: ((String?) -> Void)?

    init(_ text: String, columns: Range<Int>, onEnd: @escaping (String?) -> Void) {
        self.columns = columns
        self.onEnd = onEnd
        field = TextField(text)
        super.init()
        addSubview(field)
        field.on(.primaryAction) { [weak self] in self?.end(commits: true) }
        field.on(.editingEnded) { [weak self] in self?.end(commits: true) }
    }

    override func layoutSubviews() { field.frame = Rect(width: bounds.width, height: bounds.height) }

    /// Escape cancels. No other key reaches the list, unless it is held with Ctrl or Alt.
    override func keyDown(_ key: Key) -> Bool {
        if key == Key(.escape) { end(commits: false) }
        return key.modifiers.isEmpty || key == Key(.tab, .shift)
    }

    private func end(commits: Bool) {
        let onEnd = onEnd
        self.onEnd = nil
        onEnd?(commits ? field.text : nil)
    }
}
