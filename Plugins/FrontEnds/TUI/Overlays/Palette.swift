import LootCore
import ListKit
import TerminalKit
import TerminalText
import TextSearch

/// A panel that finds a command, an item or a choice by its name.
final class Palette: View, ListDataSource, ListDelegate {
    /// An entry that can be found by its title.
    struct Entry {
        var title: String
        /// The keys, shown next to the title.
        var keys = ""
        fileprivate var folded: String { Folding.fold(title) }
        /// The action, called after the palette has closed.
        var action: () -> Void

        init(_ title: String, keys: String = "", action: @escaping () -> Void) {
            (self.title, self.keys, self.action) = (title, keys, action)
        }
    }

    private let title: String
    private let field: TextField
    private let table = TableView()
    private let entries: [Entry]
    /// The shown entries with their scores.
    private var found: [(entry: Entry, score: Int)]
    /// Returns entries for text that is itself a command, such as `lend Ann`. They come first.
    var meaning: (String) -> [Entry] = { _ in [] }
    /// Looks for entries elsewhere, such as items in the store, and calls `found` with the result.
    var lookUp: (_ text: String, _ found: @escaping ([Entry]) -> Void) -> Void = { _, _ in }

    /// Creates a palette with the cursor on an entry. `question` is the placeholder of the field, and `empty` the
    /// text if nothing is found.
    init(_ title: String, _ entries: [Entry], at cursor: Int = 0, asking question: String, empty: String) {
        self.title = title
        self.entries = entries
        field = TextField("", placeholder: question)
        found = entries.map { ($0, 0) }
        super.init()
        addSubview(field)
        addSubview(table)
        table.list.constantRow = ConstantRow(empty)
        table.list.dataSource = self
        table.list.delegate = self
        table.list.moveCursor(to: RowPath(row: cursor))
        field.on(.editingChanged) { [weak self] in self?.filter() }
        field.on(.primaryAction) { [weak self] in self?.table.perform(.open) }
    }

    /// Shows the matching entries, best match first. Equal matches keep their order.
    private func filter() {
        let text = field.text
        let words = Folding.fold(text).split(separator: " ")
        let scored = entries.enumerated().compactMap { index, entry in
            FuzzyMatch.score(words, in: entry.folded).map { (score: $0, index: index) }
        }
        let best = scored.sorted { ($1.score, $0.index) < ($0.score, $1.index) }
        found = meaning(text).map { ($0, .max) } + best.map { (entries[$0.index], $0.score) }
        table.list.reloadData()
        table.list.moveCursor(to: RowPath(row: 0))
        lookUp(text) { [weak self] others in
            if let self, field.text == text { insert(others, words) }
        }
    }

    /// Inserts entries that were found elsewhere, after better matches. An entry that contains the words, or was
    /// found by something other than its title, comes before entries that only contain the letters. The cursor stays
    /// on its entry, except on the first row.
    private func insert(_ others: [Entry], _ words: [Substring]) {
        let whole = FuzzyMatch.whole * words.count
        var row = table.list.cursor?.row ?? 0
        for entry in others {
            let score = min(whole, FuzzyMatch.score(words, in: entry.folded) ?? whole)
            let place = found.firstIndex { $0.score < score } ?? found.count
            found.insert((entry, score), at: place)
            if row > 0, row >= place { row += 1 }
        }
        table.list.reloadData()
        table.list.moveCursor(to: RowPath(row: row))
        setNeedsDisplay()
    }

    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { found.count }

    func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell {
        let cell = list.dequeue(Palette.kind, for: path)
        if found.indices.contains(path.row) {
            cell.text = found[path.row].entry.title
            cell.detailText = found[path.row].entry.keys
        }
        return cell
    }

    private static let kind = CellKind("entry") { Cell(style: .rightDetail) }

    func list(_ list: ListView, didSelectRowAt path: RowPath) {
        guard found.indices.contains(path.row) else { return }
        let entry = found[path.row].entry
        window?.dismiss(self)
        entry.action()
    }

    override func sizeThatFits(_ available: Size) -> Size {
        Size(width: min(72, available.width), height: min(entries.count + 3, available.height))
    }

    override func layoutSubviews() {
        let inner = bounds.inset(x: 2, y: 1)
        field.frame = Rect(x: inner.minX, y: inner.minY, width: inner.width, height: min(1, inner.height))
        table.frame = Rect(
            x: inner.minX, y: inner.minY + 1, width: inner.width, height: max(0, inner.height - 1))
    }

    override func draw(in context: DrawingContext) {
        context.fill(nil, context.theme.text)
        context.drawBox(nil, context.theme.text, title: title)
    }

    override func keyDown(_ key: Key) -> Bool {
        switch key {
        case Key(.escape): window?.dismiss(self)
        case Key(.down), Key("n", .control): table.perform(.down)
        case Key(.up), Key("p", .control): table.perform(.up)
        case Key(.pageDown): table.perform(.pageDown)
        case Key(.pageUp): table.perform(.pageUp)
        default: return false
        }
        return true
    }
}
