import ListKit
import TerminalKit
import TerminalText

/// Finds a command by what it is called.
final class Palette: View, ListDataSource, ListDelegate {
    private let field = TextField("", placeholder: "What do you want to do?")
    private let table = TableView()
    private let commands: [Command]
    private let bindings: KeyBindings
    private let onChoose: (Command) -> Void
    private var found: [Command]

    init(_ commands: [Command], _ bindings: KeyBindings, onChoose: @escaping (Command) -> Void) {
        self.commands = commands
        self.bindings = bindings
        self.onChoose = onChoose
        found = commands
        super.init()
        addSubview(field)
        addSubview(table)
        table.list.constantRow = ConstantRow("No such command")
        table.list.dataSource = self
        table.list.delegate = self
        table.list.moveCursor(to: RowPath(row: 0))
        field.addTarget(self, for: .editingChanged) { $0.filter() }
        field.addTarget(self, for: .primaryAction) { $0.table.perform(.open) }
    }

    /// The words may stand anywhere in name and summary; names that begin so come first.
    private func filter() {
        let words = field.text.lowercased().split(separator: " ")
        let matching = commands.filter { command in
            let text = "\(command.name) \(command.summary)".lowercased()
            return words.allSatisfy { text.contains($0) }
        }
        let first = words.first.map(String.init) ?? ""
        found = matching.filter { $0.name.hasPrefix(first) } + matching.filter { !$0.name.hasPrefix(first) }
        table.list.reloadData()
        table.list.moveCursor(to: RowPath(row: 0))
    }

    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { found.count }

    func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell {
        let cell = list.dequeue(Palette.kind, for: path)
        if found.indices.contains(path.row) {
            cell.text = "\(found[path.row].name): \(found[path.row].summary)"
            cell.detailText = bindings.keys(of: found[path.row])
        }
        return cell
    }

    private static let kind = CellKind("command") { Cell(style: .rightDetail) }

    func list(_ list: ListView, didSelectRowAt path: RowPath) {
        guard found.indices.contains(path.row) else { return }
        let command = found[path.row]
        window?.dismiss(self)
        onChoose(command)
    }

    override func sizeThatFits(_ available: Size) -> Size {
        Size(width: min(72, available.width), height: min(commands.count + 3, available.height))
    }

    override func layoutSubviews() {
        let inner = bounds.inset(x: 2, y: 1)
        field.frame = Rect(x: inner.minX, y: inner.minY, width: inner.width, height: min(1, inner.height))
        table.frame = Rect(
            x: inner.minX, y: inner.minY + 1, width: inner.width, height: max(0, inner.height - 1))
    }

    override func draw(in context: DrawingContext) {
        context.fill(nil, context.theme.text)
        context.drawBox(nil, context.theme.text, title: "Commands")
    }

    override func keyDown(_ key: Key) -> Bool {
        switch key {
        case Key(.escape): window?.dismiss(self)
        case Key(.down): table.perform(.down)
        case Key(.up): table.perform(.up)
        case Key(.pageDown): table.perform(.pageDown)
        case Key(.pageUp): table.perform(.pageUp)
        default: return false
        }
        return true
    }
}
