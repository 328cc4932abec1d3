import Localization
import TerminalKit
import TerminalText

/// The controls above the list: search, add, edit, sort, favorites and sections.
final class ListHeader: View {
    let search: SearchBar
    let add = Button(String(localized: "Add"), kind: .add)
    let edit = Button(String(localized: "Edit"))
    let sort: SegmentedControl
    let favorites = Switch()
    let sections = Button(String(localized: "Sections"))
    /// A note that other items are shown because the search found none. Hidden if it is empty.
    let note = Label("", lines: 2)
    /// The titles of the columns. Hidden if there are none.
    let titles = ColumnTitles()
    /// Whether only the search is shown, because the screen is small.
    var isCompact = false { didSet { if isCompact != oldValue { setNeedsLayout() } } }

    private let favoritesLabel = Label(String(localized: "Favorites"))
    private let sortLabel = Label(String(localized: "Sort"))

    init(sorts: [String], scopes: [String]) {
        search = SearchBar(placeholder: String(localized: "Search"), scopes: scopes)
        search.showsScopesOnDemand = true
        sort = SegmentedControl(sorts, selectedIndex: 0)
        super.init()
        for view in [add, edit, sortLabel, sort, favoritesLabel, favorites, sections, search, note, titles] {
            addSubview(view)
        }
        note.style = Theme().header
    }

    private var groups: [[View]] {
        isCompact ? [] : [[add], [edit], [sortLabel, sort], [favoritesLabel, favorites]]
    }

    /// Returns the frames of the controls. Groups that don't fit wrap to the next line.
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
        let beside = Size(width: max(0, available.width - sectionsWidth - 1), height: 2)
        return Size(
            width: available.width,
            height: lines + search.measure(beside).height + noteHeight(width: available.width)
                + titlesHeight)
    }

    private var sectionsWidth: Int { isCompact ? 0 : sections.measure(.unlimited).width }
    private var titlesHeight: Int { titles.isHidden ? 0 : 1 }

    private func noteHeight(width: Int) -> Int {
        note.text.columnWidth == 0 ? 0 : note.measure(Size(width: width, height: 2)).height
    }

    override func layoutSubviews() {
        let places = places(width: bounds.width)
        for (view, frame) in places { view.frame = frame }
        for view in [add, edit, sortLabel, sort, favoritesLabel, favorites, sections] {
            view.isHidden = isCompact
        }
        let top = places.map(\.frame.maxY).max() ?? 0
        let columns = min(sectionsWidth, bounds.width)
        let left = max(0, bounds.width - (columns == 0 ? 0 : columns + 1))
        let end = bounds.height - titlesHeight
        let bottom = max(top, end - noteHeight(width: bounds.width))
        note.frame = Rect(y: bottom, width: bounds.width, height: end - bottom)
        titles.frame = Rect(y: end, width: bounds.width, height: titlesHeight)
        search.frame = Rect(x: 0, y: top, width: left, height: bottom - top)
        sections.frame = Rect(
            x: bounds.width - columns, y: top, width: columns, height: min(1, search.frame.height))
    }
}
