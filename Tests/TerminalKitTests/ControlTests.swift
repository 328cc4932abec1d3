import Testing
import TerminalText

@testable import TerminalKit

@Suite struct ControlTests {
    @Test func `controls report only a person's actions, and only to existing targets`() {
        final class Listener {
            var heard = 0
            func changed(_ sender: Control) { heard += 1 }
        }
        let control = Switch()
        let window = Window(control)
        var listener: Listener? = Listener()
        let counter = control.counting(.valueChanged)
        if let listener { control.addTarget(listener, Listener.changed, for: .valueChanged) }
        control.isOn = true
        #expect(counter.count == 0)
        window.press("space")
        #expect(counter.count == 1 && listener?.heard == 1)
        listener = nil
        window.press("space")
        #expect(counter.count == 2)
    }

    @Test func `a disabled control has no focus and does nothing`() {
        let first = Button("One")
        let second = Button("Two")
        let window = Window(StackView(.vertical, [first, second]))
        #expect(first.isFocused)
        first.isEnabled = false
        #expect(second.isFocused)
        let counter = first.counting([.touchDown, .primaryAction])
        window.click(2, 0)
        #expect(counter.count == 0)
        #expect(first.state == .disabled && second.state == .focused)
    }

    @Test func `a button shows the title for its state and its kind`() {
        let button = Button("Save")
        button.setTitle("Saved", for: .disabled)
        let window = Window(
            StackView(
                .vertical, alignment: .leading,
                [
                    button, Button("Details", kind: .detailDisclosure), Button(kind: .infoLight),
                    Button("Item", kind: .add),
                ]), height: 4)
        #expect(window.lines == ["[ Save ]", "(>) Details", "(i)", "[+] Item"])
        button.isEnabled = false
        #expect(window.line == "( Saved )")
        button.isEnabled = true
        button.tint = Style(foreground: .ansi(.magenta))
        #expect(window.style(2, 0).foreground == .ansi(.magenta))
    }

    @Test func `Enter, Space and a click that ends inside activate a button`() {
        let button = Button("Go")
        let window = Window(StackView(.vertical, alignment: .leading, [button]))
        let counter = button.counting(.primaryAction)
        window.press("enter space")
        window.click(1, 0)
        #expect(counter.count == 3)
        window.mouse(.press(.left), 1, 0)
        #expect(button.isHighlighted)
        window.mouse(.drag(.left), 30, 3)
        #expect(!button.isHighlighted)
        window.mouse(.release, 30, 3)
        #expect(counter.count == 3)
    }

    @Test func `a switch shows on or off as text`() {
        let control = Switch()
        let window = Window(control)
        #expect(window.line == "[●──] off")
        window.press("enter space space")
        #expect(window.line == "[──●] on")
        window.press("space")
        window.click(2, 0)
        #expect(control.isOn)
        window.glyphs = .ascii
        #expect(window.line == "[--*] on")
    }

    @Test func `a slider stays within its limits and reports every change`() {
        let slider = Slider(value: 5, minimum: 0, maximum: 10)
        slider.step = 1
        let window = Window(slider, width: 11, height: 1)
        let counter = slider.counting(.valueChanged)
        #expect(window.line == "━━━━━●─────")
        window.press("right right home left end")
        #expect(slider.value == 10 && counter.count == 4)
        window.drag(from: (2, 0), to: (4, 0))
        #expect(slider.value == 4 && counter.count == 7)
        slider.value = .nan
        #expect(slider.value == 0)
    }

    @Test func `a slider that isn't continuous reports its change on release`() {
        let slider = Slider(value: 0, minimum: 0, maximum: 10)
        slider.isContinuous = false
        let window = Window(slider, width: 11, height: 1)
        let counter = slider.counting(.valueChanged)
        window.drag(from: (2, 0), to: (8, 0))
        #expect(slider.value == 8 && counter.count == 1)
    }

    @Test func `a page control shows a dot per page and is hidden for a single page`() {
        let pages = PageControl(numberOfPages: 4, currentPage: 1)
        let window = Window(pages, width: 9, height: 1)
        #expect(window.line == " ○ ● ○ ○")
        let counter = pages.counting(.valueChanged)
        window.press("right right right")
        #expect(pages.currentPage == 3 && counter.count == 2)
        window.click(1, 0)
        #expect(pages.currentPage == 2)
        pages.numberOfPages = 1
        pages.hidesForSinglePage = true
        #expect(window.line == "")
        pages.numberOfPages = 100
        #expect(window.line == "  3/100")
    }

    @Test func `a stepper stops at its limits or wraps`() {
        let stepper = Stepper(value: 9, minimum: 0, maximum: 10)
        let window = Window(stepper, width: 20, height: 1)
        let counter = stepper.counting(.valueChanged)
        #expect(window.line == "[-] 9 [+]")
        window.press("+ +")
        #expect(window.line == "[-] 10" && counter.count == 1)
        stepper.wraps = true
        window.press("+")
        #expect(window.line == "[-] 0 [+]")
        window.press("-")
        #expect(stepper.value == 10)
        stepper.step = 0.5
        window.press("-")
        #expect(window.line == "[-] 9.5 [+]")
    }

    @Test func `a stepper repeats while the mouse button is pressed`() {
        let stepper = Stepper(value: 0)
        let window = Window(stepper, width: 20, height: 1)
        window.mouse(.press(.left), 7, 0)
        #expect(stepper.value == 1)
        window.advance(to: .milliseconds(400))
        window.advance(to: .milliseconds(500))
        window.advance(to: .milliseconds(600))
        #expect(stepper.value == 4)
        window.mouse(.release, 7, 0)
        #expect(window.nextDeadline == nil)
        stepper.autorepeats = false
        window.mouse(.press(.left), 0, 0)
        #expect(window.nextDeadline == nil && stepper.value == 3)
    }

    @Test func `a segmented control keeps its selection`() {
        let control = SegmentedControl(["Name", "Value", "Date"], selectedIndex: 0)
        let window = Window(control)
        let counter = control.counting(.valueChanged)
        #expect(window.line == "[Name]│ Value │ Date")
        window.press("right right right")
        #expect(control.selectedIndex == 0 && counter.count == 0)
        window.press("enter space")
        #expect(control.selectedIndex == 2 && counter.count == 1)
        window.click(9, 0)
        #expect(window.line == " Name │[Value]│ Date")
        control.selectedIndex = 7
        #expect(control.selectedIndex == nil)
    }

    @Test func `if not all segments fit, those around the selected one are shown`() {
        let control = SegmentedControl(["Everything", "insured", "lent", "books"], selectedIndex: 0)
        let window = Window(control, width: 16, height: 1)
        #expect(window.line == "[Everything]│ i›")
        window.press("right right")
        #expect(window.line == "‹ed │ lent │ bo›")
        window.press("enter")
        #expect(window.line == "‹ed │[lent]│ bo›")
        window.click(14, 0)
        #expect(control.selectedIndex == 3)
        #expect(window.line == "‹│ lent │[books]")
        control.selectedIndex = nil
        control.segments[3] = "books that nobody has read for a long time"
        #expect(window.line == "‹ books that no›")
    }

    @Test func `a momentary control only sends an action`() {
        let control = SegmentedControl(["<", ">"])
        control.isMomentary = true
        let window = Window(control)
        var chosen: [Int?] = []
        control.on(.valueChanged) { [weak control] in chosen.append(control?.selectedIndex) }
        window.press("right enter left enter")
        #expect(chosen == [1, 0])
        #expect(control.selectedIndex == nil)
    }

    @Test func `arrow and page keys move the focus without changing values, and the wheel only scrolls`() {
        let choice = SegmentedControl(["Name", "Value"], selectedIndex: 0)
        let date = DatePicker(.dateAndTime, date: DateTime(year: 2026))
        let stepper = Stepper(value: 5)
        let toggle = Switch()
        let controls: [Control] = [TextField("Lamp"), choice, date, toggle, stepper, Button("Save")]
        let counters = controls.map { $0.counting([.valueChanged, .editingChanged]) }
        let stack = StackView(.vertical, controls + (0..<20).map { Label("\($0)") })
        let scroll = ScrollView(stack)
        let window = Window(scroll, width: 30, height: 8)
        for key in ["down", "up"] {
            for _ in 0..<8 { window.press("\(key) right left left right right pgdn pgup") }
        }
        for control in controls {
            _ = controls.first?.focus()
            scroll.contentOffset = .zero
            if control !== controls.first { window.wheel(1, at: 1, control.originInWindow.y) }
            scroll.contentOffset = .zero
        }
        #expect(counters.allSatisfy { $0.count == 0 })
        #expect(choice.selectedIndex == 0 && stepper.value == 5 && !toggle.isOn)
        window.wheel(1, at: 1, 2)
        #expect(scroll.contentOffset.y == 3 && date.date == DateTime(year: 2026))
        scroll.contentOffset = .zero
        _ = date.focus()
        window.wheel(-1, at: 1, date.originInWindow.y)
        #expect(date.date.year == 2027)
    }

    @Test func `an activity indicator is animated only in a window`() {
        let indicator = ActivityIndicator("Loading")
        let holder = StackView(.vertical, [indicator])
        let window = Window(holder)
        #expect(window.line == "" && window.nextDeadline == nil)
        indicator.startAnimating()
        #expect(window.line == "⠋ Loading")
        window.advance(to: .milliseconds(100))
        #expect(window.needsFrame)
        #expect(window.line == "⠙ Loading")
        window.glyphs = .ascii
        #expect(window.line == "/ Loading")
        indicator.removeFromSuperview()
        #expect(window.nextDeadline == nil)
        holder.addSubview(indicator)
        #expect(window.nextDeadline != nil)
        indicator.stopAnimating()
        indicator.hidesWhenStopped = false
        #expect(window.nextDeadline == nil)
        #expect(window.line == "* Loading")
    }

    @Test func `a progress bar also shows a number`() {
        let bar = ProgressView(progress: 0.42)
        let window = Window(bar, width: 15, height: 1)
        #expect(window.line == "████░░░░░░  42%")
        bar.progress = 7
        #expect(window.line == "██████████ 100%")
        window.glyphs = .ascii
        bar.progress = 0.5
        #expect(window.line == "#####:::::  50%")
    }

    @Test func `a label wraps, truncates and aligns`() {
        let label = Label("The quick brown fox", lines: 0)
        let window = Window(label, width: 10, height: 3)
        #expect(window.lines == ["The quick", "brown fox", ""])
        label.numberOfLines = 1
        #expect(window.line == "The quick…")
        label.truncation = .head
        #expect(window.line == "…brown fox")
        label.truncation = .middle
        #expect(window.line == "The q… fox")
        label.numberOfLines = 0
        label.wrapping = .character
        label.text = "abcdefghijklm"
        #expect(window.lines == ["abcdefghij", "klm", ""])
        label.text = StyledText("ok", Style(.bold))
        label.alignment = .trailing
        #expect(window.line == "        ok")
        #expect(window.style(9, 0) == Style(.bold))
        label.numberOfLines = 2
        label.wrapping = .word
        label.truncation = .tail
        label.alignment = .leading
        label.text = "one two three four five"
        #expect(window.lines == ["one two", "three fou…", ""])
    }

    @Test func `control characters in any text are shown and not executed`() {
        let window = Window(
            StackView(.vertical, [Label("a\u{1B}[2Jb\u{202E}c"), Button("x\u{7}"), TextField("y\u{9B}z")]),
            height: 3)
        #expect(window.lines[0] == "a␛[2Jb<U+202E>c")
        #expect(window.lines[1] == "[ x␇ ]")
        #expect(window.lines[2] == "y<U+009B>z")
    }
}
