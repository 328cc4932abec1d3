import Testing
import TerminalText

@testable import TerminalKit

@Suite struct ModeTests {
    @Test func `a button shows the background and the title of its state`() {
        let button = Button("Off", kind: .custom)
        button.setTitle("On", for: .selected)
        button.setBackground(Style(background: .ansi(.blue)), for: .selected)
        let window = Window(StackView(.vertical, [Button("First"), button]), width: 8, height: 2)
        #expect(window.lines[1] == "Off" && window.style(6, 1).background == .standard)
        button.isSelected = true
        #expect(window.lines[1] == "On" && window.style(6, 1).background == .ansi(.blue))
        #expect(
            Window(Button("i", kind: .infoDark), width: 8, height: 1).style(1, 0).attributes.contains(
                .inverse))
    }

    @Test func `a label clips without an ellipsis, and aligns text from right to left at the right`() {
        let label = Label("A long text")
        label.truncation = .clip
        #expect(Window(label, width: 6, height: 1).line == "A long")
        let natural = Label("שלום")
        natural.alignment = .natural
        #expect(Window(natural, width: 8, height: 1).line.hasPrefix("    ש"))
        natural.text = "Hello"
        #expect(Window(natural, width: 8, height: 1).line == "Hello")
    }

    @Test(arguments: [
        (InputKind.telephone, "+49 (30) 12-x", "+49 (30) 12-"), (.email, "a b@c.org>", "ab@c.org"),
        (.url, "a b", "ab"), (.number, "1x2", "12"),
    ])
    func `a field accepts only the characters of its kind`(kind: InputKind, typed: String, expected: String) {
        let field = TextField()
        field.inputKind = kind
        let window = Window(field)
        window.type(typed)
        #expect(field.text == expected)
    }

    @Test func `a text view shows styled text, and typed text has the style before it`() {
        let red = Style(foreground: .ansi(.red))
        let view = TextView()
        let rest = StyledText("cd\nef", lineBreaks: .kept)
        view.styledText = StyledText("ab", red) + rest
        let window = Window(view, width: 10, height: 3)
        #expect(window.style(1, 0).foreground == .ansi(.red))
        #expect(window.style(2, 0).foreground == .standard && window.lines[1] == "ef")
        window.press("right right")
        window.type("X\u{9}")
        #expect(view.text.hasPrefix("abX") && view.styledText.text == view.text)
        #expect(window.style(2, 0).foreground == .ansi(.red))
        window.press("backspace backspace backspace")
        #expect(view.text == "acd\nef" && view.styledText == StyledText("a", red) + rest)
        view.text = "plain"
        #expect(window.style(0, 0).foreground == .standard)
    }

    @Test func `a picker has rows of any height, and reuses their views`() {
        final class Wheels: PickerDataSource, PickerDelegate {
            var made = 0
            func picker(_ picker: PickerView, numberOfRowsInWheel wheel: Int) -> Int { 1000 }
            func picker(_ picker: PickerView, titleForRow row: Int, inWheel wheel: Int) -> StyledText { "" }
            func picker(_ picker: PickerView, rowHeightOfWheel wheel: Int) -> Int { 2 }
            func picker(
                _ picker: PickerView, viewForRow row: Int, inWheel wheel: Int, reusing view: View?
            ) -> View? {
                if view == nil { made += 1 }
                let label = view as? Label ?? Label("", lines: 2)
                label.text = StyledText("Row \(row)\nline", lineBreaks: .kept)
                return label
            }
        }
        let (picker, wheels) = (PickerView(), Wheels())
        picker.dataSource = wheels
        picker.delegate = wheels
        let window = Window(picker, width: 12, height: 6)
        #expect(window.lines == ["", "", "› Row 0", "  line", "  Row 1", "  line"])
        for row in 1...50 {
            window.press("+")
            #expect(picker.selectedRow(inWheel: 0) == row && window.lines[2] == "› Row \(row)")
        }
        #expect(wheels.made <= 5)
        window.click(4, 4)
        #expect(picker.selectedRow(inWheel: 0) == 51)
        window.click(4, 0)
        #expect(picker.selectedRow(inWheel: 0) == 50)
    }
}
