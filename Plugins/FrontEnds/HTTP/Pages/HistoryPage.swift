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
        <a class="button" href="\(back)"><span aria-hidden="true">‹</span> Item</a>
        <h1>History of <bdi>\(item.name)</bdi></h1>
        </div></header>
        <main class="detail-frame">
        \(commits.isEmpty ? "<p>No changes that can be undone.</p>" : list)
        </main>
        """
    }

    private var list: HTML {
        "<ol class=\"history\" reversed>\(presentation.history(commits, of: item).reversed().map(entry))</ol>"
    }

    private func entry(_ commit: Commit, _ told: [String]) -> HTML {
        let author: HTML? = commit.author.map { " by <bdi>\($0)</bdi>" }
        let lines: [HTML] = told.map { "<li><bdi>\($0)</bdi></li>" }
        return """
            <li><strong><bdi>\(commit.title)</bdi></strong> \
            <small><time datetime="\(commit.date.description)">\(presentation.date(of: commit))</time>\(author)</small>\
            <ul>\(lines)</ul></li>
            """
    }
}
