import Testing

@testable import TerminalKit

@Suite struct FocusTests {
    private let a = Button("A")
    private let b = Button("B")
    private let c = Button("C")
    private let d = Button("D")

    private func window() -> Window {
        Window(
            StackView(
                .vertical,
                [
                    StackView(.horizontal, distribution: .fillEqually, [a, b]),
                    StackView(.horizontal, distribution: .fillEqually, [c, d]),
                ]))
    }

    @Test func `Tab cycles forward, and Shift-Tab backward`() {
        let window = window()
        #expect(a.isFocused)
        window.press("tab tab tab")
        #expect(d.isFocused)
        window.press("tab")
        #expect(a.isFocused)
        window.press("shift-tab")
        #expect(d.isFocused)
    }

    @Test func `arrow keys move the focus to the view in that direction`() {
        let window = window()
        window.press("right")
        #expect(b.isFocused)
        window.press("down")
        #expect(d.isFocused)
        window.press("left up")
        #expect(a.isFocused)
        window.press("up left")
        #expect(a.isFocused)
    }

    @Test func `hidden views are skipped, and a removed view loses the focus`() {
        let window = window()
        b.isHidden = true
        window.press("tab")
        #expect(c.isFocused)
        c.removeFromSuperview()
        #expect(window.focusedView == nil)
        window.press("tab")
        #expect(a.isFocused)
    }

    @Test func `a presented view has exclusive input and restores the focus`() {
        let window = window()
        window.press("tab")
        let inner = Button("Inner")
        window.present(inner)
        #expect(inner.isFocused)
        let counter = a.counting([.touchDown, .primaryAction])
        window.click(1, 0)
        #expect(counter.count == 0 && inner.isFocused)
        #expect(!a.focus())
        window.dismiss()
        #expect(b.isFocused)
    }

    @Test func `adding a view elsewhere removes it from its superview, and never into itself`() {
        let outer = View()
        let inner = View()
        outer.addSubview(inner)
        inner.addSubview(outer)
        #expect(inner.superview === outer && outer.superview == nil)
        let other = View()
        other.addSubview(inner)
        #expect(outer.subviews.isEmpty && other.subviews.count == 1)
    }
}
