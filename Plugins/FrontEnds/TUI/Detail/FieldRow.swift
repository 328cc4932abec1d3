import LootActions
import LootCore
import TerminalKit
import TerminalText

/// A row with the title of a field. Outside editing mode, it shows the value and can have the focus. In editing mode,
/// it shows the control, which can have the focus, and problems.
final class FieldRow: View {
    let key: FieldKey
    /// Whether the control is shown instead of the value.
    var isEditing = false { didSet { if isEditing != oldValue { modeChanged() } } }
    /// Called when the person wants to edit the field.
    var onEdit: () -> Void = {}
    /// Called when the person resolves a conflict, with whether they chose the change made elsewhere.
    var onSettle: (_ takingTheirs: Bool) -> Void = { _ in }

    private let title: Label
    private let name: String
    private var isChanged = false
    private var hasConflict = false
    private let reading = Label("", lines: 0)
    private let control: FieldControl
    private let problem = Label("", lines: 0)
    private let theirs = Label("", lines: 0)
    private let mineButton = Button(String(localized: "Keep mine"))
    private let theirsButton = Button(String(localized: "Use theirs"))
    private let conflict: StackView
    private let line: StackView
    /// The indentation of a value that is shown below its title.
    private let indent = View()
    private let stack: StackView

    init(_ row: DetailForm.Row, _ control: FieldControl, labels: WidthGroup) {
        key = row.id
        name = row.titleWithUnit
        title = Label(StyledText(name), alignment: .leading)
        title.widthGroup = labels
        self.control = control
        indent.fixedWidth = 2
        indent.isHidden = true
        let value = StackView(.horizontal, alignment: .leading, [indent, reading, control.view])
        line = StackView(.horizontal, spacing: 2, alignment: .leading, [title, value])
        for view in [value, reading, control.view] { view.hugging.horizontal = 1 }
        for view in [value, reading] { view.compressionResistance.horizontal = 100 }
        let buttons = StackView(
            .horizontal, spacing: 2, alignment: .leading, [mineButton, theirsButton, Spacer()])
        conflict = StackView(.vertical, [theirs, buttons])
        conflict.insets = Insets(horizontal: 2)
        stack = StackView(.vertical, [line, problem, conflict])
        super.init()
        addSubview(stack)
        problem.style = Theme().destructive
        theirs.style = Theme().destructive
        mineButton.on(.primaryAction) { [weak self] in self?.onSettle(false) }
        theirsButton.on(.primaryAction) { [weak self] in self?.onSettle(true) }
        show(row)
        modeChanged()
    }

    /// A short description of the control's keys.
    var hint: String { control.hint }

    /// Shows the text, the problem and the conflict of a row of the form.
    func show(_ row: DetailForm.Row) {
        control.show(row.text)
        isChanged = row.isChanged
        problem.text = StyledText(row.problem.map { "! \($0.explanationAndAdvice)" } ?? "")
        hasConflict = row.theirs != nil
        modeChanged()
    }

    /// Shows the formatted value, which is also the value of the other side in a conflict.
    func show(reading text: String) {
        reading.text = StyledText(text.isEmpty ? "–" : text, lineBreaks: .kept)
        theirs.text = StyledText(
            text.isEmpty
                ? String(localized: "≠ Theirs, changed elsewhere: (empty)")
                : String(localized: "≠ Theirs, changed elsewhere: \(text)"), lineBreaks: .kept)
    }

    /// Shows the given text in the control instead of the form's.
    func show(inControl text: String) { control.show(text) }

    private func modeChanged() {
        reading.isHidden = isEditing
        control.view.isHidden = !isEditing
        problem.isHidden = !isEditing || problem.text.columnWidth == 0
        conflict.isHidden = !isEditing || !hasConflict
        showTitle()
    }

    private func showTitle() {
        let mark = isEditing ? (isChanged ? "* " : "  ") : (isFocused ? "› " : "  ")
        title.text = StyledText(mark + name)
        title.style = isFocused ? Theme().header : nil
    }

    // MARK: Focus

    override var canBecomeFocused: Bool { !isEditing }

    override func focusChanged() { showTitle() }

    /// Focuses the control in editing mode, and otherwise the row.
    func focusField() { if isEditing { control.focus() } else { focus() } }

    /// Focuses the buttons that resolve a conflict.
    func focusConflict() { mineButton.focus() }

    /// A double click starts editing.
    override func pointer(_ event: PointerEvent) -> Bool {
        guard !isEditing, event.kind == .press, event.button == .left else { return false }
        if event.clicks == 2 { onEdit() }
        return true
    }

    // MARK: Layout

    /// Shows the value below its title if the row is narrow.
    override func sizeThatFits(_ available: Size) -> Size {
        let axis: StackView.Axis = available.width < 40 ? .vertical : .horizontal
        if line.axis != axis {
            line.axis = axis
            line.spacing = axis == .vertical ? 0 : 2
            line.alignment = axis == .vertical ? .fill : .leading
            indent.isHidden = axis == .horizontal
        }
        return stack.measure(available)
    }

    override func layoutSubviews() { stack.frame = bounds }
}

extension DetailForm.Row {
    /// The title with the unit of its values, such as `size (cm)`.
    var titleWithUnit: String { unit.map { "\(title) (\($0))" } ?? title }
}
