import LootActions
import LootCore
import TerminalKit
import TerminalText

/// The actions of the photo and file controls.
struct PhotoActions {
    /// Chooses another photo.
    var choose: () -> Void
    /// Removes the photo.
    var remove: () -> Void
    /// Shows the menu of the item's files.
    var chooseForFiles: () -> Void
}

/// The control of a field. It shows the field's text and reports changes.
final class FieldControl {
    /// The view to show.
    let view: View
    /// A short description of its keys, or an empty text for plain text fields.
    let hint: String
    private let focusable: View
    private let display: (String) -> Void

    /// Creates the control for a row of the form.
    init(
        _ row: DetailForm.Row, currency: String, photo: PhotoActions,
        typeDate: @escaping (String) -> Void,
        complete: @escaping (String) -> String? = { _ in nil },
        onEnter: @escaping () -> Void,
        onChange: @escaping (String) -> Void
    ) {
        let parts: Parts
        switch row.control {
        case .photo: parts = FieldControl.photo(row.text, photo)
        case .files: parts = FieldControl.files(photo.chooseForFiles)
        case .text, .tags:
            parts = FieldControl.text(
                row.text, kind: .text, placeholder: FieldControl.example(of: row), onChange)
        case .choice(let choices):
            parts = FieldControl.choice(row.text, choices, of: row.title, onChange)
        case .decimal: parts = FieldControl.text(row.text, kind: .number, onChange)
        case .amount: parts = FieldControl.number(row.text, from: 0, kind: .text, before: currency, onChange)
        case .number(let range):
            parts = FieldControl.number(
                row.text, from: Amount(range.lowerBound), to: Amount(range.upperBound), before: nil, onChange)
        case .lines: parts = FieldControl.lines(row.text, onChange)
        case .toggle: parts = FieldControl.toggle(row.text, onChange)
        case .day, .moment:
            let isRequired = Field.with(key: row.id)?.traits.contains(.alwaysWritten) ?? false
            parts = DateControl.parts(
                row.text, hasTime: row.control == .moment, isOptional: !isRequired, typing: typeDate, onChange
            )
        }
        view = parts.view
        hint = FieldControl.hint(row.control)
        focusable = parts.focusable
        display = parts.display
        if let field = focusable as? TextField {
            field.on(.primaryAction, onEnter)
            field.completion = complete
        }
    }

    /// Returns an example for an empty field whose text has a special format.
    private static func example(of row: DetailForm.Row) -> String {
        let traits = Field.with(key: row.id)?.traits ?? []
        if traits.contains(.care) { return String(localized: "2026-11-20 EUR 40: New belt") }
        if traits.contains(.period) { return String(localized: "6 months") }
        if traits.contains(.depreciation) {
            return Depreciation.straightLineExample.text(in: .current)
        }
        return row.control == .tags ? String(localized: "one, two, three") : ""
    }

    private static func hint(_ control: DetailForm.Control) -> String {
        switch control {
        case .day, .moment: String(localized: "Enter: type the date; digits + -: change a part  ")
        case .toggle: String(localized: "Space: on or off  ")
        case .photo, .files: String(localized: "Enter: press the button  ")
        case .choice: String(localized: "Enter: show the choices; letters: pick one  ")
        case .text, .lines, .number, .amount, .decimal, .tags: ""
        }
    }

    /// Shows the given text, unless it is already shown.
    func show(_ text: String) { display(text) }

    func focus() { focusable.focus() }

    /// The view of a control, the view that gets the focus, and a closure that shows text.
    struct Parts {
        var view: View
        var focusable: View
        var display: (String) -> Void
    }

    private static func text(
        _ text: String, kind: InputKind, placeholder: String = "", _ onChange: @escaping (String) -> Void
    ) -> Parts {
        let field = TextField(text, placeholder: placeholder)
        field.inputKind = kind
        field.compressionResistance.horizontal = 100
        field.on(.editingChanged) { [unowned field] in onChange(field.text) }
        return Parts(view: field, focusable: field) { if $0 != field.text { field.text = $0 } }
    }

    /// Returns a text field for a number, with a stepper for the mouse.
    private static func number(
        _ text: String, from least: Amount, to greatest: Amount? = nil, kind: InputKind = .number,
        before: String?,
        _ onChange: @escaping (String) -> Void
    ) -> Parts {
        let parts = FieldControl.text(text, kind: kind, onChange)
        guard let field = parts.focusable as? TextField else { return parts }
        field.fixedWidth = 22
        // Select everything, so that typing replaces the number.
        field.on(.editingBegan) { [unowned field] in field.selectAll() }
        let stepper = Stepper(value: 0, minimum: -10, maximum: 10)
        stepper.showsValue = false
        stepper.takesFocus = false
        stepper.on(.valueChanged) { [unowned stepper] in
            let sum = ((try? AmountText(typed: field.text))?.amount ?? 0).adding(Int(stepper.value))
            stepper.value = 0
            guard let sum, sum >= least, sum <= greatest ?? sum else { return }
            field.text = DecimalNumber(FieldValue.amount(sum).description).text(in: .current)
            onChange(field.text)
        }
        let stack = StackView(.horizontal, spacing: 1, alignment: .leading)
        if let before { stack.addSubview(Label(before)) }
        stack.addSubview(field)
        stack.addSubview(stepper)
        stack.addSubview(Spacer())
        return Parts(view: stack, focusable: field, display: parts.display)
    }

    /// Returns a description of the photo with buttons. They act immediately, because a photo isn't part of the form.
    private static func photo(_ text: String, _ actions: PhotoActions) -> Parts {
        let mark = Label("")
        let another = Button(String(localized: "Choose…"), action: actions.choose)
        let none = Button(String(localized: "Remove"), action: actions.remove)
        mark.compressionResistance.horizontal = 100
        let display = { (text: String) in
            mark.text = StyledText(text.isEmpty ? "–" : "▣ " + (FileID(text)?.short ?? text))
            none.isHidden = text.isEmpty
        }
        display(text)
        let view = StackView(.horizontal, spacing: 2, alignment: .leading, [mark, another, none, Spacer()])
        return Parts(view: view, focusable: another, display: display)
    }

    /// Returns the number of files with a button. It acts immediately, because files aren't part of the form.
    private static func files(_ choose: @escaping () -> Void) -> Parts {
        let mark = Label("")
        let button = Button(String(localized: "Files…"), action: choose)
        mark.compressionResistance.horizontal = 100
        let display = { (text: String) in mark.text = StyledText(text.isEmpty ? "–" : text) }
        display("")
        let view = StackView(.horizontal, spacing: 2, alignment: .leading, [mark, button, Spacer()])
        return Parts(view: view, focusable: button, display: display)
    }

    private static func lines(_ text: String, _ onChange: @escaping (String) -> Void) -> Parts {
        let view = TextView(text)
        view.preferredLines = 3
        view.on(.editingChanged) { [unowned view] in onChange(view.text) }
        return Parts(view: view, focusable: view) { if $0 != view.text { view.text = $0 } }
    }

    private static func choice(
        _ text: String, _ choices: [String], of title: String, _ onChange: @escaping (String) -> Void
    ) -> Parts {
        let control = ChoiceControl(choices, of: title, chosen: text)
        control.on(.valueChanged) { [unowned control] in onChange(control.chosen) }
        return Parts(view: control, focusable: control) { control.chosen = $0 }
    }

    private static func toggle(_ text: String, _ onChange: @escaping (String) -> Void) -> Parts {
        let control = Switch(isOn: text == "true")
        control.on(.valueChanged) { [unowned control] in onChange(control.isOn ? "true" : "false") }
        return Parts(view: control, focusable: control) { control.isOn = $0 == "true" }
    }
}
