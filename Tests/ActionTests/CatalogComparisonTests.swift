import LootActions
import TerminalKit
import Testing

@testable import HTTP
@testable import TUI

@Suite @MainActor struct CatalogComparisonTests {
    private func sample(_ entry: CatalogEntry) -> Sample {
        let sample = Sample()
        TUI.CatalogPage(entry: entry).fill(sample)
        return sample
    }

    @Test(arguments: CatalogEntry.allCases)
    func `the page's catalog has every property that the terminal's has, with the same kind of control`(
        entry: CatalogEntry
    ) {
        let page = CatalogSample.of(entry).properties
        for (title, control) in sample(entry).properties {
            let property = page.first { $0.title == title }
            switch (control, property) {
            case (is Switch, .flag?), (is Stepper, .number?), (is TextField, .text?): break
            case (let control as SegmentedControl, .choice(_, _, let choices)?):
                #expect(control.segments.count == choices.count, "\(title)")
            default:
                Issue.record("\(title): \(type(of: control)) in the terminal, \(property as Any) on the page")
            }
        }
    }

    /// The kinds of views, and a part of the markup that each has on the page.
    private static let kinds: [(view: View.Type, markup: String)] = [
        (Button.self, "<button"), (Switch.self, "role=\"switch\""), (Slider.self, "type=\"range\""),
        (Stepper.self, "class=\"stepper\""), (SegmentedControl.self, "class=\"segmented\""),
        (PageControl.self, "class=\"dots\""), (ActivityIndicator.self, "class=\"spinner\""),
        (ProgressView.self, "<progress"), (TextField.self, "<input type=\"text\""),
        (TextView.self, "<textarea"),
        (SearchBar.self, "type=\"search\""), (DatePicker.self, "type=\"date\""),
        (PickerView.self, "class=\"wheels\""), (ImageView.self, "<img"),
        (ScrollView.self, "class=\"scroller"),
        (TiledView.self, "tiled"), (TableView.self, "class=\"(groups|rows)\""),
        (Toolbar.self, "role=\"toolbar\""),
    ]

    @Test(arguments: CatalogEntry.allCases)
    func `the page's catalog shows every kind of view that the terminal's shows`(entry: CatalogEntry) throws {
        let sample = sample(entry)
        let controls = Set(sample.properties.values.map(ObjectIdentifier.init))
        /// Returns the outermost views of known kinds.
        func shown(in view: View) -> [String] {
            if controls.contains(ObjectIdentifier(view)) { return [] }
            let known = Self.kinds.first { type(of: view) == $0.view }
            let isContainer = view is ScrollView || view is Toolbar
            return (known.map { [$0.markup] } ?? [])
                + (known == nil || isContainer ? view.subviews.flatMap(shown) : [])
        }
        let markup = CatalogSample.of(entry).stage.markup
        for kind in Set(shown(in: sample.stack)) {
            #expect(markup.contains(try Regex(kind)), "\(kind)")
        }
    }
}
