import LootActions
import LootCore
import TerminalKit
import TerminalText

/// The read-only details of the item at the cursor, next to the list. A click opens them.
///
/// It is drawn after every key, so it consists of text lines instead of views. History and photo are loaded only when
/// the cursor rests.
final class PreviewPane: View {
    /// The item, or `nil` for none.
    private(set) var item: Item?
    /// Called to open the details at a field.
    var onOpen: (FieldKey?) -> Void = { _ in }
    /// Called when the cursor rests on an item, to load its history and photo.
    var onRest: (Item) -> Void = { _ in }

    var presentation: ItemPresentation
    private let picture = ImageView(contentMode: .aspectFit)
    private var history: [String] = []
    private var lines: [Line] = []
    private var laidOut = Size.zero
    private var looks = Theme()
    private var offset = 0
    private var rest: ViewTimer?

    private struct Line {
        var text: StyledText
        var field: FieldKey?
    }

    init(_ presentation: ItemPresentation) {
        self.presentation = presentation
        super.init()
        addSubview(picture)
    }

    /// Shows an item, or a newer version of it.
    func show(_ item: Item?) {
        guard item != self.item else { return }
        if item?.id != self.item?.id {
            offset = 0
            history = []
        }
        if item?.photo != self.item?.photo { picture.image = nil }
        self.item = item
        lines = []
        setNeedsDisplay()
        rest?.cancel()
        guard let item, !isHidden else { return }
        rest = schedule(after: .milliseconds(150)) { [weak self] in self?.onRest(item) }
    }

    /// Shows the history of an item if the item is still shown. `commits` are oldest first; the newest is shown at the
    /// top.
    func show(history commits: [Commit], of item: Item) {
        guard item.id == self.item?.id else { return }
        history = presentation.sentences(of: commits, item).reversed()
        lines = []
        setNeedsDisplay()
    }

    /// Shows a picture of the item, if the item is still shown.
    func show(picture image: Image?, of item: Item) {
        guard item.id == self.item?.id else { return }
        picture.image = image
        lines = []
        setNeedsLayout()
    }

    private var pictureHeight: Int { picture.image == nil ? 0 : max(1, min(14, bounds.height / 3)) }

    override func layoutSubviews() {
        picture.frame = Rect(x: 1, y: 0, width: max(0, bounds.width - 2), height: pictureHeight)
    }

    /// Returns the lines of the item: its name, its fields, and its history.
    private func makeLines(_ item: Item, width: Int, _ theme: Theme) -> [Line] {
        var lines: [Line] = []
        func add(_ text: String, _ style: Style, indent: Int = 0, _ field: FieldKey?) {
            for line in text.visible(lineBreaks: .kept).wrapped(to: max(1, width - indent)) {
                let blank = String(repeating: " ", count: indent)
                lines.append(Line(text: StyledText(blank + line, style), field: field))
            }
        }
        add(item.shownName + (item.isFavorite ? " ★" : ""), theme.header, "name")
        let badges = ItemPresentation.badges(of: item, on: .today).map(\.text)
        let marks = [ItemPresentation.problemMark(of: item)].compactMap(\.self) + badges
        if !marks.isEmpty { add(marks.joined(separator: " "), theme.mark, nil) }
        lines.append(Line(text: ""))
        let rows = DetailForm(item, own: presentation.ownFields).orderedRows.filter {
            $0.id != "name" && $0.id != "isFavorite"
        }
        struct Fact {
            var title: String
            var text: String
            var key: FieldKey
        }
        let facts = rows.compactMap { row -> Fact? in
            let text =
                row.id == "files"
                ? FileEntry.lines(of: item.files, photo: item.photo).joined(separator: "\n")
                : row.id == "photo"
                    ? (item.photo == nil ? "" : "▣") : presentation.text(of: row.id, in: item, on: .today)
            return text.isEmpty ? nil : Fact(title: row.titleWithUnit, text: text, key: row.id)
        }
        let column = min(width / 2, facts.map(\.title.columnWidth).max() ?? 0)
        for fact in facts {
            let shown = fact.text.visible(lineBreaks: .kept).wrapped(to: max(1, width - column - 2))
            let style =
                fact.key == "valueInDollars"
                ? (presentation.emphasis(of: item) == .high ? theme.destructive : theme.positive) : theme.text
            for (index, part) in shown.enumerated() {
                let name = index == 0 ? fact.title.truncated(to: column) : ""
                let blank = String(repeating: " ", count: max(0, column - name.columnWidth) + 2)
                let text = StyledText(name + blank, theme.secondary) + StyledText(part, style)
                lines.append(Line(text: text, field: fact.key))
            }
        }
        if !history.isEmpty {
            lines.append(Line(text: ""))
            add(String(localized: "History"), theme.header, nil)
            for sentence in history { add(sentence, theme.secondary, nil) }
        }
        return lines
    }

    override func draw(in context: DrawingContext) {
        guard let item else { return }
        let width = max(1, bounds.width - 2)
        if lines.isEmpty || laidOut != bounds.size || looks != context.theme {
            (laidOut, looks) = (bounds.size, context.theme)
            lines = makeLines(item, width: width, context.theme)
        }
        let height = bounds.height - pictureHeight
        offset = min(offset, max(0, lines.count - height))
        for (y, line) in lines[min(offset, lines.count)...].prefix(max(0, height)).enumerated() {
            context.draw(line.text, x: 1, y: pictureHeight + y, width: width)
        }
        if lines.count - offset > height, height > 0 {
            context.draw("⋮", context.theme.border, x: bounds.width - 1, y: bounds.height - 1)
        }
    }

    /// A click opens the details at the clicked field; the wheel scrolls.
    override func pointer(_ event: PointerEvent) -> Bool {
        switch event.kind {
        case .press where event.button == .left:
            guard item != nil else { return false }
            let index = event.location.y - pictureHeight + offset
            onOpen(lines.indices.contains(index) ? lines[index].field : nil)
            return true
        case .wheel(_, let y):
            offset = max(0, offset + y * 3)
            setNeedsDisplay()
            return true
        default: return false
        }
    }
}
