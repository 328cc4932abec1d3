import TerminalText
import Testing

@testable import TerminalKit

@Suite struct WindowTests {
    private func tall(_ rows: Int) -> Label {
        Label((0..<rows).map { "row \($0)" }.joined(separator: "\n"), lines: 0)
    }

    @Test func `reading the screen doesn't affect drawing`() {
        let label = Label("before")
        let window = Window(size: Size(width: 10, height: 1), content: label)
        _ = window.drawFrame()
        label.text = "after"
        #expect(window.screen.text == "after\n")
        #expect(window.needsFrame)
        _ = window.drawFrame()
        #expect(!window.needsFrame)
    }

    @Test func `a scroll view shows a part, with a scroll bar for its position`() {
        let scroll = ScrollView(tall(9))
        let window = Window(scroll, width: 8, height: 3)
        #expect(window.lines == ["row 0  █", "row 1  │", "row 2  │"])
        window.press("down down")
        #expect(scroll.contentOffset == Point(x: 0, y: 2))
        window.wheel(1)
        #expect(scroll.contentOffset.y == 5)
        window.press("end")
        #expect(window.lines == ["row 6  │", "row 7  │", "row 8  █"])
        scroll.contentOffset = Point(x: -5, y: 100)
        #expect(scroll.contentOffset == Point(x: 0, y: 6))
    }

    @Test func `paging stops at whole pages and reports the page`() {
        let scroll = ScrollView(tall(8))
        scroll.isPaging = true
        let window = Window(scroll, width: 8, height: 3)
        _ = window.lines
        var pages: [Int] = []
        scroll.onScroll = { pages.append($0.currentPage) }
        window.press("down pgdn down")
        #expect(scroll.numberOfPages == 3 && pages == [1, 2])
        #expect(window.lines[0].hasPrefix("row 6"))
        scroll.currentPage = 0
        #expect(window.lines[0].hasPrefix("row 0"))
    }

    @Test func `pulling beyond the top refreshes until the work is done`() {
        let scroll = ScrollView(tall(9))
        let counter = Counter()
        scroll.onRefresh = { _ in counter.count += 1 }
        let window = Window(scroll, width: 14, height: 4)
        _ = window.lines
        window.wheel(-1)
        window.wheel(-1)
        #expect(!scroll.isRefreshing)
        window.wheel(-1)
        #expect(scroll.isRefreshing && counter.count == 1)
        #expect(window.lines[0].contains("Refreshing") && window.lines[1].hasPrefix("row 0"))
        scroll.isRefreshing = false
        #expect(window.lines[0].hasPrefix("row 0"))
        window.drag(from: (1, 0), to: (1, 3))
        #expect(counter.count == 2)
    }

    @Test func `the focused view scrolls into view`() {
        let buttons = (0..<9).map { Button("\($0)") }
        let scroll = ScrollView(StackView(.vertical, buttons))
        let window = Window(scroll, width: 10, height: 3)
        for _ in 0..<5 { window.press("tab") }
        #expect(buttons[5].isFocused)
        #expect(window.lines[2].hasPrefix("[ 5 ]"))
        window.press("up up up")
        #expect(window.lines[0].hasPrefix("[ 2 ]"))
    }

    @Test func `an alert asks, Escape cancels, and its fields are returned`() {
        var answers: [String] = []
        let alert = Alert(
            "Delete bear?", message: "It can't be undone.",
            actions: [
                AlertAction("Cancel", style: .cancel) { _ in answers.append("cancel") },
                AlertAction("Delete", style: .destructive) { answers.append("delete \($0)") },
            ])
        let window = Window(Button("Below"), width: 40, height: 9)
        alert.present(in: window)
        #expect(
            window.lines == [
                "[ Below ]", "",
                "      ┌─ Delete bear? ───────────┐",
                "      │ It can't be undone.      │",
                "      │                          │",
                "      │   [ Cancel ]  [ Delete ] │",
                "      └──────────────────────────┘", "", "",
            ])
        window.press("esc")
        #expect(answers == ["cancel"] && window.presentations.isEmpty)
        alert.present(in: window)
        window.press("right enter")
        #expect(answers == ["cancel", "delete []"])
        #expect((window.focusedView as? Button)?.title == "Below")
    }

    @Test func `an alert has fields, including a secure one`() {
        var texts: [String] = []
        let alert = Alert(
            "Log in",
            actions: [
                AlertAction("Cancel", style: .cancel), AlertAction("OK") { texts = $0 },
            ])
        alert.addTextField(placeholder: "Name")
        alert.addTextField(isSecure: true)
        let window = Window(View(), width: 40, height: 9)
        alert.present(in: window)
        window.type("me")
        window.press("enter")
        window.type("pw")
        #expect(window.lines.contains { $0.contains("••") })
        window.press("enter")
        #expect(texts == ["me", "pw"])
    }

    @Test func `an action sheet appears from below`() {
        let sheet = Alert(
            "Sort by", style: .actionSheet,
            actions: [
                AlertAction("Name"), AlertAction("Value", isEnabled: false),
                AlertAction("Cancel", style: .cancel),
            ])
        let window = Window(View(), width: 20, height: 7)
        sheet.present(in: window)
        #expect(
            window.lines == [
                "", "", "┌─ Sort by ────────┐", "│ [ Name ]         │", "│ ( Value )        │",
                "│ [ Cancel ]       │",
                "└──────────────────┘",
            ])
        window.press("down")
        #expect((window.focusedView as? Button)?.title == "Cancel")
        sheet.choose(1)
        #expect(!window.presentations.isEmpty)
    }

    @Test func `a sheet with many actions scrolls with the focus and the wheel`() {
        let sheet = Alert(
            "Lamp", style: .actionSheet,
            actions: ["Open", "Copy", "Move", "Lend"].map { AlertAction($0) })
        let window = Window(View(), width: 20, height: 5)
        sheet.present(in: window)
        #expect(
            window.lines == [
                "┌─ Lamp ───────────┐", "│ [ Open ]         │", "│ [ Copy ]         │",
                "│ [ Move ]       ↓ │", "└──────────────────┘",
            ])
        window.press("down down down")
        #expect((window.focusedView as? Button)?.title == "Lend")
        #expect(window.lines[1] == "│ [ Copy ]       ↑ │")
        #expect(window.lines[3] == "│ [ Lend ]         │")
        window.press("tab")
        #expect(window.lines[1] == "│ [ Open ]         │", "the focus begins again at the top")
    }

    @Test func `pages are pushed and popped, and keep focus and state`() {
        let first = Button("Open")
        let second = TextField("text")
        let edit = Button("Edit")
        let navigation = NavigationView(root: first, title: "Items", accessories: [edit])
        let window = Window(navigation, width: 40, height: 3)
        #expect(window.lines == ["                 Items          [ Edit ]", "[ Open ]", ""])
        first.on(.primaryAction) { navigation.push(second, title: "Rusty Bear") }
        window.press("enter")
        #expect(window.lines[0] == " ‹ Items       Rusty Bear" && second.isFocused)
        window.type("!")
        var popped: [View] = []
        navigation.onPop = { popped.append($0) }
        window.press("esc")
        #expect(first.isFocused && popped.first === second && second.text == "text!")
        window.press("esc enter")
        window.click(2, 0)
        #expect(navigation.top === first)
    }

    @Test func `timers fire when they are due, only in a window, and late ones once`() {
        let view = View()
        let window = Window(view)
        let counter = Counter()
        view.schedule(after: .seconds(1), repeats: true) { counter.count += 1 }
        let once = view.schedule(after: .seconds(2)) { counter.count += 100 }
        #expect(window.nextDeadline == .seconds(1))
        window.advance(to: .milliseconds(900))
        #expect(counter.count == 0)
        window.advance(to: .seconds(5))
        #expect(counter.count == 101)
        once?.cancel()
        #expect(window.nextDeadline == .seconds(6))
        window.content = nil
        #expect(window.nextDeadline == nil)
    }

    @Test func `every size from 1×1 to 500×200 is drawn`() {
        let list = Fixtures.everything()
        let window = Window(list)
        for (width, height) in [
            (1, 1), (2, 1), (1, 7), (3, 3), (7, 2), (20, 5), (80, 24), (500, 200), (0, 0),
        ] {
            window.resize(to: Size(width: width, height: height))
            #expect(window.drawFrame().buffer.size == Size(width: width, height: height))
            for key in ["tab", "down", "right", "enter", "pgdn", "end", "x", "left", "esc", "up", "home"] {
                window.press(key)
                _ = window.drawFrame()
            }
            for point in [(0, 0), (width / 2, height / 2), (width - 1, height - 1), (-1, 600)] {
                window.drag(from: point, to: (0, 0))
                window.wheel(1, at: point.0, point.1)
            }
        }
    }
}
