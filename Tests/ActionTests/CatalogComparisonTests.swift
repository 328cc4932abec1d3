import LootActions
import Testing

@testable import HTTP
@testable import TUI

@Suite @MainActor struct CatalogComparisonTests {
    @Test(arguments: CatalogEntry.allCases)
    func `the page's catalog has every property that the terminal's has`(entry: CatalogEntry) {
        let sample = Sample()
        TUI.CatalogPage(entry: entry).fill(sample)
        let page = Set(CatalogSample.of(entry).properties.map(\.title))
        #expect(Set(sample.properties).subtracting(page).isEmpty)
    }
}
