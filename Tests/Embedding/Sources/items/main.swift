import Foundation
import LootControllers
import LootCore
import MemoryStorePlugin
import TerminalKit
import ValueSectioningPlugin

/// The list of items, with a header, an editing mode, favorites, sections, and a form for each item.
final class ItemsViewController {
    let items: ItemsController
    let pages: NavigationView
    private let (edit, add, favorites) = (Button("Edit"), Button("Add", kind: .add), Switch())

    init(_ store: any ItemStore) throws {
        items = ItemsController(store, query: Query(sectioning: try ValueSectioning(bounds: [50])))
        let header = StackView(.horizontal, spacing: 1, [edit, Label("Favorites"), favorites, Spacer(), add])
        pages = NavigationView(root: TableView(items.list, header: header), title: "LootLogger")
        edit.addTarget(self, ItemsViewController.toggleEditing, for: .primaryAction)
        add.addTarget(self, ItemsViewController.addNewItem, for: .primaryAction)
        favorites.addTarget(self, ItemsViewController.showFavorites, for: .valueChanged)
        items.onSelect = { [unowned self] item in
            let form = ItemForm(item)
            pages.push(form, title: item.name)
            pages.onPop = { [unowned self] _ in items.update(item, to: form.item) }
        }
    }

    func toggleEditing(_ sender: Control) {
        items.isEditing.toggle()
        edit.title = items.isEditing ? "Done" : "Edit"
    }

    func addNewItem(_ sender: Control) { items.add(.random()) }
    func showFavorites(_ sender: Control) {
        var query = items.query
        query.favoritesOnly = favorites.isOn
        items.setQuery(query)
    }
}

let controller = try ItemsViewController(MemoryStore())
let app = TerminalApplication(environment: ProcessInfo.processInfo.environment, content: controller.pages)
app.settle = { try? await controller.items.settle() }
try await app.run()
