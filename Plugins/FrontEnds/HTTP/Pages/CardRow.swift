import LootActions
import LootCore
import LootFormats

/// A row of a card: a name with a quiet remark, two columns on the right, and controls below.
struct CardRow {
    /// The attributes of the element.
    var attributes: HTML?
    let name: HTML
    var count: HTML?
    var value: HTML?
    var controls: HTML?

    /// Creates a row about the item with the given ID and name. The name leads to the item's page, and that page links
    /// back to `back`.
    init(
        _ item: ItemID, _ name: String, quiet: HTML?, back: String, count: HTML? = nil, value: HTML? = nil
    ) {
        let query = PercentEncoding.query([("back", back)])
        self.init(
            name: "<a href=\"/items/\(item.description)\(query)\"><bdi>\(name)</bdi></a> \(quiet)",
            count: count, value: value)
    }

    init(
        attributes: HTML? = nil, name: HTML, count: HTML? = nil, value: HTML? = nil, controls: HTML? = nil
    ) {
        (self.attributes, self.name, self.controls) = (attributes, name, controls)
        (self.count, self.value) = (count, value)
    }

    private var html: HTML {
        """
        <li\(attributes)><div class="place-line"><span class="name">\(name)</span>\
        <span class="sum"><span class="count">\(count)</span> <span class="value">\(value)</span></span></div>\
        \(controls)</li>

        """
    }

    /// Returns the given text as a quiet remark.
    static func quiet(_ text: String) -> HTML { "<span class=\"quiet\"><bdi>\(text)</bdi></span>" }

    /// Returns a card with the given rows. If there are none, returns the hint `empty`, if it is given.
    static func card(_ rows: [CardRow], empty: Message? = nil) -> HTML {
        if rows.isEmpty, let empty { return "<p class=\"hint\">\(localized: empty)</p>" }
        return "<ul class=\"card places\">\n\(rows.map(\.html))</ul>"
    }
}
