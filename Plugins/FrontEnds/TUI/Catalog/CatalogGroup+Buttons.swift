import TerminalKit

extension CatalogGroup {
    static var buttonsAndSwitches: CatalogGroup {
        CatalogGroup(
            "Buttons and switches",
            [
                CatalogPage("Button", "kinds, titles, tint", button),
                CatalogPage("Switch", "on and off", switches),
                CatalogPage("Segmented control", "sticky or momentary", segments),
                CatalogPage("Page control", "pages and the current one", pages),
            ])
    }

    private static func button(_ sample: Sample) {
        let plain = Button("Press me")
        plain.setTitle("Let go…", for: .highlighted)
        let buttons = [
            plain, Button("Details", kind: .detailDisclosure), Button("Information", kind: .info),
            Button("Add", kind: .add),
        ]
        var presses = 0
        for button in buttons {
            button.on(.primaryAction) { [unowned button, unowned sample] in
                presses += 1
                sample.note("“\(button.title)” pressed; \(presses) in all.")
            }
        }
        sample.show(beside: buttons[0], buttons[1], buttons[2], buttons[3])
        sample.text("Title", plain.title) { plain.title = $0 }
        sample.flag("Enabled", true) { isOn in for button in buttons { button.isEnabled = isOn } }
        sample.flag("Selected", false) { isOn in for button in buttons { button.isSelected = isOn } }
        sample.tint { tint in for button in buttons { button.tint = tint } }
    }

    private static func switches(_ sample: Sample) {
        let control = Switch(isOn: true)
        sample.show(beside: control)
        sample.watch(control) { "It is \(control.isOn ? "on" : "off")." }
        sample.enabled(control)
        sample.tint { control.tint = $0 }
    }

    private static func segments(_ sample: Sample) {
        let control = SegmentedControl(["Check", "Search", "Tools"], selectedIndex: 0)
        sample.show(beside: control)
        sample.watch(control) {
            "“\(control.segments[control.selectedIndex ?? 0])” chosen."
        }
        sample.enabled(control)
        sample.flag("Momentary", false) { control.isMomentary = $0 }
        sample.number("Segments", 3, 1...6) { count in
            control.segments = (0..<Int(count)).map {
                ["Check", "Search", "Tools", "Four", "Five", "Six"][$0]
            }
        }
    }

    private static func pages(_ sample: Sample) {
        let control = PageControl(numberOfPages: 5, currentPage: 2)
        sample.show(beside: control)
        sample.watch(control) { "Page \(control.currentPage + 1) of \(control.numberOfPages)." }
        sample.enabled(control)
        sample.number("Pages", 5, 0...10) { control.numberOfPages = Int($0) }
        sample.flag("Hides for a single page", false) { control.hidesForSinglePage = $0 }
    }
}
