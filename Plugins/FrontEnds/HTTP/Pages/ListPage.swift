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
    var problem: String?
    /// An item that was just added here.
    var added: Item?

    private var list: ListQuery { parts.list }
    private var query: ItemQuery { parts.query }
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
        \(filters)
        <div id="notices">\(problem.map { "<p class=\"notice\" role=\"alert\">\($0)</p>" } as HTML?)\(added.map(notice))</div>
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
            <div class="summary">
            <p id="total">\(parts.total)</p>
            \(parts.history)
            </div>
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
        for field in Field.all where !field.traits.contains(.multiline) && !field.traits.contains(.photo) {
            switch field.type {
            case .text, .list: sorts.append((field.name, field.title))
            case .flag: sorts.append(("\(field.name):desc", field.title))
            case .integer, .decimal:
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
