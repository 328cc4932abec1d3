import TerminalKit
import TerminalText

/// Views side by side.
func row(_ views: View...) -> View {
    StackView(.horizontal, spacing: 2, alignment: .baseline, views + [Spacer()])
}

func buttons() -> [View] {
    let result = Label("Press a button.")
    let buttons = Button.Kind.allCases.map { kind in
        let button = Button(String(describing: kind), kind: kind)
        button.on([.touchDown, .touchUpOutside]) { result.text = "Down, or up outside." }
        button.on(.primaryAction) { result.text = "Pressed." }
        return button
    }
    buttons[0].setTitle("let go", for: .highlighted)
    buttons[0].setImage("★", for: .normal)
    buttons[1].setBackground(Style(background: .ansi(.blue)), for: .normal)
    let segments = SegmentedControl(["Check", "Search", "Tools"], selectedIndex: 0)
    segments.insertSegment("New", at: 1)
    let momentary = SegmentedControl(["Undo", "Redo"])
    momentary.isMomentary = true
    return buttons + [row(Label("Sticky"), segments), row(Label("Momentary"), momentary), result]
}

func values() -> [View] {
    let onOff = Switch(isOn: true)
    let slider = Slider(value: 5, minimum: 0, maximum: 10)
    let progress = ProgressView(progress: 0.5)
    slider.endImages = ("-", "+")
    slider.on(.valueChanged) { progress.setProgress(slider.value / 10, .standard) }
    let stepper = Stepper(value: 1, maximum: 9)
    stepper.wraps = true
    let busy = ActivityIndicator("Working")
    busy.style = .large
    busy.startAnimating()
    onOff.on(.valueChanged) { onOff.isOn ? busy.startAnimating() : busy.stopAnimating() }
    return [
        row(Label("Switch"), onOff), row(Label("Slider"), slider), row(Label("Stepper"), stepper),
        row(Label("Page"), PageControl(numberOfPages: 5, currentPage: 2)), progress, busy,
    ]
}

/// Accepts at most ten characters.
final class TenCharacters: TextFieldDelegate {
    func textField(_ field: TextField, shouldReplace range: Range<String.Index>, with text: String) -> Bool {
        field.text.count + text.count <= 10
    }
}

func texts(_ limit: TenCharacters) -> [View] {
    let label = Label("A long text that doesn't fit on one line is truncated in the middle")
    label.truncation = .middle
    let justified = Label("Justified text fills each line of a paragraph except the last.", lines: 0)
    justified.isJustified = true
    justified.fixedWidth = 30
    let short = TextField(placeholder: "At most ten characters")
    short.delegate = limit
    let price = TextField("12")
    (price.leftAccessory, price.inputKind, price.borderStyle) = (Label("$"), .number, .rounded)
    price.inputAccessory = Label("Digits and a decimal point")
    let password = TextField(placeholder: "Password")
    password.isSecure = true
    let fields = [InputKind.telephone, .email, .url, .date].map { kind in
        let field = TextField(placeholder: String(describing: kind))
        field.inputKind = kind
        return field
    }
    let text = TextView("See https://example.org, ann@example.org or +49 30 901820.")
    text.detectors = [.link, .email, .telephone]
    let search = SearchBar(scopes: ["All", "Names"])
    search.showsScopesOnDemand = true
    return [label, justified, short, price, password] + fields + [text, search]
}

/// Two wheels.
final class Wheels: PickerDataSource, PickerDelegate {
    private let words = [["Fluffy", "Rusty", "Shiny"], ["Bear", "Spork", "Mac"]]
    func numberOfWheels(in picker: PickerView) -> Int { 2 }
    func picker(_ picker: PickerView, numberOfRowsInWheel wheel: Int) -> Int { words[wheel].count }
    func picker(_ picker: PickerView, titleForRow row: Int, inWheel wheel: Int) -> StyledText {
        StyledText(words[wheel][row])
    }
    func picker(_ picker: PickerView, rowHeightOfWheel wheel: Int) -> Int { wheel + 1 }
}

func pickers(_ wheels: Wheels) -> [View] {
    let picker = PickerView()
    picker.dataSource = wheels
    picker.delegate = wheels
    let now = DateTime(year: 2026, month: 3, day: 1, hour: 9, minute: 30)
    let dates = [DatePicker.Mode.date, .time, .dateAndTime, .countDown].map { DatePicker($0, date: now) }
    return [picker] + dates
}
