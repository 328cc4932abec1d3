import LootActions
import LootControllers

/// How large text is meant to be: the seven usual sizes, and five for people who need larger ones.
///
/// A terminal's letters have one size, so that what grows is the room: small sizes have a line for a row, larger ones
/// free lines between rows, and from the accessibility sizes on nothing is shown faintly.
package enum TextSize: String, Hashable, Sendable, CaseIterable {
    /// The usual sizes.
    case extraSmall, small, medium, large, extraLarge, extraExtraLarge, extraExtraExtraLarge
    /// The accessibility sizes.
    case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5

    /// Whether it is one of the accessibility sizes.
    package var isAccessibility: Bool { self >= .accessibility1 }

    /// The sizes that look different from each other: letters of a terminal have one size, so that several names can mean
    /// the same room.
    static let steps: [TextSize] = TextSize.allCases.reduce(into: []) { steps, size in
        if steps.last?.looks(like: size) != true { steps.append(size) }
    }

    /// Which of the ``steps`` it looks like, counted from 1.
    var step: Int { (TextSize.steps.firstIndex { looks(like: $0) } ?? 0) + 1 }

    /// The next size that looks larger or smaller, no further than the ends.
    package func changed(by steps: Int) -> TextSize {
        TextSize.steps[max(0, min(TextSize.steps.count - 1, step - 1 + steps))]
    }

    private func looks(like other: TextSize) -> Bool {
        cellLayout == other.cellLayout && isAccessibility == other.isAccessibility
    }

    /// What a person reads of it.
    var words: String {
        switch self {
        case .extraSmall, .small, .medium: "small, names and values alone"
        case .large: "usual"
        case .extraLarge, .extraExtraLarge, .extraExtraExtraLarge: "large, with a free line between rows"
        case .accessibility1: "larger, nothing faint"
        case .accessibility2, .accessibility3: "larger still, with two free lines"
        case .accessibility4, .accessibility5: "largest, with three free lines"
        }
    }

    /// The room that cells take.
    var cellLayout: ItemCell.Layout {
        switch self {
        case .extraSmall, .small, .medium: ItemCell.Layout(showsSerialNumber: false)
        case .large: ItemCell.Layout()
        case .extraLarge, .extraExtraLarge, .extraExtraExtraLarge, .accessibility1:
            ItemCell.Layout(padding: 1)
        case .accessibility2, .accessibility3: ItemCell.Layout(padding: 2)
        case .accessibility4, .accessibility5: ItemCell.Layout(padding: 3)
        }
    }
}

extension TextSize: Comparable {
    /// Whether one is smaller than the other.
    package static func < (one: TextSize, other: TextSize) -> Bool {
        (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
    }
}
