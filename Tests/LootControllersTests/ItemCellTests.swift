import ListKit
import LootActions
import LootControllers
import LootCore
import Testing

@Suite struct ItemCellTests {
    @Test func `a cell shows an item without a name as new, with its problem`() {
        let cell = ItemCell()
        cell.show(Item(name: "", isFavorite: true), ItemPresentation())
        #expect(cell.text == "New item (Favorite) (no name)")
    }
}
