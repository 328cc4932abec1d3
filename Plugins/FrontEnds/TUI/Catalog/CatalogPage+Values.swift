import TerminalKit

extension CatalogPage {
    static func slider(_ sample: Sample) {
        let control = Slider(value: 42, minimum: 0, maximum: 100)
        sample.show(control)
        sample.watch(control) { "The value is \(Int(control.value.rounded()))." }
        sample.enabled(control)
        sample.flag("Continuous", true) { control.isContinuous = $0 }
        sample.flag("Images", false) { isOn in
            control.endImages = isOn ? ("-", "+") : nil
            control.knobImage = isOn ? "◆" : "●"
        }
        sample.show(
            beside: Button("To 75, animated") { [unowned control] in control.setValue(75, .standard) }
        )
        sample.number("Minimum", 0, -100...100, step: 10) { control.minimum = $0 }
        sample.number("Maximum", 100, -100...200, step: 10) { control.maximum = $0 }
        sample.tint { control.tint = $0 }
    }

    static func stepper(_ sample: Sample) {
        let control = Stepper(value: 5, minimum: 0, maximum: 10)
        sample.show(beside: control)
        sample.watch(control) { "The value is \(Int(control.value))." }
        sample.enabled(control)
        sample.number("Minimum", 0, -10...10) { control.minimum = $0 }
        sample.number("Maximum", 10, 0...100, step: 5) { control.maximum = $0 }
        sample.number("Step", 1, 1...5) { control.step = $0 }
        sample.flag("Repeats while held", true) { control.autorepeats = $0 }
        sample.flag("Wraps", false) { control.wraps = $0 }
        sample.flag("Shows its value", true) { control.showsValue = $0 }
        sample.flag("Images", false) { control.images = $0 ? ("▼", "▲") : ("[-]", "[+]") }
    }

    static func progress(_ sample: Sample) {
        let activity = ActivityIndicator("Thinking")
        activity.startAnimating()
        let bar = ProgressView(progress: 0.4)
        sample.show(beside: activity)
        sample.show(bar)
        sample.note("The indicator turns by itself.")
        sample.flag("Animating", true) {
            if $0 { activity.startAnimating() } else { activity.stopAnimating() }
        }
        sample.flag("Hides when stopped", true) { activity.hidesWhenStopped = $0 }
        sample.choice("Style", ["Small", "Large", "Dots"]) { activity.style = [.small, .large, .dots][$0] }
        sample.number("Progress in percent", 40, 0...100, step: 10) { bar.setProgress($0 / 100, .standard) }
        sample.tint { bar.tint = $0 }
    }
}
