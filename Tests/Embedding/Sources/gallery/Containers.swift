import ListKit
import TerminalKit
import TerminalText

/// A picture of a gradient.
var gradient: Image? {
    let pixels = (0..<256).map { (index: Int) in
        Image.Pixel(red: UInt8(index), green: 128, blue: UInt8(255 - index))
    }
    return Image(name: "gradient", width: 16, height: 16, pixels: pixels)
}

func images() -> [View] {
    let modes = ImageView.ContentMode.allCases.map { mode in
        let view = ImageView(gradient, contentMode: mode)
        view.fixedHeight = 4
        return row(Label(String(describing: mode)), view)
    }
    let tiles = TiledView(tile: Size(width: 10, height: 2), columns: 100, rows: 100) { column, row, context in
        context.draw("\(column)/\(row)")
    }
    let scroll = ScrollView(tiles)
    scroll.zoomRange = 1...4
    scroll.contentInsets = Insets(horizontal: 1, vertical: 1)
    scroll.onRefresh = { $0.isRefreshing = false }
    scroll.fixedHeight = 6
    return modes + [Label("Tiles; + and - zoom"), scroll]
}

func stacks(_ wheels: Wheels) -> [View] {
    let names = ["One", "Number two", "3"]
    let distributions = StackView.Distribution.allCases.flatMap { distribution in
        let buttons = names.map { Button($0) }
        buttons[2].minimumSize = Size(width: 9, height: 1)
        let stack = StackView(.horizontal, spacing: 1, distribution: distribution, buttons)
        return [Label(String(describing: distribution)), stack]
    }
    let label = Label("Label")
    let field = TextField("grows, because it hugs less")
    field.hugging.horizontal = 1
    let baseline = StackView(
        .horizontal, spacing: 1, alignment: .baseline, [Label("Baseline"), pickers(wheels)[0]])
    return distributions + [StackView(.horizontal, spacing: 1, [label, field]), baseline]
}

func gestures() -> [View] {
    let result = Label("Click twice, hold, drag, swipe left, or turn the wheel with Control.", lines: 2)
    let pad = ImageView(gradient)
    pad.fixedHeight = 6
    pad.add(TapRecognizer(taps: 2) { _ in result.text = "Clicked twice." })
    pad.add(LongPressRecognizer { _ in result.text = "Held." })
    pad.add(PanRecognizer { _ in result.text = "Dragged." })
    pad.add(SwipeRecognizer(.left) { _ in result.text = "Swiped." })
    pad.add(PinchRecognizer { _ in result.text = "Pinched." })
    let ask = Button("Ask")
    ask.on(.primaryAction) {
        let delete = AlertAction("Delete", style: .destructive) { _ in result.text = "Deleted." }
        let sheet = Alert(
            "Delete?", message: "You can undo it.", style: .actionSheet,
            actions: [delete, AlertAction("Cancel", style: .cancel)])
        if let window = ask.window { sheet.present(in: window) }
    }
    return [pad, result, Toolbar([ask, Spacer(), Switch()])]
}

/// A cell made of views.
final class SwitchCell: ViewCell {
    let title = Label("")
    override func makeContent() {
        contentView.addSubview(StackView(.horizontal, spacing: 1, [title, Spacer(), Switch()]))
    }
}

/// Rows that can be deleted and moved.
final class Words: ListDataSource {
    var words = ["Bear", "Spork", "Mac"]
    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { words.count }
    func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell {
        let cell = list.dequeue(Index.row, for: path)
        cell.text = words[path.row]
        cell.image = CellImage("★")
        return cell
    }
    func list(_ list: ListView, commit style: EditingStyle, forRowAt path: RowPath) {
        words.remove(at: path.row)
    }
    func list(_ list: ListView, moveRowAt source: RowPath, to target: RowPath) {
        words.insert(words.remove(at: source.row), at: target.row)
    }
}

/// Cells that aren't reused, as in a settings screen.
func settingsCells() -> StaticDataSource {
    let cells = ["Sound", "Light"].map { title in
        let cell = SwitchCell()
        cell.title.text = StyledText(title)
        return cell
    }
    return StaticDataSource([.init("Settings", cells: cells)])
}

func cells(_ sources: [any ListDataSource]) -> [View] {
    sources.map { source in
        let table = TableView()
        table.list.style = .grouped
        table.list.dataSource = source
        table.list.isEditing = true
        return table
    }
}
