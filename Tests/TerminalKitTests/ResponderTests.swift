import Testing
import TerminalText

@testable import TerminalKit

/// A page that can be saved.
private final class Form: View {
    var saves: [String] = []
    private let stack: StackView

    init(_ views: [View]) {
        stack = StackView(.vertical, views)
        super.init()
        addSubview(stack)
    }

    override func layoutSubviews() { stack.frame = bounds }
    func save(_ sender: Control) { saves.append((sender as? Button)?.title ?? "") }
}

@Suite struct ResponderTests {
    @Test func `touches are reported as down, up inside and up outside`() {
        let button = Button("Press")
        let window = Window(button, width: 10, height: 2)
        var events: [String] = []
        for (event, name) in [
            (ControlEvents.touchDown, "down"), (.touchUpInside, "inside"), (.touchUpOutside, "outside"),
            (.primaryAction, "action"),
        ] {
            button.on(event) { events.append(name) }
        }
        window.click(2, 0)
        #expect(events == ["down", "inside", "action"])
        events = []
        window.drag(from: (2, 0), to: (2, 5))
        #expect(events == ["down", "outside"])
        events = []
        window.press("enter")
        #expect(events == ["down", "inside", "action"])
        button.isEnabled = false
        window.click(2, 0)
        #expect(events.count == 3)
    }

    @Test func `an action without a target is sent to the nearest view that handles it`() {
        let button = Button("Save")
        button.addTarget(nil, Form.save, for: .primaryAction)
        let form = Form([TextField(), button])
        let window = Window(form)
        window.press("tab enter")
        #expect(form.saves == ["Save"])
        #expect(window.sendAction(to: nil) { (form: Form) in form.save(button) })
        #expect(form.saves.count == 2)
        #expect(!window.sendAction(to: nil) { (_: TableView) in })
        let other = Form([])
        window.sendAction(to: other) { $0.save(button) }
        #expect(other.saves == ["Save"] && form.saves.count == 2)
    }

    @Test func `Enter never triggers a destructive action first`() {
        var chosen = ""
        func alert(_ styles: [AlertAction.Style], fields: Int = 0) -> Alert {
            let alert = Alert(
                "Delete?", message: "You can undo it.",
                actions: styles.map { style in
                    AlertAction("\(style)", style: style) { _ in chosen = "\(style)" }
                })
            for _ in 0..<fields { alert.addTextField() }
            return alert
        }
        let window = Window(Button("Below"), width: 60, height: 12)
        for (styles, expected) in [
            ([AlertAction.Style.destructive, .cancel], "cancel"),
            ([.destructive, .normal, .cancel], "normal"),
            ([.cancel, .destructive], "cancel"), ([.destructive], "destructive"),
        ] {
            alert(styles).present(in: window)
            window.press("enter")
            #expect(chosen == expected)
        }
        chosen = ""
        alert([.destructive, .cancel], fields: 1).present(in: window)
        window.press("enter")
        #expect(chosen.isEmpty)
        window.press("enter")
        #expect(chosen == "cancel" || chosen == "destructive")
    }

    @Test func `an action sheet shows its message`() {
        let window = Window(Label(""), width: 40, height: 10)
        let sheet = Alert(
            "Delete?", message: "You can undo it.", style: .actionSheet,
            actions: [AlertAction("Delete", style: .destructive), AlertAction("Cancel", style: .cancel)])
        sheet.present(in: window)
        #expect(window.lines.contains { $0.contains("You can undo it.") })
    }

    @Test func `a field scrolls into view together with its input accessory`() {
        let field = TextField("Name")
        field.inputAccessory = Label("At most 20 letters")
        let views = (1...9).map { Button("Button \($0)") as View } + [field]
        let window = Window(ScrollView(StackView(.vertical, views)), width: 30, height: 4)
        field.focus()
        #expect(window.lines[2].hasPrefix("Name") && window.lines[3].hasPrefix("At most 20 letters"))
    }
}
