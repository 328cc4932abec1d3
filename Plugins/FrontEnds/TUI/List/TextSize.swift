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

    /// The next larger or smaller size, no further than the ends.
    package func changed(by steps: Int) -> TextSize {
        let all = TextSize.allCases
        let index = all.firstIndex(of: self) ?? 0
        return all[max(0, min(all.count - 1, index + steps))]
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
