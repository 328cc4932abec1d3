import TerminalKit

extension TableCommand {
    /// The name in configurations, or `nil` if a screen command does the same.
    var name: String? {
        switch self {
        case .up: "up"
        case .down: "down"
        case .pageUp: "page-up"
        case .pageDown: "page-down"
        case .first: "first"
        case .last: "last"
        case .previousSection: "previous-section"
        case .nextSection: "next-section"
        case .halfPageUp: "half-page-up"
        case .halfPageDown: "half-page-down"
        case .scrollUp: "scroll-up"
        case .scrollDown: "scroll-down"
        case .screenTop: "screen-top"
        case .screenMiddle: "screen-middle"
        case .screenBottom: "screen-bottom"
        case .open: "open"
        case .close: "close"
        case .showLeadingActions: "leading-actions"
        case .showTrailingActions: "trailing-actions"
        case .jumpByIndex: "jump"
        case .accessory, .commit, .moveUp, .moveDown, .refresh: nil
        }
    }

    /// A description for the help.
    var summary: String {
        switch self {
        case .up: "Up"
        case .down: "Down"
        case .pageUp: "A screen up"
        case .pageDown: "A screen down"
        case .halfPageUp: "Half a screen up"
        case .halfPageDown: "Half a screen down"
        case .scrollUp: "Scroll up by a line"
        case .scrollDown: "Scroll down by a line"
        case .screenTop: "To the first item on the screen"
        case .screenMiddle: "To the middle of the screen"
        case .screenBottom: "To the last item on the screen"
        case .first: "To the first item; 12g to the twelfth"
        case .last: "To the last item; 12G to the twelfth"
        case .previousSection: "To the previous section"
        case .nextSection: "To the next section"
        case .open: "Open the item; in its details: edit the field"
        case .close: "From an item's details back to the list"
        case .showLeadingActions: "Actions of the item, from the left"
        case .showTrailingActions: "Actions of the item, from the right"
        case .jumpByIndex: "Jump by the index: then its letter"
        case .accessory, .commit, .moveUp, .moveDown, .refresh: ""
        }
    }
}
