import LootActions
import LootCore
import LootFormats

/// The history of an item, newest commits first.
struct HistoryPage {
    let item: Item
    let commits: [Commit]
    let presentation: ItemPresentation
    let back: String

    /// The maximum number of commits.
    static let limit = 100

    var html: HTML {
        """
        <header class="bar"><div class="bar-inner">
        <a class="button" href="\(back)"><span aria-hidden="true">‹</span> \(localized: "Item")</a>
        <h1>\(localized: "History of \(item.name)")</h1>
        </div></header>
        <main class="detail-frame">
        \(commits.isEmpty ? "<p>\(localized: "No changes yet.")</p>" : list)
        </main>
        """
    }

    private var list: HTML {
        let undone = commits.undone
        let entries = presentation.history(commits, of: item).reversed().map { commit, told in
            entry(commit, told, isUndone: undone.contains(commit.revision))
        }
        return "<ol class=\"history\" reversed>\(entries)</ol>"
    }

    private func entry(_ commit: Commit, _ told: [String], isUndone: Bool) -> HTML {
        let author: HTML? = commit.author.map { " · <bdi>\($0)</bdi>" }
        let state: HTML? = isUndone ? " · \(localized: "undone")" : nil
        let lines: [HTML] = told.map { "<li><bdi>\($0)</bdi></li>" }
        return """
            <li><strong><bdi>\(commit.heading)</bdi></strong> \
            <small><time datetime="\(commit.date.description)">\(presentation.date(of: commit))</time>\(author)\(state)</small>\
            <ul>\(lines)</ul></li>
            """
    }
}
