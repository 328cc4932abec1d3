import TerminalKit
import TerminalText

/// The content of a page of the catalog: a view, its last event, and controls for its properties.
final class Sample {
    let stack = StackView(.vertical, spacing: 1)
    private let events = Label("Nothing has happened yet.", lines: 2)
    private let labels = WidthGroup()
    /// The controls of the properties, by title.
    private(set) var properties: [String: Control] = [:]
    /// Objects that the page's views don't retain themselves.
    var kept: [AnyObject] = []

    /// Adds a view that fills the width.
    func show(_ view: View, lines: Int? = nil) {
        view.fixedHeight = lines
        stack.addSubview(view)
    }

    /// Adds views in a row, each with its preferred width.
    func show(beside views: View...) {
        stack.addSubview(StackView(.horizontal, spacing: 2, alignment: .leading, views + [Spacer()]))
    }

    /// Shows the given text as the last event.
    func note(_ text: String) { events.text = StyledText(text) }

    /// Shows a description of a control whenever it sends an event.
    func watch(_ control: Control, _ describe: @escaping () -> String) {
        control.on([.valueChanged, .primaryAction, .editingChanged]) { [weak self] in self?.note(describe()) }
    }

    /// Adds the label with the last event below the current views, unless it was already added.
    func showEvents() {
        guard events.superview == nil else { return }
        events.style = Style(.italic)
        stack.addSubview(events)
    }

    private func row(_ title: String, _ control: Control) {
        properties[title] = control
        if events.superview == nil {
            showEvents()
            stack.addSubview(Label(StyledText("Properties", Style(.bold))))
        }
        let label = Label(title)
        label.widthGroup = labels
        stack.addSubview(StackView(.horizontal, spacing: 2, alignment: .leading, [label, control, Spacer()]))
    }

    /// Adds a switch for a property.
    func flag(_ title: String, _ value: Bool, _ set: @escaping (Bool) -> Void) {
        let control = Switch(isOn: value)
        control.on(.valueChanged) { [unowned control] in set(control.isOn) }
        row(title, control)
    }

    /// Adds a stepper for a numeric property.
    func number(
        _ title: String, _ value: Double, _ range: ClosedRange<Double>, step: Double = 1,
        _ set: @escaping (Double) -> Void
    ) {
        let control = Stepper(value: value, minimum: range.lowerBound, maximum: range.upperBound, step: step)
        control.on(.valueChanged) { [unowned control] in set(control.value) }
        row(title, control)
    }

    /// Adds a segmented control for a property with a few values.
    func choice(_ title: String, _ names: [String], _ set: @escaping (Int) -> Void) {
        let control = SegmentedControl(names, selectedIndex: 0)
        control.on(.valueChanged) { [unowned control] in set(control.selectedIndex ?? 0) }
        row(title, control)
    }

    /// Adds a text field for a property.
    func text(_ title: String, _ value: String, _ set: @escaping (String) -> Void) {
        let control = TextField(value)
        control.fixedWidth = 30
        control.on(.editingChanged) { [unowned control] in set(control.text) }
        row(title, control)
    }

    /// Adds a switch that enables and disables controls.
    func enabled(_ controls: Control...) {
        flag("Enabled", true) { isOn in for control in controls { control.isEnabled = isOn } }
    }

    /// Adds a segmented control for a tint.
    func tint(_ set: @escaping (Style?) -> Void) {
        let tints: [Style?] = [
            nil, Style(foreground: .ansi(.magenta)), Style(.bold, foreground: .ansi(.yellow)),
        ]
        choice("Tint", ["Theme", "Magenta", "Yellow"]) { set(tints[$0]) }
    }
}

/// A page with key hints in its last line.
class HintedPage: View {
    private let content: View
    private let hint: String

    init(_ content: View, hint: String) {
        (self.content, self.hint) = (content, hint)
        super.init()
        addSubview(content)
    }

    private var lines: Int { bounds.height > 5 ? 1 : 0 }

    override func layoutSubviews() {
        content.frame = Rect(width: bounds.width, height: max(0, bounds.height - lines))
    }

    override func draw(in context: DrawingContext) {
        guard lines > 0 else { return }
        context.draw(hint, context.theme.secondary, y: bounds.height - 1, width: bounds.width)
    }
}

/// A scrollable page with a sample.
final class SamplePage: HintedPage {
    private let sample: Sample

    init(_ sample: Sample) {
        self.sample = sample
        sample.showEvents()
        sample.stack.insets = Insets(horizontal: 1)
        super.init(
            ScrollView(sample.stack), hint: "Tab next  Enter press  + - change  arrows within  Esc back")
    }
}
