import ListKit
import TerminalText
import Testing

@testable import TerminalKit

/// Modes of controls, gestures, and animated values.
@Suite struct KitTests {
    @Test func `recognizers find taps, presses, drags, swipes and pinches, innermost first`() {
        let (outer, inner) = (View(), Block("x", 10, 5))
        outer.addSubview(inner)
        let window = Window(outer, width: 40, height: 10)
        inner.frame = Rect(width: 20, height: 8)
        var told: [String] = []
        inner.gestures = [
            TapRecognizer { _ in told.append("tap") }, TapRecognizer(taps: 2) { _ in told.append("double") },
            LongPressRecognizer { told.append("long \($0.state)") },
            SwipeRecognizer(.left) { _ in told.append("left") },
            PinchRecognizer { told.append(($0 as? PinchRecognizer)?.scale ?? 0 > 1 ? "larger" : "smaller") },
        ]
        window.click(3, 3)
        #expect(told == ["tap"])
        window.mouse(.press(.left), 3, 3)
        window.mouse(.release, 3, 3)
        window.mouse(.press(.left), 3, 3)
        window.mouse(.release, 3, 3)
        #expect(told == ["tap", "tap", "double"])
        told = []
        window.advance(to: window.time + .seconds(1))
        window.mouse(.press(.left), 5, 3)
        window.advance(to: window.time + .seconds(1))
        window.mouse(.release, 5, 3)
        #expect(told.first == "long began" && told.contains("long ended"))
        told = []
        window.advance(to: window.time + .seconds(1))
        window.drag(from: (18, 3), to: (4, 3))
        #expect(told == ["left"])
        window.handle(.mouse(Mouse(.wheel(x: 0, y: -1), at: Point(x: 2, y: 2), .control)))
        #expect(told.last == "larger")
        told = []
        window.click(30, 3)
        #expect(told.isEmpty)
    }

    @Test func `a drag that a recognizer handles doesn't reach the view below`() {
        let slider = Slider()
        let window = Window(slider, width: 20, height: 1)
        var way = Point.zero
        slider.gestures = [PanRecognizer { way = ($0 as? PanRecognizer)?.translation ?? .zero }]
        window.mouse(.press(.left), 2, 0)
        let value = slider.value
        window.mouse(.drag(.left), 12, 0)
        #expect(way == Point(x: 10, y: 0) && slider.value == value)
        window.mouse(.release, 12, 0)
        window.press("right")
        #expect(slider.value > value)
    }

    @Test func `values change with an animation, and immediately with reduced motion`() {
        let (toggle, slider, bar) = (Switch(), Slider(), ProgressView())
        let stack = StackView(.vertical, [toggle, slider, bar])
        let window = Window(stack, width: 20, height: 3)
        let animation = Animation(duration: .milliseconds(100), steps: 4)
        toggle.setOn(true, animation)
        slider.setValue(1, animation)
        bar.setProgress(1, animation)
        #expect(toggle.isOn && slider.value == 0)
        window.advance(to: .milliseconds(25))
        #expect(slider.value > 0.3 && slider.value < 1 && bar.progress == slider.value)
        #expect(window.line.hasPrefix("[─●─] on") || window.line.hasPrefix("[●──] on"))
        for step in 2...6 { window.advance(to: .milliseconds(25 * step)) }
        #expect(slider.value == 1 && bar.progress == 1 && window.line == "[──●] on")
        #expect(window.nextDeadline == nil)
        window.reducesMotion = true
        slider.setValue(0, animation)
        #expect(slider.value == 0 && window.nextDeadline == nil)
    }

    @Test func `a toolbar has items, and segments can change while the selected one is kept`() {
        let bar = Toolbar([Button("One"), Spacer(), Button("Two")])
        let window = Window(bar, width: 30, height: 1)
        window.theme = .dark
        #expect(window.line == " [ One ]              [ Two ]")
        #expect(window.style(28, 0).background == Theme.dark.bar.background)
        let segments = SegmentedControl(["A", "B", "C"], selectedIndex: 1)
        segments.images = [1: "★"]
        segments.insertSegment("X", at: 0)
        #expect(segments.segments == ["X", "A", "B", "C"] && segments.selectedIndex == 2)
        #expect(Window(segments).line == " X │ A │[★ B]│ C")
        segments.removeSegment(at: 0)
        #expect(segments.selectedIndex == 1)
        segments.removeSegment(at: 1)
        #expect(segments.selectedIndex == nil && segments.segments == ["A", "C"] && segments.images.isEmpty)
        segments.removeSegment(at: 7)
    }

    @Test func `buttons, switches, sliders and steppers can have images`() {
        let button = Button("Save")
        button.setImage("★", for: .normal)
        button.contentAlignment = .center
        let window = Window(button, width: 20, height: 1)
        #expect(window.line == "     [ ★ Save ]")
        let toggle = Switch(isOn: true)
        toggle.images = ("☀ day", "☾ night")
        #expect(Window(toggle).line == "☀ day")
        let slider = Slider(value: 0.5)
        slider.endImages = ("-", "+")
        slider.knobImage = "◆"
        let sliding = Window(slider, width: 9, height: 1)
        #expect(sliding.line == "- ━━◆── +")
        sliding.click(6, 0)
        #expect(slider.value == 1)
        let stepper = Stepper(value: 5)
        stepper.images = ("▼", "▲")
        let stepping = Window(stepper, width: 9, height: 1)
        #expect(stepping.line == "▼ 5 ▲")
        stepping.click(4, 0)
        #expect(stepper.value == 6)
    }

    @Test func `a label is justified, and is set closer before it is truncated`() {
        let label = Label("one two three four five", lines: 0)
        label.isJustified = true
        #expect(Window(label, width: 11, height: 3).lines == ["one     two", "three  four", "five"])
        let short = Label("My old washing machine")
        short.shrinksToFit = true
        #expect(Window(short, width: 20, height: 1).line == "My oldwashingmachine")
        #expect(Window(short, width: 21, height: 1).line == "My old washingmachine")
        #expect(Window(short, width: 30, height: 1).line == "My old washing machine")
        #expect(Window(short, width: 10, height: 1).line == "Myoldwash…")
        short.minimumScale = 0.95
        #expect(Window(short, width: 20, height: 1).line == "My old washing mach…")
        let wide = Label("ＡＢＣ")
        wide.shrinksToFit = true
        #expect(Window(wide, width: 4, height: 1).line == "ＡBC")
    }

    @Test func `a delegate can prevent editing a field and leaving it`() {
        final class Gate: TextFieldDelegate {
            var mayBegin = false
            var mayEnd = true
            func textFieldShouldBeginEditing(_ field: TextField) -> Bool { mayBegin }
            func textFieldShouldEndEditing(_ field: TextField) -> Bool { mayEnd }
        }
        let (first, second, gate) = (TextField(), TextField(), Gate())
        first.delegate = gate
        let window = Window(StackView(.vertical, [first, second]))
        #expect(second.isFocused)
        gate.mayBegin = true
        window.press("tab")
        #expect(first.isFocused)
        gate.mayEnd = false
        window.press("tab")
        window.click(1, 1)
        #expect(first.isFocused)
        gate.mayEnd = true
        window.press("tab")
        #expect(second.isFocused)
    }

    @Test func `a text field has capitalization, corrections, borders, accessories and a label for Enter`() {
        let field = TextField()
        field.capitalization = .sentences
        field.correction = { $0 == "teh" ? "the" : nil }
        let other = TextField("x")
        let window = Window(StackView(.vertical, [field, other, Spacer()]), width: 30, height: 4)
        window.type("see teh cat. it sits")
        #expect(field.text == "See the cat. It sits")
        field.text = ""
        field.capitalization = .words
        window.type("ann lee")
        #expect(field.text == "Ann Lee")
        field.borderStyle = .brackets
        field.returnKeyLabel = "Go"
        field.rightAccessory = Label("!")
        field.rightMode = .unlessEditing
        field.inputAccessory = Label("0 1 2 3")
        #expect(window.lines[0].hasPrefix("[Ann Lee") && window.lines[0].hasSuffix("] ⏎ Go"))
        #expect(window.lines[1] == "0 1 2 3")
        window.press("tab")
        #expect(window.lines[0].hasSuffix("] !") && window.lines[1] == "x")
    }

    @Test func `phone numbers and email addresses in text are detected, and dates and sums aren't`() {
        let view = TextView(
            "Call +49 30 901820 or (030) 90-1820, mail ann.lee@example.org. Not 2026-11-24, 12345678 or a@b.")
        #expect(view.links.isEmpty)
        view.detectors = [.email, .telephone]
        #expect(view.links == ["+49 30 901820", "(030) 90-1820", "ann.lee@example.org"])
        view.detectors = [.link]
        #expect(view.links.isEmpty)
    }

    @Test func `an image sequence repeats as often as requested, and an activity indicator has three styles`()
        throws
    {
        let one = try #require(
            Image(
                name: "", width: 1, height: 2,
                pixels: Array(repeating: .init(red: 1, green: 1, blue: 1), count: 2)))
        let view = ImageView()
        view.sequence = [one, one]
        view.repeatCount = 2
        let window = Window(view, width: 2, height: 1)
        view.startAnimating()
        for step in 1...4 { window.advance(to: .milliseconds(200 * step)) }
        #expect(!view.isAnimating && window.nextDeadline == nil)
        let activity = ActivityIndicator("Reading")
        activity.startAnimating()
        for (style, width) in [(ActivityIndicator.Style.small, 1), (.large, 5), (.dots, 3)] {
            activity.style = style
            #expect(activity.measure(.unlimited).width == width + 8, "\(style)")
        }
    }

    @Test func `a picker shows styled titles, or views instead`() {
        final class Wheels: PickerDataSource, PickerDelegate {
            func picker(_ picker: PickerView, numberOfRowsInWheel wheel: Int) -> Int { 3 }
            func picker(_ picker: PickerView, titleForRow row: Int, inWheel wheel: Int) -> StyledText {
                row == 1 ? StyledText("Red", Style(foreground: .ansi(.red))) : StyledText("Row \(row)")
            }
            func picker(
                _ picker: PickerView, viewForRow row: Int, inWheel wheel: Int, reusing view: View?
            ) -> View? {
                row == 2 ? Block("#", 4) : nil
            }
        }
        let (picker, wheels) = (PickerView(), Wheels())
        picker.dataSource = wheels
        picker.delegate = wheels
        let window = Window(picker, width: 8, height: 5)
        #expect(window.lines == ["", "", "› Row 0", "  Red", "  ######"])
        #expect(window.style(2, 3).foreground == .ansi(.red))
        picker.select(row: 2, inWheel: 0, Animation(duration: .milliseconds(40), steps: 4))
        for step in 1...5 { window.advance(to: .milliseconds(10 * step)) }
        #expect(picker.selectedRow(inWheel: 0) == 2 && window.lines[2] == "› ######")
    }

    @Test
    func `a scroll view zooms with keys and wheel, pages by dragging, and draws only visible tiles`() {
        var asked: Set<String> = []
        let tiles = TiledView(tile: Size(width: 10, height: 5), columns: 1000, rows: 1000) {
            column, row, context in
            asked.insert("\(column),\(row)")
            context.draw("\(column),\(row)")
        }
        let scroll = ScrollView(tiles)
        scroll.contentSize = Size(width: 10_000, height: 5_000)
        let window = Window(scroll, width: 21, height: 10)
        #expect(window.lines[5].hasPrefix("0,1       1,1"))
        #expect(asked.count <= 9 && tiles.tilesDrawn <= 9)
        scroll.setContentOffset(Point(x: 0, y: 100), Animation(duration: .milliseconds(40), steps: 4))
        for step in 1...5 { window.advance(to: .milliseconds(10 * step)) }
        #expect(scroll.contentOffset.y == 100)
        let content = Block("x", 20, 10)
        let zooming = ScrollView(content)
        zooming.zoomRange = 0.5...4
        let other = Window(zooming, width: 21, height: 10)
        _ = other.drawFrame()
        other.press("+ +")
        #expect(zooming.zoomScale > 1.5 && content.frame.width > 30)
        other.press("0")
        #expect(zooming.zoomScale == 1)
        other.handle(.mouse(Mouse(.wheel(x: 0, y: 1), at: Point(x: 2, y: 2), .control)))
        #expect(zooming.zoomScale == 0.8)
        let pages = ScrollView(Block("p", 80, 5))
        pages.isPaging = true
        let paging = Window(pages, width: 21, height: 5)
        _ = paging.drawFrame()
        paging.drag(from: (15, 2), to: (3, 2))
        #expect(pages.currentPage == 1)
        paging.drag(from: (10, 2), to: (9, 2))
        #expect(pages.currentPage == 1)
    }

    @Test func `rows slide to their new positions, or move immediately with reduced motion`()
        throws
    {
        final class Words: ListDataSource {
            var words = (1...6).map { "Row \($0)" }
            func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { words.count }
            func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell {
                let cell = Cell()
                cell.text = words[path.row]
                return cell
            }
        }
        let words = Words()
        let table = TableView()
        table.list.dataSource = words
        table.animatesUpdates = true
        let window = Window(table, width: 20, height: 8)
        func remove() throws {
            words.words.removeFirst(2)
            try table.list.apply(ListUpdates(deletedRows: [RowPath(row: 0), RowPath(row: 1)]))
        }
        func line(of text: String) -> Int? { window.lines.firstIndex { $0.contains(text) } }
        #expect(line(of: "Row 3") == 2)
        try remove()
        #expect(line(of: "Row 3") == 2)
        window.advance(to: .milliseconds(25))
        window.advance(to: .milliseconds(50))
        #expect(line(of: "Row 3") == 1)
        for step in 3...9 { window.advance(to: .milliseconds(25 * step)) }
        #expect(line(of: "Row 3") == 0 && window.nextDeadline == nil)
        window.reducesMotion = true
        try remove()
        #expect(line(of: "Row 5") == 0 && window.nextDeadline == nil)
    }

    @Test func `a table has a header view and a footer view`() {
        let rows = Rows([("A", (1...9).map { "Row \($0)" })])
        let table = TableView()
        table.list.dataSource = rows
        table.header = Label("Above")
        table.footer = Label("Below")
        let window = Window(table, width: 20, height: 6)
        #expect(window.lines.first == "Above" && window.lines.last == "Below")
        window.press("G")
        #expect(window.lines[4].contains("Row 9"))
    }
}
