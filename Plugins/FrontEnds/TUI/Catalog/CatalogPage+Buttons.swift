import TerminalKit
import TerminalText

extension CatalogPage {
    static func button(_ sample: Sample) {
        let plain = Button("Press me")
        plain.setTitle("Let go…", for: .highlighted)
        let buttons = [
            plain, Button("Details", kind: .detailDisclosure), Button("Information", kind: .infoLight),
            Button("Add", kind: .add), Button("Dark", kind: .infoDark), Button("Custom", kind: .custom),
        ]
        buttons[5].setBackground(Style(background: .ansi(.blue)), for: .normal)
        buttons[5].setBackground(Style(background: .ansi(.magenta)), for: .selected)
        var presses = 0
        for button in buttons {
            button.on(.primaryAction) { [unowned button, unowned sample] in
                presses += 1
                sample.note("“\(button.title)” pressed; \(presses) in all.")
            }
        }
        sample.show(beside: buttons[0], buttons[1], buttons[2], buttons[3])
        sample.show(beside: buttons[4], buttons[5])
        sample.text("Title", plain.title) { plain.title = $0 }
        sample.text("Title while pressed", "Let go…") { plain.setTitle($0, for: .highlighted) }
        sample.flag("Enabled", true) { isOn in for button in buttons { button.isEnabled = isOn } }
        sample.flag("Selected", false) { isOn in for button in buttons { button.isSelected = isOn } }
        sample.flag("Image", false) { isOn in
            for button in buttons { button.setImage(isOn ? "★" : nil, for: .normal) }
        }
        sample.choice("Alignment", ["None", "Left", "Center", "Right"]) { choice in
            plain.fixedWidth = choice == 0 ? nil : 24
            plain.contentAlignment = [.leading, .leading, .center, .trailing][choice]
        }
        sample.tint { tint in for button in buttons { button.tint = tint } }
    }

    static func switches(_ sample: Sample) {
        let control = Switch(isOn: true)
        sample.show(beside: control)
        sample.watch(control) { "It is \(control.isOn ? "on" : "off")." }
        sample.enabled(control)
        sample.flag("Images instead of a knob", false) { control.images = $0 ? ("☀ day", "☾ night") : nil }
        let animated = Button("Turn it over, animated") { [unowned control] in
            control.setOn(!control.isOn, .standard)
        }
        sample.show(beside: animated)
        sample.tint { control.tint = $0 }
    }

    static func segments(_ sample: Sample) {
        let control = SegmentedControl(["Check", "Search", "Tools"], selectedIndex: 0)
        sample.show(beside: control)
        sample.watch(control) {
            control.selectedIndex.map { "“\(control.segments[$0])” chosen." } ?? "Nothing is chosen."
        }
        sample.enabled(control)
        sample.flag("Momentary", false) { control.isMomentary = $0 }
        sample.flag("Images", false) { control.images = $0 ? [0: "✓", 1: "⌕"] : [:] }
        sample.show(
            beside: Button("Insert a segment") { [unowned control] in control.insertSegment("New", at: 1) },
            Button("Remove a segment") { [unowned control] in control.removeSegment(at: 1) })
        sample.number("Segments", 3, 1...6) { count in
            control.segments = (0..<Int(count)).map {
                ["Check", "Search", "Tools", "Four", "Five", "Six"][$0]
            }
        }
    }

    static func pages(_ sample: Sample) {
        let control = PageControl(numberOfPages: 5, currentPage: 2)
        sample.show(beside: control)
        sample.watch(control) { "Page \(control.currentPage + 1) of \(control.numberOfPages)." }
        sample.enabled(control)
        sample.number("Pages", 5, 0...10) { control.numberOfPages = Int($0) }
        sample.flag("Hides for a single page", false) { control.hidesForSinglePage = $0 }
    }
}
