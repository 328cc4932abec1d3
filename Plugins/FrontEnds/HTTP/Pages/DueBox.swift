import LootActions
import LootCore
import LootFormats

/// The due dates above the list: a line that can be expanded.
struct DueBox {
    let due: DueList
    /// The address of the list. The pages of the items link back to it.
    let back: String

    var html: HTML {
        guard let first = due.dates.first else { return "<div class=\"due\"></div>" }
        let next = "\(ItemPresentation.what(first)), \(remaining(first))"
        return """
            <details class="due"><summary><strong>\(ItemPresentation.summary(of: due))</strong> \
            <span class="next"><bdi>\(first.item.shownName)</bdi>: <bdi>\(next)</bdi></span></summary>
            <ul>\(due.dates.map(row))</ul>
            <p><a href="/\(PercentEncoding.query([("where", due.filter.description)]))">\
            \(due.count > due.dates.count ? String(localized: "Show all \(due.count) in the list") : String(localized: "Show in the list"))</a> \
            <a href="/due.ics">\(localized: "Calendar")</a></p></details>
            """
    }

    private func row(_ date: DueDate) -> HTML {
        """
        <li><a href="/items/\(date.item.id.description)\(PercentEncoding.query([("back", back)]))">\
        <bdi>\(date.item.shownName)</bdi></a> <span><bdi>\(ItemPresentation.what(date))</bdi></span> \
        <time datetime="\(date.day.description)"\(date.days(from: due.today) < 0 ? " class=\"late\"" : nil)>\
        \(remaining(date))</time></li>
        """
    }

    private func remaining(_ date: DueDate) -> String {
        ItemPresentation.remaining(date.days(from: due.today))
    }
}
