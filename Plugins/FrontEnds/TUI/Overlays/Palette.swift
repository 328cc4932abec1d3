import LootCore
import ListKit
import TerminalKit
import TerminalText
import TextSearch

/// Finds something to be done, or to be chosen, by what it is called.
final class Palette: View, ListDataSource, ListDelegate {
    /// Something that can be found.
    struct Entry {
        /// What it is called.
        var title: String
        /// Its keys, as the help shows them.
        var keys = ""
        fileprivate var folded: String { Folding.fold(title) }
        /// Does it, after the palette has gone.
        var action: () -> Void

        init(_ title: String, keys: String = "", action: @escaping () -> Void) {
            (self.title, self.keys, self.action) = (title, keys, action)
        }
    }

    private let title: String
    private let field: TextField
    private let table = TableView()
    private let entries: [Entry]
    /// What is shown, and how well it fits what was typed.
    private var found: [(entry: Entry, score: Int)]
    /// What the text itself means, as `lend Ann`; it comes first.
    var meaning: (String) -> [Entry] = { _ in [] }
    /// Looks elsewhere for what is called so, and hands it over when it is there.
    var lookUp: (_ text: String, _ found: @escaping ([Entry]) -> Void) -> Void = { _, _ in }

    /// Entries under a title, with the cursor on one of them. What is asked for stands in the field, and `empty` below it
    /// where nothing is called so.
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

    /// The best matches come first, and among equals those that stand first.
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

    /// Puts in what was found elsewhere: behind what fits better, and what holds the words themselves, or is found by
    /// something else than its title, before all that only has their letters. The cursor stays on its entry unless that is the
    /// first.
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
