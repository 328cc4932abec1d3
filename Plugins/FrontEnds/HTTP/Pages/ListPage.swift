import LootActions
import LootCore
import LootFormats
import WebServer

/// The list: its header with search and filters, its rows in their sections, and the ways to the rest of it.
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
    /// The filter as it was asked for, whether or not it can be read.
    var condition = ""
    /// An item that was just added here.
    var added: Item?
    /// The views that can be shown.
    var views: [SavedView] = []
    /// Why a view could not be kept, and the name that was typed for it.
    var refusedView: (name: String, why: String)?

    private var list: ListQuery { parts.list }
    private var query: Query { parts.query }
    private var items: [Item] { page.items }
    private var canWrite: Bool { parts.canWrite }
    private var isEditing: Bool { parts.isEditing }

    var html: HTML {
        """
        <a class="skip" href="#list">Skip to the list</a>
        <header class="bar">
        <div class="bar-inner">
        <h1><a href="/">Loot</a></h1>
        \(searchForm)
        \(tools)
        </div>
        </header>
        <div class="frame">
        \(parts.sidebar)
        <main id="list" tabindex="-1" data-editing="\(isEditing ? "true" : "false")" \
        data-movable="\(query.isInUserOrder ? "true" : "false")" data-list="\(parts.address)" data-state="\(state)" \
        data-start="\(page.start)" data-sections="\(parts.counts)">
        \(parts.dueBox)
        \(viewBar)
        \(filters)
        <div id="notices">\(problem.map(notice))\(added.map(notice))</div>
        <div id="rows">\(parts.rows(of: page))</div>
        \(pager)
        </main>
        \(parts.index)
        </div>
        <p id="status" class="hidden" role="status" aria-live="polite"></p>
        """
    }

    // MARK: Header

    private var searchForm: HTML {
        let scopes =
            [("", "Everywhere")]
            + Field.all.filter { $0.traits.contains(.searchable) }
            .map { ($0.name, $0.title) }
        return """
            <form class="search" method="get" action="/" role="search">
            <input type="search" name="search" value="\(list.text.search)" placeholder="Search" aria-label="Search" \
            autocomplete="off" spellcheck="false">
            <select name="scope" aria-label="Search in">\(Fragment.options(scopes, chosen: list.text.scope.joined(separator: ",")))</select>
            \(Fragment.hidden(kept(without: ["search", "scope"])))
            <button class="button">Search</button>
            </form>
            """
    }

    private var tools: HTML {
        let toggled = list.with { $0.isEditing.toggle() }
        let edit: HTML = """
            <a class="button" id="edit-toggle" href="\(toggled.address)" role="button" \
            aria-pressed="\(isEditing ? "true" : "false")">\(isEditing ? "Done" : "Edit")</a>
            """
        let add: HTML = """
            <a class="button prominent" id="add" href="/items/new\(back)"><span aria-hidden="true">+</span> Add</a>
            """
        let readOnly: HTML =
            "<span class=\"read-only\">\(storeProblem == nil ? "Read only" : "Can’t be changed now")</span>"
        return """
            <nav class="tools" aria-label="List">\(canWrite ? edit : nil)\(canWrite ? add : nil)\
            \(canWrite ? nil : readOnly)</nav>
            """
    }

    /// The views as tabs, and what keeps the list that is shown as another one.
    private var viewBar: HTML {
        let shown = list.with { ($0.offset, $0.isEditing) = (0, false) }
        let current = views.first { ListQuery($0).address == shown.address }
        let isAll = shown.address == ListQuery().address
        if views.isEmpty, isAll || !canWrite { return "<div class=\"views\"></div>" }
        func tab(_ address: String, _ title: String, _ isCurrent: Bool) -> HTML {
            "<a href=\"\(address)\"\(isCurrent ? " aria-current=\"true\"" : nil)><bdi>\(title)</bdi></a>"
        }
        let tabs = views.map { tab(ListQuery($0).address, $0.name, $0.name == current?.name) }
        return """
            <div class="views"><nav aria-label="Views">\(tab("/", "Everything", isAll))\(tabs)</nav>\
            \(canWrite && current == nil && !isAll ? keepForm : nil)\(canWrite ? current.map(removeForm) : nil)</div>
            """
    }

    private var keepForm: HTML {
        """
        <details class="keep"\(refusedView == nil ? nil : " open")><summary>Keep this list…</summary>\
        <form method="post" action="/views">\(Fragment.hidden([("back", list.address)]))\
        <label>Name <input name="name" value="\(refusedView?.name ?? "")" required maxlength="60" autocomplete="off"></label> \
        <button class="button apply">Keep</button></form>\
        \(refusedView.map { "<p class=\"problem\" role=\"alert\">\($0.why)</p>" } as HTML?)</details>
        """
    }

    private func removeForm(_ view: SavedView) -> HTML {
        Fragment.button(
            "/views/remove", "Remove view", kind: "quiet", title: "Remove the view \(view.name)",
            fields: [("name", view.name), ("back", list.address)])
    }

    private var filters: HTML {
        let all = list.with { ($0.text.favoritesOnly, $0.offset) = (false, 0) }
        let favorites = list.with { ($0.text.favoritesOnly, $0.offset) = (true, 0) }
        func segment(_ target: ListQuery, _ title: String, _ isCurrent: Bool) -> HTML {
            "<a href=\"\(target.address)\"\(isCurrent ? " aria-current=\"true\"" : nil)>\(title)</a>"
        }
        return """
            <div class="filters">
            <nav class="segments" aria-label="Show">
            \(segment(all, "All", !list.text.favoritesOnly))\(segment(favorites, "Favorites", list.text.favoritesOnly))
            </nav>
            <form class="arrange" method="get" action="/">
            \(Fragment.hidden(kept(without: ["sort", "sections"])))
            <label><span>Sort</span> <select name="sort">\(Fragment.options(sorts, chosen: sort))</select></label>
            <label><span>Sections</span> <select name="sections">\(Fragment.options(sectionings, chosen: list.sections))</select></label>
            <button class="button apply">Apply</button>
            </form>
            </div>
            <form class="condition" method="get" action="/">
            \(Fragment.hidden(kept(without: ["where"])))
            <label><span>Filter</span> <input type="text" name="where" value="\(condition)" \
            placeholder="value >= 50 and location in Attic" autocomplete="off" autocapitalize="off" \
            spellcheck="false"></label>
            <button class="button apply">Apply</button>
            <details><summary>How to write one</summary><pre>\(Filter.guide)</pre></details>
            </form>
            <div class="summary">
            <p id="total">\(parts.total)</p>
            \(parts.history)
            </div>
            """
    }

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

    /// A word that an item was added, with the way to it: it may stand far below.
    private func notice(of item: Item) -> HTML {
        """
        <p class="notice" role="status">Added <a href="/items/\(item.id.description)\(back)"><bdi>\(item.shownName)</bdi></a>.</p>
        """
    }

    private var sorts: [(value: String, title: String)] {
        var sorts = [("", "My order")]
        for field in Field.all where field.traits.isDisjoint(with: [.multiline, .photo, .files, .care]) {
            switch field.type {
            case .text, .list: sorts.append((field.name, field.title))
            case .flag: sorts.append(("\(field.name):desc", field.title))
            case .integer, .decimal, .amount:
                sorts.append(("\(field.name):desc", "\(field.title), highest first"))
                sorts.append((field.name, "\(field.title), lowest first"))
            case .moment, .day:
                sorts.append(("\(field.name):desc", "\(field.title), newest first"))
                sorts.append((field.name, "\(field.title), oldest first"))
            }
        }
        if !sorts.contains(where: { $0.0 == sort }) { sorts.append((sort, sort)) }
        return sorts
    }

    private var sort: String { list.text.sort.joined(separator: ",") }

    /// What a form keeps of the address that it changes.
    private func kept(without names: [String]) -> [(name: String, value: String)] {
        list.parameters.filter { !names.contains($0.name) }
    }

    private var back: String { PercentEncoding.query([("back", list.address)]) }

    private var pager: HTML {
        let start = page.start
        let end = start + items.count
        guard start > 0 || end < parts.outline.count else { return "" }
        let before = list.with { $0.offset = max(0, start - ListQuery.pageSize) }
        let after = list.with { $0.offset = end }
        let previous: HTML = "<a class=\"button\" rel=\"prev\" href=\"\(before.address)\">Previous</a>"
        let next: HTML = "<a class=\"button\" rel=\"next\" id=\"next\" href=\"\(after.address)\">Next</a>"
        return """
            <nav class="pager" aria-label="Pages">\(start > 0 ? previous : nil)\
            <span>\(items.isEmpty ? 0 : start + 1)–\(end) of \(parts.outline.count)</span>\
            \(end < parts.outline.count ? next : nil)</nav>
            """
    }
}
