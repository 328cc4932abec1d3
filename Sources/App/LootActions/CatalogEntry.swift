/// A control or another view that the catalogs of the front ends show.
package enum CatalogEntry: String, CaseIterable, Sendable {
    case button, `switch`, segments, pages
    case slider, stepper, progress
    case label, field, view, search
    case date, picker, image
    case table, scroll, alert, toolbar, gestures, windows
    case stack, tiles, cells, responders

    /// A group of entries.
    package enum Group: String, CaseIterable, Sendable {
        case buttons = "Buttons and switches"
        case values = "Values and progress"
        case texts = "Text"
        case pickers = "Pickers and pictures"
        case containers = "Containers and questions"
        case layout = "Layout"

        /// The entries of the group, in order.
        package var entries: [CatalogEntry] { CatalogEntry.allCases.filter { $0.group == self } }
    }

    package var group: Group {
        switch self {
        case .button, .switch, .segments, .pages: .buttons
        case .slider, .stepper, .progress: .values
        case .label, .field, .view, .search: .texts
        case .date, .picker, .image: .pickers
        case .table, .scroll, .alert, .toolbar, .gestures, .windows: .containers
        case .stack, .tiles, .cells, .responders: .layout
        }
    }

    package var title: String { texts.title }

    /// The features, in a few words.
    package var summary: String { texts.summary }

    private var texts: (title: String, summary: String) {
        switch self {
        case .button: ("Button", "kinds, titles, tint")
        case .switch: ("Switch", "on and off")
        case .segments: ("Segmented control", "sticky or momentary")
        case .pages: ("Page control", "pages and the current one")
        case .slider: ("Slider", "minimum, maximum, continuous")
        case .stepper: ("Stepper", "steps, ends, wrapping")
        case .progress: ("Activity and progress", "with or without a known end")
        case .label: ("Label", "lines, wrapping, truncation")
        case .field: ("Text field", "kinds of input, accessories")
        case .view: ("Text view", "many lines, links, selection")
        case .search: ("Search bar", "with scopes")
        case .date: ("Date picker", "time, date, both, count-down")
        case .picker: ("Picker", "several wheels")
        case .image: ("Image view", "content modes, sequences")
        case .table: ("Table", "groups, cells, editing, actions")
        case .scroll: ("Scroll view", "paging, zooming, pull to refresh")
        case .alert: ("Alert and action sheet", "questions over everything")
        case .toolbar: ("Toolbar", "controls on a bar")
        case .gestures: ("Gestures", "taps, drags, swipes, pinches")
        case .windows: ("Two windows on one list", "each follows the other")
        case .stack: ("Stack", "distributions, alignment, priorities")
        case .tiles: ("Tiled view", "content of any size")
        case .cells: ("Cells of views", "controls in cells, deleting and moving")
        case .responders: ("Responders", "actions without a target")
        }
    }
}
