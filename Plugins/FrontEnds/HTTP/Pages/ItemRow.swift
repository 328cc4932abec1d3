import LootActions
import LootCore
import LootFormats
import LootPlugins

/// A row of the list.
struct ItemRow {
    let item: Item
    let presentation: ItemPresentation
    let today: Day
    let back: String
    let mode: ListQuery.Mode?
    let canWrite: Bool
    let actions: [Action]
    let isMovable: Bool
    /// Additional fields to display.
    let fields: [FieldKey]

    /// The fields that all rows display.
    private static let usual: Set<FieldKey> = [
        "name", "valueInDollars", "isFavorite", "serialNumber", "quantity", "location", "tags", "photo",
    ]

    private var path: String { "/items/\(item.id)" }
    private var backField: (name: String, value: String) { ("back", back) }

    var html: HTML {
        """
        <li class="row" id="item-\(item.id.description)" data-id="\(item.id.description)" \
        data-favorite="\(item.isFavorite ? "true" : "false")">\
        \(mode == .select ? mark : nil)\
        \(mode == .edit ? deleteControl : nil)\
        \(tile)\
        <span class="text"><span class="name"><a class="cell" \
        href="\(path)\(PercentEncoding.query([backField]))"><bdi>\(item.shownName)</bdi></a></span>\
        \(detail)</span>\
        <span class="value \(emphasis)">\
        \(presentation.quantityAndValue(of: item))</span>\
        \(canWrite ? nil : favoriteMark)\(buttons.prominent)\
        \(mode == nil ? menu : nil)\
        \(mode == .edit && isMovable ? moveControls : nil)</li>
        """
    }

    private var emphasis: String {
        switch presentation.emphasis(of: item) {
        case .high: "high"
        case .low: "low"
        case nil: "unknown"
        }
    }

    /// The photo's thumbnail, or the first letter of the name.
    private var tile: HTML {
        guard let photo = item.photo else {
            return "<span class=\"tile\" aria-hidden=\"true\">\(initial)</span>"
        }
        return """
            <img class="tile" src="/api/files/\(photo.description)?thumbnail" alt="" width="40" height="40" \
            loading="lazy" decoding="async">
            """
    }

    private var initial: String {
        item.name.first { $0.isLetter || $0.isNumber }.map { $0.uppercased() } ?? "·"
    }

    private var detail: HTML {
        var parts: [HTML] = []
        if let mark = ItemPresentation.problemMark(of: item) {
            parts.append("<span class=\"problem\">\(mark)</span>")
        }
        if let serial = item.serialNumber, !serial.isEmpty {
            parts.append("<span class=\"serial\"><bdi>\(serial)</bdi></span>")
        }
        if item.hasDetails {
            for badge in ItemPresentation.badges(of: item, on: today) {
                parts.append(
                    "<span class=\"badge\(badge.isLate ? " late" : "")\"><bdi>\(badge.text)</bdi></span>")
            }
            if let location = item.location {
                let place = Site.address(of: PlacePath(location))
                parts.append("<a class=\"place\" href=\"\(place)\"><bdi>\(location)</bdi></a>")
            }
            for tag in item.tags.prefix(4) {
                parts.append("<a class=\"tag\" href=\"\(Site.address(ofTag: tag))\"><bdi>\(tag)</bdi></a>")
            }
        }
        for key in fields where !ItemRow.usual.contains(key) {
            let text = presentation.text(of: key, in: item)
            if text.isEmpty { continue }
            let title = ItemPresentation.title(of: key)
            parts.append("<span class=\"more\"><span>\(title)</span> <bdi>\(text)</bdi></span>")
        }
        return parts.isEmpty ? "" : "<span class=\"detail\">\(parts)</span>"
    }

    // MARK: Controls

    private var buttons: ActionButtons { ActionButtons(item: item, actions: actions, back: back) }

    private var favoriteMark: HTML {
        item.isFavorite
            ? "<span class=\"star\" role=\"img\" aria-label=\"\(localized: "Favorite")\">★</span>" : ""
    }

    /// The checkbox that selects the item.
    private var mark: HTML {
        """
        <input type="checkbox" class="mark" form="bulk" name="item" value="\(item.id.description)" \
        aria-label="\(localized: "Select \(item.shownName)")">
        """
    }

    private var deleteControl: HTML {
        """
        <a class="delete" href="\(path)/delete\(PercentEncoding.query([backField]))" data-action="delete" \
        aria-label="\(localized: "Remove \(item.shownName)")" title="\(localized: "Remove")"><span aria-hidden="true">−</span></a>
        """
    }

    private var menu: HTML? {
        let actions = buttons.menu
        if actions.isEmpty, !canWrite { return nil }
        let remove: HTML = """
            <a class="destructive" href="\(path)/delete\(PercentEncoding.query([backField]))" data-action="delete">\
            \(localized: "Remove…")</a>
            """
        return """
            <details class="menu"><summary aria-label="\(localized: "Actions for \(item.shownName)")"><span aria-hidden="true">⋯</span></summary>\
            <div><a href="\(path)\(PercentEncoding.query([backField]))">\(localized: "Open")</a>\
            \(actions)\(canWrite ? remove : nil)</div></details>
            """
    }

    private var moveControls: HTML {
        func button(_ label: HTML, _ way: String, _ title: Message) -> HTML {
            Fragment.button(
                "\(path)/move", label, kind: "move", title: title.text, fields: [("by", way), backField])
        }
        let name = item.shownName
        return """
            <span class="reorder">\(button("↑", "up", "Move \(name) up"))\(button("↓", "down", "Move \(name) down"))\
            <span class="handle" aria-hidden="true" title="\(localized: "Drag to move")">≡</span></span>
            """
    }
}
