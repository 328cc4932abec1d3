import LootActions
import LootCore
import LootFormats

/// The history of the list or of an item, newest commits first.
struct HistoryPage {
    /// The item, or `nil` for the whole list.
    let item: Item?
    let commits: [Commit]
    let presentation: ItemPresentation
    /// The maximum number of commits.
    static let limit = 100
    /// The maximum number of lines per commit.
    private static let mostLines = 20

    var title: String {
        item.map { String(localized: "History of \($0.name)") } ?? String(localized: "History")
    }

    var html: HTML {
        if commits.isEmpty { return "<p>\(localized: "No changes yet.")</p>" }
        let undone = commits.undone
        let entries = presentation.history(commits, of: item).reversed().map { commit, told in
            entry(commit, told, isUndone: undone.contains(commit.revision))
        }
        return "<ol class=\"history\" reversed>\(entries)</ol>"
    }

    private func entry(_ commit: Commit, _ told: [String], isUndone: Bool) -> HTML {
        let author: HTML? = commit.author.map { " · <bdi>\($0)</bdi>" }
        let state: HTML? = isUndone ? " · \(localized: "undone")" : nil
        var lines: [HTML] = told.prefix(HistoryPage.mostLines).map { "<li><bdi>\($0)</bdi></li>" }
        let rest = told.count - lines.count
        if rest > 0 { lines.append("<li>\(localized: "\(rest, one: "more", other: "more")")</li>") }
        return """
            <li><strong><bdi>\(commit.heading)</bdi></strong> \
            <small><time datetime="\(commit.date.description)">\(presentation.date(of: commit))</time>\(author)\(state)</small>\
            <ul>\(lines)</ul></li>
            """
    }
}
