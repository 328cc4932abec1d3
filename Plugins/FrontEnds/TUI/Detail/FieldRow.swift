import LootActions
import LootCore
import TerminalKit
import TerminalText

/// One field of an item: its title, and either its value to be read, or its control and what is wrong with it.
///
/// While it is read, keys come to the row itself; while it is edited, to the control.
final class FieldRow: View {
    let key: FieldKey
    /// Whether the control is shown, and not only the value.
    var isEditing = false { didSet { if isEditing != oldValue { modeChanged() } } }
    /// The person wants to edit this field.
    var onEdit: () -> Void = {}
    /// The person chose what was made of the field elsewhere, or what they typed.
    var onSettle: (_ takingTheirs: Bool) -> Void = { _ in }

    private let title: Label
    private let name: String
    private var isChanged = false
    private var hasConflict = false
    private let reading = Label("", lines: 0)
    private let control: FieldControl
    private let problem = Label("", lines: 0)
    private let theirs = Label("", lines: 0)
    private let mineButton = Button("Keep mine")
    private let theirsButton = Button("Take theirs")
    private let conflict: StackView
    private let line: StackView
    /// What stands before a value that stands below its title.
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

    /// What the control's keys do, for the hints.
    var hint: String { control.hint }

    /// Shows what the form holds.
    func show(_ row: DetailForm.Row) {
        control.show(row.text)
        isChanged = row.isChanged
        problem.text = StyledText(row.problem.map { "! " + $0.explanation } ?? "")
        hasConflict = row.theirs != nil
        modeChanged()
    }

    /// Shows how the value reads.
    func show(reading text: String) {
        reading.text = StyledText(text.isEmpty ? "–" : text, lineBreaks: .kept)
        theirs.text = StyledText(
            "≠ Theirs, changed elsewhere: " + (text.isEmpty ? "(empty)" : text), lineBreaks: .kept)
    }

    /// Shows a text in the control, whatever the form holds.
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

    /// Puts the focus where keys go: to the control while the field is edited, else to the row.
    func focusField() { if isEditing { control.focus() } else { focus() } }

    /// Puts the focus on the choice between both sides.
    func focusConflict() { mineButton.focus() }

    /// Two clicks edit.
    override func pointer(_ event: PointerEvent) -> Bool {
        guard !isEditing, event.kind == .press, event.button == .left else { return false }
        if event.clicks == 2 { onEdit() }
        return true
    }

    // MARK: Layout

    /// Where there is little room the value stands below its title.
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
    /// The title with what the values are measured in: `size (cm)`.
    var titleWithUnit: String { unit.map { "\(title) (\($0))" } ?? title }
}
