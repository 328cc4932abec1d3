import Testing
import TerminalText

@testable import TerminalKit

@Suite struct DistributionTests {
    private func show(
        _ distribution: StackView.Distribution, _ widths: [Int], width: Int, spacing: Int = 1
    ) -> String {
        let blocks = zip("abcdef", widths).map { Block($0, $1) }
        return Window(
            StackView(.horizontal, spacing: spacing, distribution: distribution, blocks), width: width,
            height: 1
        ).line
    }

    @Test func `proportional views share the stack in proportion to their natural lengths`() {
        #expect(show(.fillProportionally, [1, 2, 3], width: 14) == "aa bbbb cccccc")
        #expect(show(.fillProportionally, [6, 6], width: 5) == "aa bb")
    }

    @Test func `equal spacing keeps the lengths and widens the gaps alike`() {
        #expect(show(.equalSpacing, [1, 5, 2], width: 14) == "a   bbbbb   cc")
        #expect(show(.equalSpacing, [1, 5, 2], width: 13) == "a  bbbbb   cc")
        #expect(show(.equalSpacing, [1, 5, 2], width: 10) == "a bbbbb cc")
        #expect(show(.equalSpacing, [3], width: 10) == "aaa")
    }

    @Test func `equal centering puts the centers at equal distances`() {
        #expect(show(.equalCentering, [1, 3, 1], width: 11) == "a   bbb   c")
        #expect(show(.equalCentering, [5, 1, 1], width: 13) == "aaaaa  b    c")
        #expect(show(.equalCentering, [1, 3, 1], width: 7) == "a bbb c")
    }

    @Test func `a view doesn't become smaller than its minimum size`() {
        let (a, b) = (Block("a", 6), Block("b", 6))
        a.minimumSize = Size(width: 5, height: 1)
        #expect(Window(StackView(.horizontal, [a, b]), width: 8, height: 1).line == "aaaaabbb")
        let small = Block("c", 1)
        small.minimumSize = Size(width: 3, height: 2)
        #expect(small.measure(.unlimited) == Size(width: 3, height: 2))
    }

    @Test func `baseline alignment puts the first lines of text on one row`() {
        let picker = PickerView()
        let stack = StackView(
            .horizontal, spacing: 1, alignment: .baseline, [Label("Year"), picker, Block("b", 1)])
        let window = Window(stack, width: 20, height: 5)
        #expect(window.lines[2].hasPrefix("Year"))
        #expect(window.lines[2].hasSuffix("b") && stack.baseline(for: Size(width: 20, height: 5)) == 2)
        #expect(stack.measure(.unlimited).height == 5)
    }

    @Test func `insets surround the views, and can differ on each side`() {
        let stack = StackView(.vertical, [Block("a", 2)])
        stack.insets = Insets(top: 1, left: 2, bottom: 1, right: 3)
        #expect(stack.measure(.unlimited) == Size(width: 7, height: 3))
        #expect(Window(stack, width: 7, height: 3).lines == ["", "  aa", ""])
        let scroll = ScrollView(Block("x", 4, 3))
        scroll.contentInsets = Insets(horizontal: 1, vertical: 1)
        let window = Window(scroll, width: 7, height: 5)
        #expect(window.lines == ["", " xxxx", " xxxx", " xxxx", ""])
    }
}
