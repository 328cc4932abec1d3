import ListKit
import TerminalKit
import TerminalText

extension CatalogPage {
    static func stack(_ sample: Sample) {
        let (label, field) = (Label("Label"), TextField("A field"))
        let button = Button("Button")
        let stack = StackView(.horizontal, spacing: 1, [label, field, button])
        sample.show(stack)
        sample.choice("Distribution", StackView.Distribution.allCases.map { "\($0)" }) {
            stack.distribution = StackView.Distribution.allCases[$0]
        }
        sample.choice("Alignment", StackView.CrossAlignment.allCases.map { "\($0)" }) {
            stack.alignment = StackView.CrossAlignment.allCases[$0]
        }
        sample.choice("Axis", ["Horizontal", "Vertical"]) { stack.axis = $0 == 0 ? .horizontal : .vertical }
        sample.choice("Grows", ["Field", "Label", "Button"]) { choice in
            for (index, view) in [field, label, button].enumerated() {
                view.hugging.horizontal = index == choice ? 1 : 251
            }
        }
        sample.number("Spacing", 1, 0...5) { stack.spacing = Int($0) }
        sample.number("Insets", 0, 0...5) { stack.insets = Insets(horizontal: Int($0)) }
        sample.number("Minimum width of the button", 0, 0...40, step: 10) {
            button.minimumSize = Size(width: Int($0), height: 1)
        }
    }

    static func tiles(_ sample: Sample) {
        let tiles = TiledView(tile: Size(width: 12, height: 2), columns: 1_000, rows: 1_000) {
            column, row, context in
            context.draw(
                "\(column) / \(row)", (column + row) % 2 == 0 ? context.theme.text : context.theme.secondary)
        }
        let scroll = ScrollView(tiles)
        scroll.onScroll = { [unowned sample] in
            sample.note("At \($0.contentOffset.x), \($0.contentOffset.y) of 12,000 by 2,000.")
        }
        sample.show(scroll, lines: 8)
        sample.flag("Paging", false) { scroll.isPaging = $0 }
        sample.number("Insets", 0, 0...5) {
            scroll.contentInsets = Insets(horizontal: Int($0), vertical: Int($0))
        }
    }

    static func cells(_ sample: Sample) {
        let words = CatalogWords { [unowned sample] in sample.note($0) }
        sample.kept.append(words)
        let table = TableView()
        table.list.style = .grouped
        table.list.dataSource = words
        sample.show(table, lines: 8)
        sample.flag("Editing", false) { table.list.isEditing = $0 }
    }

    static func responders(_ sample: Sample) {
        let page = CatalogDocument { [unowned sample] in sample.note($0) }
        sample.show(page, lines: 3)
        let touches = Button("Press, and release outside")
        touches.on(.touchDown) { [unowned sample] in sample.note("Touch down.") }
        touches.on(.touchUpOutside) { [unowned sample] in sample.note("Touch up outside.") }
        touches.on(.touchUpInside) { [unowned sample] in sample.note("Touch up inside.") }
        sample.show(beside: touches)
    }
}

/// A view with an action that its buttons find through the responder chain.
private final class CatalogDocument: View {
    private let stack: StackView
    private let onSave: (String) -> Void

    init(onSave: @escaping (String) -> Void) {
        self.onSave = onSave
        let buttons = ["Save", "Save as…"].map { title in
            let button = Button(title)
            button.addTarget(nil, CatalogDocument.save, for: .primaryAction)
            return button
        }
        stack = StackView(.vertical, spacing: 1, alignment: .leading, buttons)
        super.init()
        addSubview(stack)
    }

    override func sizeThatFits(_ available: Size) -> Size { stack.measure(available) }
    override func layoutSubviews() { stack.frame = bounds }

    func save(_ sender: Control) {
        onSave("“\((sender as? Button)?.title ?? "")” found its document.")
    }
}

/// A cell with an image, a label and a switch.
private final class CatalogCell: ViewCell {
    static let kind = CellKind("catalog") { CatalogCell() }
    let word = Label("", lines: 0)
    let toggle = Switch()
    var onToggle: (Bool) -> Void = { _ in }

    override func makeContent() {
        let star = Label("★")
        star.themeStyle = \.accent
        word.hugging.horizontal = 1
        contentView.addSubview(StackView(.horizontal, spacing: 1, alignment: .leading, [star, word, toggle]))
        toggle.on(.valueChanged) { [unowned self] in onToggle(toggle.isOn) }
    }
}

/// Words that can be deleted and moved, because this data source implements both methods.
private final class CatalogWords: ListDataSource {
    private var words = [
        "Bear", "Spork", "A word that is so long that it takes several lines in a cell", "Mac",
    ]
    private let onChange: (String) -> Void

    init(onChange: @escaping (String) -> Void) { self.onChange = onChange }

    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { words.count }

    func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell {
        let cell = list.dequeue(CatalogCell.kind, for: path)
        let word = words[path.row]
        cell.word.text = StyledText(word)
        cell.onToggle = { [onChange] in onChange("“\(word)” is \($0 ? "on" : "off").") }
        return cell
    }

    func list(_ list: ListView, commit style: EditingStyle, forRowAt path: RowPath) {
        onChange("“\(words.remove(at: path.row))” was deleted.")
    }

    func list(_ list: ListView, moveRowAt source: RowPath, to target: RowPath) {
        words.insert(words.remove(at: source.row), at: target.row)
        onChange("“\(words[target.row])” was moved.")
    }
}
