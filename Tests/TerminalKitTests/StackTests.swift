import Testing
import TerminalText

@testable import TerminalKit

@Suite("Stacks") struct StackTests {
    private func show(_ stack: StackView, _ width: Int, _ height: Int = 1) -> [String] {
        Window(stack, width: width, height: height).lines
    }

    @Test func `the view with the lowest hugging gets the remaining space`() {
        let a = Block("a", 2)
        let b = Block("b", 3)
        b.hugging.horizontal = 100
        #expect(show(StackView(.horizontal, spacing: 1, [a, b]), 10) == ["aa bbbbbbb"])
    }

    @Test func `a spacer gets the remaining space`() {
        let stack = { StackView(.horizontal, spacing: 1, [Block("a", 2), Spacer(), Block("b", 3)]) }
        #expect(show(stack(), 10) == ["aa     bbb"])
        #expect(show(stack(), 7) == ["aa  bbb"])
    }

    @Test func `the view with the lowest compression resistance shrinks first`() {
        let a = Block("a", 6)
        let b = Block("b", 6)
        a.compressionResistance.horizontal = 900
        #expect(show(StackView(.horizontal, [a, b]), 8) == ["aaaaaabb"])
        #expect(show(StackView(.horizontal, [a, b]), 4) == ["aaaa"])
    }

    @Test func `among equal views the longest shrinks first`() {
        #expect(
            show(StackView(.horizontal, [Block("a", 8), Block("b", 2), Block("c", 5)]), 10) == ["aaaabbcccc"])
    }

    @Test func `equally filled views have the same size, and the first ones get the remainder`() {
        let stack = StackView(
            .horizontal, spacing: 1, distribution: .fillEqually,
            [Block("a", 1), Block("b", 9), Block("c", 1)])
        #expect(show(stack, 12) == ["aaaa bbb ccc"])
    }

    @Test(arguments: [
        (StackView.CrossAlignment.fill, ["aa", "aa", "aa"]), (.leading, ["aa", "", ""]),
        (.center, ["", "aa", ""]),
        (.trailing, ["", "", "aa"]),
    ])
    func `views are aligned across the stack`(
        _ alignment: StackView.CrossAlignment, _ expected: [String]
    ) {
        #expect(show(StackView(.horizontal, alignment: alignment, [Block("a", 2)]), 2, 3) == expected)
    }

    @Test func `nested stacks lay out a form with labels of equal width`() {
        let group = WidthGroup()
        let rows = [("Name", "Rusty Bear"), ("Serial number", "A1")].map { title, text in
            let label = Label(title)
            label.widthGroup = group
            return StackView(.horizontal, spacing: 2, [label, TextField(text)])
        }
        #expect(
            show(StackView(.vertical, rows), 30, 2) == [
                "Name           Rusty Bear", "Serial number  A1",
            ])
    }

    @Test func `hidden views need no space and no spacing`() {
        let b = Block("b", 2)
        b.isHidden = true
        let stack = StackView(
            .horizontal, spacing: 1, alignment: .leading, [Block("a", 2), b, Block("c", 2)])
        #expect(stack.measure(.unlimited) == Size(width: 5, height: 1))
    }

    @Test func `margins and a wrapped label count for the height`() {
        let label = Label("one two three", lines: 0)
        let stack = StackView(.vertical, [label, Block("x", 1)])
        stack.insets = Insets(horizontal: 1, vertical: 1)
        #expect(stack.measure(Size(width: 9, height: 20)) == Size(width: 9, height: 5))
        #expect(show(stack, 9, 5) == ["", " one two", " three", " xxxxxxx", ""])
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `no layout overflows or leaves its stack, whatever the sizes`(_ seed: UInt64) {
        var random = Seeded(state: seed)
        for _ in 0..<200 {
            let views = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                let view = Block(
                    "x", Int.random(in: 0...2000, using: &random), Int.random(in: 0...9, using: &random))
                view.hugging.horizontal = Int.random(in: 1...3, using: &random)
                view.compressionResistance.horizontal = Int.random(in: 1...3, using: &random)
                return view
            }
            let spacing = Int.random(in: 0...2, using: &random)
            let stack = StackView(.horizontal, spacing: spacing, views)
            let width = Int.random(in: 20...200, using: &random)
            stack.frame = Rect(width: width, height: 3)
            stack.layoutTree()
            let used = views.reduce(0) { $0 + $1.frame.width } + spacing * max(0, views.count - 1)
            #expect(views.isEmpty || used == width, "seed \(seed)")
            #expect(views.allSatisfy { $0.frame.minX >= 0 && $0.frame.maxX <= width }, "seed \(seed)")
        }
    }
}
