import Foundation
import ListKit
import TerminalKit
import TerminalText

/// A page with a title and views.
struct Page {
    let title: String
    let views: () -> [View]
}

/// The list of pages.
final class Index: ListDataSource, ListDelegate {
    static let row = CellKind("page") { Cell() }
    let list = ListView()
    let navigation: NavigationView
    private let pages: [Page]

    // Views don't retain their data sources and delegates.
    private let (limit, wheels, words, settings) = (TenCharacters(), Wheels(), Words(), settingsCells())

    init() {
        navigation = NavigationView(root: TableView(list), title: "Gallery")
        pages = [
            Page(title: "Buttons", views: buttons), Page(title: "Values", views: values),
            Page(title: "Text") { [limit] in texts(limit) },
            Page(title: "Dates and wheels") { [wheels] in pickers(wheels) },
            Page(title: "Images and scrolling", views: images),
            Page(title: "Stacks") { [wheels] in stacks(wheels) },
            Page(title: "Gestures and alerts", views: gestures),
            Page(title: "Cells") { [words, settings] in cells([settings, words]) },
        ]
        list.dataSource = self
        list.delegate = self
    }

    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { pages.count }

    func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell {
        let cell = list.dequeue(Self.row, for: path)
        cell.text = pages[path.row].title
        cell.accessory = .disclosure
        return cell
    }

    func list(_ list: ListView, didSelectRowAt path: RowPath) {
        let page = pages[path.row]
        let stack = StackView(.vertical, spacing: 1, page.views())
        stack.insets = Insets(horizontal: 2, vertical: 1)
        navigation.push(ScrollView(stack), title: page.title)
    }
}

let index = Index()
let environment = ProcessInfo.processInfo.environment
try await TerminalApplication(environment: environment, content: index.navigation).run()
