import Localization
import LootActions
import LootCore
import LootPlugins
import LootFormats

/// The buttons that run actions on an item.
struct ActionButtons {
    let item: Item
    /// The actions that the page offers.
    let actions: [Action]
    /// The address to return to.
    let back: String

    /// The buttons that are always visible in a row and on an item's page: one for each pair of opposite
    /// actions.
    var prominent: [HTML] {
        applicable.compactMap { action in
            // A pair of actions has a single button. It shows the state of the item as the symbol of the action that
            // was run last.
            guard let sign = (actions.opposite(of: action) ?? action).symbol else { return nil }
            return Fragment.button(
                "/do/\(action.id)", "\(sign)", kind: "star",
                title: Language.current.titled(action.title.text, item.shownName),
                pair: [action.id, action.opposite ?? ""].min(), fields: fields)
        }
    }

    /// The entries of the item's menu. An action with parameters leads to its form.
    var menu: [HTML] {
        applicable.map { action in
            if action.parameters.isEmpty {
                return Fragment.button(
                    "/do/\(action.id)", "\(action.title.text)", kind: "choice", fields: fields)
            }
            return "<a href=\"/do/\(action.id)\(PercentEncoding.query(fields))\">\(action.title.text)…</a>"
        }
    }

    private var applicable: [Action] { actions.filter { $0.isOffered(for: item) } }
    private var fields: [(name: String, value: String)] {
        [("item", item.id.description), ("back", back)]
    }

    /// The buttons of the form for selected items.
    static func bulk(_ actions: [Action]) -> [HTML] {
        actions.onItems.map { action in
            let title: HTML = "\(action.title.text)\(action.parameters.isEmpty ? nil : "…")"
            // On a phone, a symbol replaces the title.
            let content: HTML =
                action.symbol.map { "\($0)<span class=\"word\"> \(title)</span>" } ?? title
            // The script hides the button while fewer items are selected.
            let minimum: HTML? =
                action.minimumItems > 1 ? " data-minimum=\"\(action.minimumItems)\"" : nil
            return """
                <button class="button" name="do" value="\(action.id)" formaction="/do/\(action.id)" \
                aria-label="\(action.title.text)"\(minimum)>\(content)</button>
                """
        }
    }
}
