import LootControllers
import LootCore
import LootFormats
import WebServer

/// The list: its header with search and filters, its rows in their sections, and the ways to the rest of it.
struct ListPage {
    let list: ListQuery
    let query: ItemQuery
    let answer: Answer
    let steps: StoreCondition.Steps
    let sectionings: [(value: String, title: String)]
    let presentation: ItemPresentation
    let canWrite: Bool
    /// Why there may be more items than can be read; nil when all is well.
    let storeProblem: LootError?
    /// Whether all items that the store has are known.
    let isWhole: Bool
    /// What is wrong with the address, if anything.
    var problem: String?
    /// An item that was just added here.
    var added: Item?

    private var items: [Item] { answer.page.items }
    private var isEditing: Bool { list.isEditing && canWrite }

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
        \(sidebar)
        <main id="list" tabindex="-1" data-editing="\(isEditing ? "true" : "false")" data-movable="\(query.isInUserOrder ? "true" : "false")">
        \(filters)
        \(problem.map { "<p class=\"notice\" role=\"alert\">\($0)</p>" } as HTML?)
        \(added.map(notice))
        \(rows)
        \(pager)
        </main>
        \(index)
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
            <p id="total">\(total)</p>
            \(undoTools)
            </div>
            """
    }

    private var total: HTML? {
        if !isWhole, items.isEmpty { return nil }
        return """
            \(ItemPresentation.count(answer.outline.count))<span class="dot" aria-hidden="true"> · </span>\
            \(presentation.money.text(answer.outline.totalValue))
            """
    }

    /// A word that an item was added, with the way to it: it may stand far below.
    private func notice(of item: Item) -> HTML {
        """
        <p class="notice" role="status">Added <a href="/items/\(item.id.description)\(back)"><bdi>\(item.shownName)</bdi></a>.</p>
        """
    }

    private var undoTools: HTML {
        // What is taken back is what the page shows, and not what came since.
        func button(_ action: String, _ verb: String, _ step: StoreCondition.Step?) -> HTML? {
            step.map { step in
                Fragment.button(
                    action, "\(verb) <span class=\"what\">\(step.title)</span>", kind: "quiet",
                    fields: backField + [("revision", step.revision.description)])
            }
        }
        let undo = button("/undo", "Undo", steps.undo)
        let redo = button("/redo", "Redo", steps.redo)
        return "<div class=\"history\">\(canWrite ? undo : nil)\(canWrite ? redo : nil)</div>"
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

    // MARK: Ways

    private var back: String { PercentEncoding.query([("back", list.address)]) }
    private var backField: [(name: String, value: String)] { [("back", list.address)] }

    private func link(to section: Section, _ position: Int) -> String {
        let offset = section.start / ListQuery.pageSize * ListQuery.pageSize
        return list.with { $0.offset = offset }.address + "#section-\(position)"
    }

    private var sidebar: HTML {
        guard query.sectioning != nil, answer.outline.sections.count > 1 else {
            return "<div class=\"sidebar\"></div>"
        }
        let shown = answer.outline.sections.prefix(200).enumerated().map { position, section -> HTML in
            """
            <li><a href="\(link(to: section, position))"><bdi>\(section.title)</bdi>\
            <span>\(section.count)</span></a></li>
            """
        }
        return """
            <nav class="sidebar" aria-label="Sections"><ol>\(shown)</ol></nav>
            """
    }

    private var index: HTML {
        var entries: [HTML] = []
        var last: String?
        for (position, section) in answer.outline.sections.enumerated() {
            guard let title = section.indexTitle, title != last else { continue }
            last = title
            entries.append("<li><a href=\"\(link(to: section, position))\">\(title)</a></li>")
        }
        guard entries.count > 1 else { return "" }
        return "<nav class=\"index\" aria-label=\"Section index\"><ol>\(entries)</ol></nav>"
    }

    private var pager: HTML {
        let start = answer.page.start
        let end = start + items.count
        guard start > 0 || end < answer.outline.count else { return "" }
        let before = list.with { $0.offset = max(0, start - ListQuery.pageSize) }
        let after = list.with { $0.offset = end }
        let previous: HTML = "<a class=\"button\" rel=\"prev\" href=\"\(before.address)\">Previous</a>"
        let next: HTML = "<a class=\"button\" rel=\"next\" id=\"next\" href=\"\(after.address)\">Next</a>"
        return """
            <nav class="pager" aria-label="Pages">\(start > 0 ? previous : nil)\
            <span>\(items.isEmpty ? 0 : start + 1)–\(end) of \(answer.outline.count)</span>\
            \(end < answer.outline.count ? next : nil)</nav>
            """
    }

    // MARK: Rows

    private var rows: HTML {
        if items.isEmpty {
            let text =
                !isWhole
                ? ItemPresentation.unknownItems
                : query.selectsAll ? ItemPresentation.noItems : ItemPresentation.noMatches
            return "<ul class=\"rows\"><li class=\"row constant\">\(text)</li></ul>\(wayOn)"
        }
        guard query.sectioning != nil else {
            return "<ul class=\"rows\" aria-label=\"Items\">\(items.indices.map(row))</ul>"
        }
        var html: HTML = ""
        for (position, section) in answer.outline.sections.enumerated() {
            let shown = section.rows.clamped(to: answer.page.start..<answer.page.start + items.count)
            guard !shown.isEmpty else { continue }
            let isContinued = shown.lowerBound > section.start
            let isWhole = shown.upperBound == section.rows.upperBound
            let footer: HTML = "<p class=\"footer\">\(presentation.footer(of: section))</p>"
            html += """
                <section aria-labelledby="section-\(position)">
                <h2 id="section-\(position)"><bdi>\(section.title)</bdi>\
                \(isContinued ? " <small>continued</small>" : nil)</h2>
                <ul class="rows">\(shown.map { row($0 - answer.page.start) })</ul>
                \(isWhole ? footer : nil)
                </section>
                """
        }
        return html
    }

    /// What to do where there is nothing to see.
    private var wayOn: HTML? {
        if !isWhole { return nil }
        guard query.selectsAll else {
            let everything = list.with {
                $0.text = QueryText(sort: $0.text.sort, sections: $0.text.sections)
                $0.offset = 0
            }
            return "<p class=\"hint\"><a href=\"\(everything.address)\">Show everything</a></p>"
        }
        guard canWrite else { return nil }
        return """
            <p class="hint"><a href="/items/new\(back)">Add the first one</a>, or \
            <a href="/import">import a list</a>.</p>
            """
    }

    private func row(_ position: Int) -> HTML {
        ItemRow(
            item: items[position], presentation: presentation, back: list.address,
            isEditing: isEditing, canWrite: canWrite,
            previous: query.isInUserOrder && position > 0 ? items[position - 1].id : nil,
            next: query.isInUserOrder && position + 1 < items.count ? items[position + 1].id : nil,
            isMovable: query.isInUserOrder
        ).html
    }
}
