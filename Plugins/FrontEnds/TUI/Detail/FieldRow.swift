import LootControllers
import LootCore
import TerminalKit
import TerminalText

/// One field of the form: its title, its control, and what is wrong with it.
final class FieldRow: View {
    let key: FieldKey
    private let title: Label
    private let control: FieldControl
    private let problem = Label("", lines: 0)
    private let line: StackView
    private let stack: StackView

    init(_ row: DetailForm.Row, _ control: FieldControl, labels: WidthGroup) {
        key = row.id
        title = Label(StyledText(row.title), alignment: .leading)
        title.widthGroup = labels
        self.control = control
        line = StackView(.horizontal, spacing: 2, alignment: .leading, [title, control.view])
        control.view.hugging.horizontal = 1
        problem.isHidden = true
        stack = StackView(.vertical, [line, problem])
        super.init()
        addSubview(stack)
        show(row)
    }

    /// Shows what the form holds.
    func show(_ row: DetailForm.Row) {
        show(text: row.text)
        title.text = StyledText((row.isChanged ? "*" : " ") + row.title)
        title.style = nil
        problem.isHidden = row.problem == nil
        if let error = row.problem { problem.text = StyledText("! " + error.explanation) }
        problem.style = Theme().destructive
    }

    /// Shows a text in the control, whatever the form holds.
    func show(text: String) { control.show(text) }

    func focusControl() { control.focus() }

    /// Where there is little room the control stands below its title.
    override func sizeThatFits(_ available: Size) -> Size {
        let axis: StackView.Axis = available.width < 40 ? .vertical : .horizontal
        if line.axis != axis {
            line.axis = axis
            line.spacing = axis == .vertical ? 0 : 2
        }
        return stack.measure(available)
    }

    override func layoutSubviews() { stack.frame = bounds }
}
