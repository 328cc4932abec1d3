import LootActions
import LootCore
import LootFormats
import WebServer

/// The list: its controls, its rows in their sections, and the ways to the rest of it.
struct ListPage {
    let parts: ListParts
    let page: Page
    /// The name of the state that it shows.
    let state: String
    let sectionings: [(value: String, title: String)]
    /// Why there may be more items than can be read; nil when all is well.
    let storeProblem: LootError?
    /// What is wrong with the address, if anything.
    var problem: LootError?
    /// A filter that can't be read, as it was asked for.
    var condition = ""
    /// An item that was just added here.
    var added: Item?
    /// What was just done, in words.
    var word: String?
    /// The views that can be shown.
    var views: [SavedView] = []
    /// Why a view could not be kept, and the name that was typed for it.
    var refusedView: (name: String, why: String)?

    var list: ListQuery { parts.list }
    var query: Query { parts.query }
    var canWrite: Bool { parts.canWrite }
    var isEditing: Bool { parts.isEditing }

    var html: HTML {
        """
        <a class="skip" href="#list">Skip to the list</a>
        <header class="bar">
        <div class="bar-inner">
        <h1><a href="/">Loot</a></h1>
        \(searchForm)
        <div class="tools">\(panel)\(tools)</div>
        </div>
        </header>
        <div class="frame">
        \(parts.sidebar)
        \(main)
        \(parts.index)
        </div>
        \(isEditing ? bulkForm : dock)
        <p id="status" class="hidden" role="status" aria-live="polite"></p>
        """
    }

    /// The main part with the rows alone, for a script that has the rest.
    var rows: HTML { "\(beginning)<div id=\"rows\">\(parts.rows(of: page))</div></main>" }

    private var beginning: HTML {
        """
        <main id="list" tabindex="-1" data-editing="\(isEditing ? "true" : "false")" \
        data-movable="\(query.isInUserOrder ? "true" : "false")" data-list="\(parts.address)" data-state="\(state)" \
        data-start="\(page.start)" data-sections="\(parts.counts)">
        """
    }

    private var main: HTML {
        """
        \(beginning)
        \(parts.dueBox)
        \(viewBar)
        \(chips)
        <div class="summary">
        <p id="total">\(parts.total)</p>
        \(parts.history)
        </div>
        <div id="notices">\(problem.map(notice))\(added.map(notice))\(word.map(notice))</div>
        <div id="rows">\(parts.rows(of: page))</div>
        \(pager)
        </main>
        """
    }

    // MARK: Notices

    /// What can't be read, with the place where that is known.
    private func notice(of problem: LootError) -> HTML {
        guard let excerpt = problem.excerpt else {
            return "<p class=\"notice\" role=\"alert\">\("\(problem)")</p>"
        }
        let line = excerpt.line()
        let sentence = "\(problem.what): \(problem.why). \(problem.advice { _ in nil })"
        return """
            <div class="notice" role="alert"><p>\(sentence)</p><pre>\(line.before)\
            <mark>\(line.marked.isEmpty ? "\u{A0}" : line.marked)</mark>\(line.after)</pre></div>
            """
    }

    /// A word that an item was added, with the way to it, which another list may show.
    private func notice(of item: Item) -> HTML {
        let isHere = page.items.contains { $0.id == item.id }
        let link = Site.address(of: item.id, back: list.address)
        return """
            <p class="notice" role="status">Added <a href="\(link)"><bdi>\(item.shownName)</bdi></a>\
            \(isHere ? nil : ", which this list does not show").</p>
            """
    }

    private func notice(of word: String) -> HTML { "<p class=\"notice\" role=\"status\">\(word)</p>" }

    // MARK: Ways

    private var pager: HTML {
        let start = page.start
        let end = start + page.items.count
        guard start > 0 || end < parts.outline.count else { return "" }
        let before = list.with { $0.offset = max(0, start - ListQuery.pageSize) }
        let after = list.with { $0.offset = end }
        let previous: HTML = "<a class=\"button\" rel=\"prev\" href=\"\(before.address)\">Previous</a>"
        let next: HTML = "<a class=\"button\" rel=\"next\" id=\"next\" href=\"\(after.address)\">Next</a>"
        return """
            <nav class="pager" aria-label="Pages">\(start > 0 ? previous : nil)\
            <span>\(page.items.isEmpty ? 0 : start + 1)–\(end) of \(parts.outline.count)</span>\
            \(end < parts.outline.count ? next : nil)</nav>
            """
    }
}
