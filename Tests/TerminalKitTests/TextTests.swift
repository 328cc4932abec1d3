import TerminalText
import Testing

@testable import TerminalKit

private final class Refusing: TextFieldDelegate {
    var longest = 5
    var returns = true

    func textField(_ field: TextField, shouldReplace range: Range<String.Index>, with text: String) -> Bool {
        var result = field.text
        result.replaceSubrange(range, with: text)
        return result.count <= longest
    }

    func textFieldShouldReturn(_ field: TextField) -> Bool { returns }
}

@Suite struct TextTests {
    @Test func `a field edits whole grapheme clusters`() {
        let field = TextField()
        let window = Window(field, width: 20, height: 1)
        window.type("a👨‍👩‍👧é毛")
        #expect(field.text == "a👨‍👩‍👧é毛")
        window.press("left left backspace")
        #expect(field.text == "aé毛")
        window.press("del")
        #expect(field.text == "a毛")
        window.type("e\u{301}")
        #expect(field.text.count == 3)
        window.press("backspace backspace backspace")
        #expect(field.text == "毛")
    }

    @Test func `keys move by words and to the ends, and select`() {
        let field = TextField("one two three")
        let window = Window(field, width: 20, height: 1)
        window.press("ctrl-left")
        window.type("x ")
        #expect(field.text == "one two x three")
        window.press("home shift-ctrl-right")
        #expect(field.selectedText == "one")
        window.press("ctrl-x end ctrl-v")
        #expect(field.text == " two x threeone")
        #expect(window.pasteboard == "one")
        window.press("ctrl-w ctrl-u")
        #expect(field.text == "")
    }

    @Test func `the cursor is at its column and the text scrolls`() {
        let field = TextField("毛a")
        let window = Window(field, width: 5, height: 1)
        #expect(window.drawFrame().cursor == Point(x: 3, y: 0))
        window.type("bcdef")
        #expect(window.line == "cdef")
        #expect(window.drawFrame().cursor == Point(x: 4, y: 0))
        window.press("home")
        #expect(window.line == "毛abc")
        #expect(window.drawFrame().cursor == Point.zero)
    }

    @Test func `a field shows its placeholder, is cleared, hides secure text and has accessories`() {
        let field = TextField("secret", placeholder: "Password")
        field.isSecure = true
        field.leftAccessory = Label("PW")
        field.rightAccessory = Button(kind: .infoLight)
        let window = Window(StackView(.vertical, [Button("first"), field]), width: 20, height: 2)
        #expect(window.lines[1] == "PW ••••••        (i)")
        field.clearsOnBegin = true
        let counter = field.counting(.editingBegan)
        window.press("tab")
        #expect(field.isFocused && field.text == "" && counter.count == 1)
        #expect(window.lines[1] == "PW Password      (i)")
        window.type("x")
        window.press("shift-home ctrl-c")
        #expect(window.pasteboard == "")
    }

    @Test(arguments: [
        (InputKind.number, "1a2.5-x", "12.5-"), (.date, "2026-x11-20", "2026-11-20"), (.url, "a b", "ab"),
        (.text, "a b", "a b"),
    ])
    func `a field accepts only its kind of input`(_ kind: InputKind, _ typed: String, _ expected: String) {
        let field = TextField()
        field.inputKind = kind
        let window = Window(field)
        window.type(typed)
        #expect(field.text == expected)
        field.text = ""
        window.handle(.paste(typed))
        #expect(field.text == expected)
    }

    @Test func `a delegate can reject an edit and Enter, and every event is reported`() {
        let field = TextField()
        let delegate = Refusing()
        field.delegate = delegate
        let window = Window(field)
        let changed = field.counting(.editingChanged)
        let entered = field.counting(.primaryAction)
        window.type("1234567")
        #expect(field.text == "12345" && changed.count == 5)
        window.press("enter")
        delegate.returns = false
        window.press("enter")
        #expect(entered.count == 1)
    }

    @Test func `pasted lines are joined, and control characters are removed`() {
        let field = TextField()
        let window = Window(field)
        window.handle(.paste("a\nb\u{1B}[2J\tc"))
        #expect(field.text == "a b[2J c")
    }

    @Test func `the mouse places the cursor and selects`() {
        let field = TextField("毛毛 word")
        let window = Window(field, width: 20, height: 1)
        window.click(2, 0)
        window.type("x")
        #expect(field.text == "毛x毛 word")
        window.mouse(.press(.left), 7, 0)
        window.mouse(.release, 7, 0)
        window.mouse(.press(.left), 7, 0)
        #expect(field.selectedText == "word")
        window.mouse(.drag(.left), 0, 0)
        #expect(field.selectedText == "毛x毛 ")
    }

    @Test func `a text view wraps, scrolls with its cursor and can be edited`() {
        let view = TextView("one two three four five six")
        let window = Window(view, width: 10, height: 2)
        #expect(window.lines == ["one two", "three four"])
        window.press("down down")
        #expect(window.lines == ["three four", "five six"])
        window.press("end enter")
        window.type("x")
        #expect(view.text == "one two three four five six\nx")
        #expect(window.lines == ["five six", "x"])
        window.wheel(-1)
        #expect(window.lines == ["one two", "three four"])
        window.press("ctrl-home backspace del")
        #expect(view.text.hasPrefix("ne two"))
    }

    @Test func `up and down keep the column, also in wide text`() {
        let view = TextView("abcdef\n毛毛毛\nabcdef")
        let window = Window(view, width: 10, height: 3)
        window.press("right right right down down")
        window.type("|")
        #expect(view.text == "abcdef\n毛毛毛\nabc|def")
    }

    @Test func `text can be selected and copied, even if the view isn't editable`() {
        let view = TextView("first\nsecond", isEditable: false)
        let window = Window(view, width: 10, height: 3)
        window.press("shift-down shift-right ctrl-c")
        #expect(window.pasteboard == "first\ns")
        window.type("x")
        window.handle(.paste("y"))
        window.press("backspace del enter")
        #expect(view.text == "first\nsecond")
        window.drag(from: (1, 0), to: (4, 0))
        #expect(view.selectedText == "irs")
        #expect(window.style(2, 0) == window.theme.focus)
    }

    @Test func `links are detected, shown and opened`() {
        let view = TextView(
            "see (https://example.org/a_(b)), or www.swift.org. http:// no", isEditable: false)
        view.detectors = .link
        var followed: [String] = []
        view.onLink = { followed.append($0) }
        let window = Window(view, width: 60, height: 2)
        #expect(view.links == ["https://example.org/a_(b)", "www.swift.org"])
        #expect(window.style(8, 0).attributes.contains(.underline))
        window.click(10, 0)
        window.click(1, 0)
        window.press("end ctrl-left ctrl-left ctrl-left ctrl-o")
        #expect(followed == ["https://example.org/a_(b)", "www.swift.org"])
    }

    @Test func `a paste of a megabyte into a text view appears quickly`() {
        let view = TextView()
        let window = Window(view, width: 40, height: 5)
        window.handle(.paste(String(repeating: "0123456789 abcdef\n", count: 60_000)))
        #expect(view.text.utf8.count == 1_080_000)
        #expect(window.lines.first == "0123456789 abcdef")
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func `random editing keeps the cursor between clusters and on the screen`(_ seed: UInt64) {
        var random = Seeded(state: seed)
        let keys = [
            "left", "right", "up", "down", "home", "end", "backspace", "del", "ctrl-left", "shift-right",
            "shift-up",
            "alt-del", "ctrl-k", "enter", "ctrl-x", "ctrl-v", "pgup", "pgdn", "alt-a",
        ]
        let texts = ["a", "毛", "👨‍👩‍👧", "\u{301}", "🇩🇪", " ", "क्षि", "\u{200D}", "-", "\t"]
        for isField in [true, false] {
            let view: View = isField ? TextField() : TextView()
            let window = Window(view, width: 7, height: 3)
            for _ in 0..<400 {
                if Int.random(in: 0..<3, using: &random) == 0 {
                    window.press(keys.randomElement(using: &random) ?? "")
                } else {
                    window.type(texts.randomElement(using: &random) ?? "")
                }
                let frame = window.drawFrame()
                #expect(frame.cursor.map { window.bounds.contains($0) } ?? true, "seed \(seed)")
            }
        }
    }

    @Test func `a search bar reports the text and the scope`() {
        let bar = SearchBar(placeholder: "Search items", scopes: ["All", "Name"])
        let window = Window(bar, width: 44, height: 1)
        #expect(window.line == "/ Search items                  [All]│ Name")
        var heard: [String] = []
        bar.onChange = { heard.append("\($0.text) in \($0.scope ?? -1)") }
        bar.onSearch = { heard.append("search \($0.text)") }
        bar.onCancel = { _ in heard.append("canceled") }
        window.type("be")
        window.press("enter tab right enter esc")
        #expect(heard == ["b in 0", "be in 0", "search be", "be in 1", " in 1", "canceled"])
    }

    @Test func `Escape in an empty search bar is passed on`() {
        let bar = SearchBar()
        var canceled = 0
        bar.onCancel = { _ in canceled += 1 }
        #expect(!bar.keyDown(Key(.escape)) && canceled == 0)
        bar.text = "b"
        #expect(bar.keyDown(Key(.escape)) && canceled == 1 && bar.text.isEmpty)
    }

    @Test func `scopes on demand are visible only during use, below the bar if space is limited`() {
        let bar = SearchBar(scopes: ["All", "Name"])
        bar.showsScopesOnDemand = true
        let stack = StackView(.vertical, [bar, Button("Other")])
        let window = Window(stack, width: 20, height: 3)
        #expect(window.lines == ["/ Search", "[All]│ Name", "[ Other ]"])
        window.press("shift-tab")
        #expect(window.lines[0] == "/ Search" && !window.lines.contains("[All]│ Name"))
    }
}
