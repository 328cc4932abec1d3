import Localization
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
        case .up: String(localized: "Up")
        case .down: String(localized: "Down")
        case .pageUp: String(localized: "A screen up")
        case .pageDown: String(localized: "A screen down")
        case .halfPageUp: String(localized: "Half a screen up")
        case .halfPageDown: String(localized: "Half a screen down")
        case .scrollUp: String(localized: "Scroll up by a line")
        case .scrollDown: String(localized: "Scroll down by a line")
        case .screenTop: String(localized: "Go to the first item on the screen")
        case .screenMiddle: String(localized: "Go to the middle of the screen")
        case .screenBottom: String(localized: "To the last item on the screen")
        case .first: String(localized: "Go to the first item; 12g goes to the twelfth")
        case .last: String(localized: "To the last item; 12G goes to the twelfth")
        case .previousSection: String(localized: "Go to the previous section")
        case .nextSection: String(localized: "Go to the next section")
        case .open: String(localized: "Open the item; in its details, edit the field")
        case .close: String(localized: "Go back from an item's details to the list")
        case .showLeadingActions: String(localized: "Show the item's actions on the left")
        case .showTrailingActions: String(localized: "Show the item's actions on the right")
        case .jumpByIndex: String(localized: "Jump to a section by its index letter")
        case .accessory, .commit, .moveUp, .moveDown, .refresh: ""
        }
    }
}
