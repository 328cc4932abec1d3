import TerminalKit
import TerminalText

/// What stands over the list: search, adding, editing, sorting, favorites, sections.
final class ListHeader: View {
    let search: SearchBar
    let add = Button("Add", kind: .add)
    let edit = Button("Edit")
    let sort: SegmentedControl
    let favorites = Switch()
    let sections = Button("Sections")
    /// What is shown in place of what was searched for; without a text it takes no room.
    let note = Label("", lines: 2)

    private let favoritesLabel = Label("Favorites")
    private let sortLabel = Label("Sort")

    init(sorts: [String], scopes: [String]) {
        search = SearchBar(placeholder: "Search", scopes: scopes)
        search.showsScopesOnDemand = true
        sort = SegmentedControl(sorts, selectedIndex: 0)
        super.init()
        for view in [add, edit, sortLabel, sort, favoritesLabel, favorites, sections, search, note] {
            addSubview(view)
        }
        note.style = Theme().header
    }

    private var groups: [[View]] {
        [[add], [edit], [sortLabel, sort], [favoritesLabel, favorites]]
    }

    /// The groups with their places: one after the other, onto the next line where there is no room.
    private func places(width: Int) -> [(view: View, frame: Rect)] {
        var places: [(view: View, frame: Rect)] = []
        var (x, y) = (0, 0)
        for group in groups {
            let sizes = group.map { $0.measure(.unlimited) }
            let columns = sizes.reduce(group.count - 1) { $0 + $1.width }
            if x > 0, x + columns > width { (x, y) = (0, y + 1) }
            for (view, size) in zip(group, sizes) {
                places.append((view, Rect(x: x, y: y, width: min(size.width, max(0, width - x)), height: 1)))
                x += size.width + 1
            }
            x += 1
        }
        return places
    }

    override func sizeThatFits(_ available: Size) -> Size {
        let lines = places(width: available.width).map(\.frame.maxY).max() ?? 0
        let beside = Size(width: max(0, available.width - sections.measure(.unlimited).width - 1), height: 2)
        return Size(
            width: available.width,
            height: lines + search.measure(beside).height + noteHeight(width: available.width))
    }

    private func noteHeight(width: Int) -> Int {
        note.text.columnWidth == 0 ? 0 : note.measure(Size(width: width, height: 2)).height
    }

    override func layoutSubviews() {
        let places = places(width: bounds.width)
        for (view, frame) in places { view.frame = frame }
        let top = places.map(\.frame.maxY).max() ?? 0
        let columns = min(sections.measure(.unlimited).width, bounds.width)
        let left = max(0, bounds.width - columns - 1)
        let bottom = max(top, bounds.height - noteHeight(width: bounds.width))
        note.frame = Rect(y: bottom, width: bounds.width, height: bounds.height - bottom)
        search.frame = Rect(x: 0, y: top, width: left, height: bottom - top)
        sections.frame = Rect(
            x: bounds.width - columns, y: top, width: columns, height: min(1, search.frame.height))
    }
}
