import LootActions
import LootCore
import LootFormats
import LootQueryText
import WebServer

/// The page of the list: its controls, its rows in sections, and links to its other pages.
struct ListPage {
    let parts: ListParts
    let page: Page
    /// The ID of the displayed state.
    let state: String
    /// The addresses and titles of the server's lists.
    let lists: [(address: String, title: String)]
    let sectionings: [(value: String, title: String)]
    /// The problem of the store if items may be missing because of it, or `nil`.
    let storeProblem: LootError?
    /// The problem with the address, or `nil`.
    var problem: LootError?
    /// The invalid filter, as the user entered it.
    var condition = ""
    /// The item that was just added.
    var added: Item?
    /// The notice about the action that was just completed.
    var word: String?
    var views: [SavedView] = []
    /// The view that couldn't be saved: its name and the reason.
    var refusedView: (name: String, problem: String)?

    var list: ListQuery { parts.list }
    var query: Query { parts.query }
    var canWrite: Bool { parts.canWrite }
    var mode: ListQuery.Mode? { parts.mode }

    var html: HTML {
        """
        <a class="skip" href="#\(problem == nil ? "list" : "problem")">\(localized: "Skip to the list")</a>
        <header class="bar">
        <div class="bar-inner">
        <h1><a href="/">\(parts.presentation.title ?? "Loot")</a></h1>\(switcher)
        \(searchForm)
        <div class="tools">\(panel)\(tools)</div>
        </div>
        </header>
        <div class="frame">
        \(problem.map(explanation) ?? "\(parts.sidebar)\n\(main)\n\(parts.index)")
        </div>
        \(mode == .select ? bulkForm : dock)
        <p id="status" class="hidden" role="status" aria-live="polite"></p>
        """
    }

    /// Only the main element with the rows, for a script that already has the rest.
    var rows: HTML { "\(beginning)<div id=\"rows\">\(parts.rows(of: page))</div></main>" }

    private var beginning: HTML {
        """
        <main id="list" tabindex="-1" data-mode="\(mode?.rawValue ?? "")" \
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
        <div id="notices">\(added.map(notice))\(word.map(notice))</div>
        <div id="rows">\(parts.rows(of: page))</div>
        \(pager)
        </main>
        """
    }

    // MARK: Notices

    /// Returns the explanation that replaces the list if the list can't be displayed because of the given problem.
    /// There, the user can correct an invalid filter.
    private func explanation(of problem: LootError) -> HTML {
        var everything = list
        (everything.text, everything.offset) = (QueryText(), 0)
        let others = list.with { ($0.text.conditions, $0.offset) = ([], 0) }
        let filter: HTML = """
            <form class="card correct" method="get" action="/">\(Fragment.hidden(others.parameters))\
            <label>\(localized: "Filter") <input name="where" value="\(condition)" aria-invalid="true" autocomplete="off" \
            autocapitalize="off" spellcheck="false" autofocus></label> <button class="button prominent">\(localized: "Show")</button>\
            <details class="guide"><summary>\(localized: "Filter syntax")</summary><pre tabindex="0">\(Filter.guide.text)</pre></details></form>
            """
        return """
            <main id="problem" tabindex="-1">
            <div class="notice" role="alert">\(sentence(of: problem))</div>
            \(condition.isEmpty ? nil : filter)
            <p class="hint"><a href="\(everything.address)">\(localized: "Show everything")</a></p>
            </main>
            """
    }

    private func sentence(of problem: LootError) -> HTML {
        guard let excerpt = problem.excerpt else { return "<p>\(problem.textOfPage)</p>" }
        let line = excerpt.line()
        let advice = problem.advice { _ in nil }
        return """
            <p>\(problem.problem()) \(advice)</p><pre>\(line.before)\
            <mark>\(line.marked.isEmpty ? "\u{A0}" : line.marked)</mark>\(line.after)</pre>
            """
    }

    /// Returns the notice that the given item was added. It contains a link, because the list may not contain the item.
    private func notice(of item: Item) -> HTML {
        let isHere = page.items.contains { $0.id == item.id }
        let link = Site.address(of: item.id, back: list.address)
        return """
            <p class="notice" role="status">\(localized: "Added:") <a href="\(link)"><bdi>\(item.shownName)</bdi></a>\
            \(isHere ? nil : " (\(localized: "not in this list"))")</p>
            """
    }

    private func notice(of word: String) -> HTML { "<p class=\"notice\" role=\"status\">\(word)</p>" }

    // MARK: Links

    private var pager: HTML {
        let start = page.start
        let end = start + page.items.count
        guard start > 0 || end < parts.outline.count else { return "" }
        let before = list.with { $0.offset = max(0, start - ListQuery.pageSize) }
        let after = list.with { $0.offset = end }
        let previous: HTML =
            "<a class=\"button\" rel=\"prev\" href=\"\(before.address)\">\(localized: "Previous")</a>"
        let next: HTML =
            "<a class=\"button\" rel=\"next\" id=\"next\" href=\"\(after.address)\">\(localized: "Next")</a>"
        return """
            <nav class="pager" aria-label="\(localized: "Pages")">\(start > 0 ? previous : nil)\
            <span>\(localized: "\(page.items.isEmpty ? 0 : start + 1)–\(end) of \(parts.outline.count)")</span>\
            \(end < parts.outline.count ? next : nil)</nav>
            """
    }
}
