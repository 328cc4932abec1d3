import Localization
import LootActions
import LootControllers

/// The text size: the seven usual sizes of Apple's platforms, and five for accessibility.
///
/// The letters of a terminal have one size, so this changes the spacing: small sizes show one line per row, larger
/// ones add empty lines between rows, and accessibility sizes don't dim any text.
package enum TextSize: String, Hashable, Sendable, CaseIterable {
    /// The usual sizes.
    case extraSmall, small, medium, large, extraLarge, extraExtraLarge, extraExtraExtraLarge
    /// The accessibility sizes.
    case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5

    /// Whether it is one of the accessibility sizes.
    package var isAccessibility: Bool { self >= .accessibility1 }

    /// The sizes that look different. Several names can have the same appearance.
    static let steps: [TextSize] = TextSize.allCases.reduce(into: []) { steps, size in
        if steps.last?.looks(like: size) != true { steps.append(size) }
    }

    /// The number of the matching size in ``steps``, counted from 1.
    var step: Int { (TextSize.steps.firstIndex { looks(like: $0) } ?? 0) + 1 }

    /// Returns the size that looks larger or smaller by a number of steps, or the last one in that direction.
    package func changed(by steps: Int) -> TextSize {
        TextSize.steps[max(0, min(TextSize.steps.count - 1, step - 1 + steps))]
    }

    private func looks(like other: TextSize) -> Bool {
        cellLayout == other.cellLayout && isAccessibility == other.isAccessibility
    }

    /// A description of the size.
    var words: String {
        switch self {
        case .extraSmall, .small, .medium: String(localized: "small, names and values only")
        case .large: "usual"
        case .extraLarge, .extraExtraLarge, .extraExtraExtraLarge:
            String(localized: "large, with a blank line between rows")
        case .accessibility1: String(localized: "larger, without dim text")
        case .accessibility2, .accessibility3: String(localized: "larger still, with two blank lines")
        case .accessibility4, .accessibility5: String(localized: "largest, with three blank lines")
        }
    }

    /// The layout of the cells.
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
    /// Returns whether one size is smaller than another.
    package static func < (one: TextSize, other: TextSize) -> Bool {
        (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
    }
}
