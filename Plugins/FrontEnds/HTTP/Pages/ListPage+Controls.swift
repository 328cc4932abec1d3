import LootActions
import LootCore
import LootFormats
import LootQueryText
import WebServer

/// The controls of the list.
extension ListPage {
    private var back: String { PercentEncoding.query([("back", list.address)]) }

    /// Returns the query parameters that a form preserves: all except those with the given names.
    private func kept(without names: [String]) -> [(name: String, value: String)] {
        list.parameters.filter { !names.contains($0.name) }
    }

    // MARK: Header

    /// The menu of the server's lists, or nothing if there is only one.
    var switcher: HTML? {
        if lists.count < 2 { return nil }
        let own = parts.addresses.base + "/"
        let links: [HTML] = lists.map { list in
            let mark: HTML? = list.address == own ? " aria-current=\"page\"" : nil
            return "<a href=\"\(list.address)\"\(mark)><bdi>\(list.title)</bdi></a>"
        }
        return """
            <details class="menu lists"><summary aria-label="\(localized: "Lists")" title="\(localized: "Lists")">\
            <span aria-hidden="true">▾</span></summary><div>\(links)</div></details>
            """
    }

    var searchForm: HTML {
        let scopes =
            [("", String(localized: "Everywhere"))]
            + Field.all.filter { $0.traits.contains(.searchable) }
            .map { ($0.name, $0.title.text) }
        let isUsed = !list.text.search.isEmpty
        return """
            <form class="search\(isUsed ? " used" : nil)" id="search" method="get" action="/" role="search">
            <input type="search" name="search" value="\(list.text.search)" placeholder="\(localized: "Search")" aria-label="\(localized: "Search")" \
            autocomplete="off" spellcheck="false" enterkeyhint="search">
            <select name="scope" aria-label="\(localized: "Search in")">\(Fragment.options(scopes, chosen: list.text.scope.joined(separator: ",")))</select>
            \(Fragment.hidden(kept(without: ["search", "scope"])))
            <button class="button">\(localized: "Search")</button>
            </form>
            """
    }

    var tools: HTML {
        func toggle(_ mode: ListQuery.Mode, _ title: String) -> HTML? {
            guard parts.offers(mode), self.mode == nil || self.mode == mode else { return nil }
            let isOn = self.mode == mode
            let toggled = list.with { $0.mode = isOn ? nil : mode }
            return """
                <a class="button" id="\(mode.rawValue)-toggle" href="\(toggled.address)" role="button" \
                aria-pressed="\(isOn ? "true" : "false")">\(isOn ? String(localized: "Done") : title)</a>
                """
        }
        let add: HTML = """
            <a class="button prominent" id="add" href="/items/new\(back)"><span aria-hidden="true">+</span> \(localized: "Add")</a>
            """
        let readOnly: HTML =
            "<span class=\"read-only\">\(storeProblem == nil ? String(localized: "Read-only") : String(localized: "Can't be changed now"))</span>"
        return """
            <nav aria-label="\(localized: "List")">\(canWrite || parts.offers(.select) ? nil : readOnly)\(toggle(.select, String(localized: "Select")))\(toggle(.edit, String(localized: "Edit")))\
            \(canWrite ? add : nil)\
            <a class="button icon" id="more" href="/more\(back)" aria-label="\(localized: "More")" title="\(localized: "More")">\(Icon.more)</a></nav>
            """
    }

    // MARK: Sort and filter

    /// The panel for sorting, filtering and grouping.
    var panel: HTML {
        """
        <details class="panel" id="panel"><summary class="button" aria-label="\(localized: "Sort and filter")" \
        title="\(localized: "Sort and filter")">\(Icon.sliders)<span class="word">\(localized: "Sort & filter")</span></summary>
        <div class="sheet">
        <form class="arrange" method="get" action="/">
        \(Fragment.hidden(kept(without: ["sort", "sections", QueryText.atName])))
        <label><span>\(localized: "Sort")</span> <select name="sort">\(Fragment.options(sorts, chosen: sort))</select></label>
        <label><span>\(localized: "Sections")</span> <select name="sections">\(Fragment.options(sectionings, chosen: shownSections.name))</select></label>
        <label class="bounds"><span>\(localized: "Boundaries between value sections")</span> <input name="bounds" value="\(shownSections.bounds)" \
        placeholder="50, 500, 5000" inputmode="decimal" autocomplete="off"></label>
        <label><span>\(localized: "Owned on")</span> <input type="date" name="\(QueryText.atName)" value="\(day)"></label>
        <label class="filter"><span>\(list.text.conditions.isEmpty ? String(localized: "Filter") : String(localized: "Additional filter"))</span> \
        <input type="text" name="where" placeholder="value >= 50 and location in Attic" \
        autocomplete="off" autocapitalize="off" spellcheck="false"></label>
        <details class="guide"><summary>\(localized: "Filter syntax")</summary><pre tabindex="0">\(Filter.guide.text)</pre></details>
        <p class="actions"><button class="button prominent">\(localized: "Show")</button></p>
        </form>
        </div></details>
        """
    }

    /// The chosen day, or an empty string for today.
    private var day: String { (try? list.text.day(today: parts.today))?.description ?? "" }

    /// The current sectioning, and its bounds if it is by value.
    private var shownSections: (name: String, bounds: String) {
        let chosen = list.sections
        let parts = chosen.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[0] == "value" else { return (chosen, "") }
        return ("value", parts[1].split(separator: ",").joined(separator: ", "))
    }

    private var sorts: [(value: String, title: String)] {
        var sorts = [("", String(localized: "Manual"))]
        for field in Field.all where field.traits.isDisjoint(with: [.multiline, .photo, .files, .log]) {
            switch field.type {
            case .text, .list: sorts.append((field.name, field.title.text))
            case .flag: sorts.append(("\(field.name):desc", field.title.text))
            case .integer, .decimal, .amount:
                sorts.append(("\(field.name):desc", String(localized: "\(field.title.text), highest first")))
                sorts.append((field.name, String(localized: "\(field.title.text), lowest first")))
            case .moment, .day:
                sorts.append(("\(field.name):desc", String(localized: "\(field.title.text), newest first")))
                sorts.append((field.name, String(localized: "\(field.title.text), oldest first")))
            }
        }
        if !sorts.contains(where: { $0.0 == sort }) { sorts.append((sort, sort)) }
        return sorts
    }

    private var sort: String { list.text.sort.joined(separator: ",") }

    // MARK: Views

    private var shown: ListQuery { list.with { ($0.offset, $0.mode) = (0, nil) } }
    private var current: SavedView? { views.first { ListQuery($0).address == shown.address } }
    private var isAll: Bool { shown.address == ListQuery().address }

    /// The links to all items, to the favorites and to the saved views.
    private var tabs: [HTML] {
        func tab(_ target: ListQuery, _ title: String, _ isCurrent: Bool) -> HTML {
            "<a href=\"\(target.address)\"\(isCurrent ? " aria-current=\"true\"" : nil)><bdi>\(title)</bdi></a>"
        }
        var favorites = list.with { ($0.text.favoritesOnly, $0.offset) = (true, 0) }
        if current != nil { favorites = ListQuery().with { $0.text.favoritesOnly = true } }
        let isFavorites = list.text.favoritesOnly && current == nil
        return [
            tab(ListQuery(), String(localized: "Everything"), isAll),
            tab(favorites, String(localized: "Favorites"), isFavorites),
        ]
            + views.map { tab(ListQuery($0), $0.name, $0.name == current?.name) }
    }

    var viewBar: HTML { "<div class=\"views\"><nav aria-label=\"\(localized: "Views")\">\(tabs)</nav></div>" }

    // MARK: Chips

    /// The query in words. Each part can be changed or removed, and the whole can be saved as a view.
    var chips: HTML {
        var chips: [HTML] = list.text.conditions.indices.map(conditionChip)
        if !sort.isEmpty {
            let title = sorts.first { $0.value == sort }?.title ?? sort
            chips.append(
                chip(
                    String(localized: "Sorted by: \(title)"), "sort",
                    list.with { $0.text.sort = [] }))
        }
        if case .named(let name) = list.text.sections, name != ListQuery.none {
            let known = sectionings.first { $0.value == shownSections.name }?.title ?? name
            let bounds = shownSections.bounds
            chips.append(
                chip(
                    String(localized: "Sections: \(known)") + (bounds.isEmpty ? "" : " (\(bounds))"),
                    "sections", list.with { $0.text.sections = .unsaid }))
        }
        if let at = list.text.at {
            let day = (try? list.text.day(today: parts.today))?.text(in: .current) ?? at
            chips.append(
                chip(String(localized: "Owned on \(day)"), QueryText.atName, list.with { $0.text.at = nil }))
        }
        if canWrite, current == nil, !isAll, list.text.at == nil { chips.append(keepForm) }
        if canWrite, let current { chips.append(removeForm(current)) }
        return chips.isEmpty ? "<div class=\"chips\"></div>" : "<div class=\"chips\">\(chips)</div>"
    }

    private func chip(_ text: String, _ kind: String, _ without: ListQuery) -> HTML {
        """
        <span class="chip \(kind)"><span class="words">\(text)</span>\(cross(text, without))</span>
        """
    }

    private func cross(_ text: String, _ without: ListQuery) -> HTML {
        let target = without.with { $0.offset = 0 }
        return """
            <a class="cross" href="\(target.address)" aria-label="\(localized: "Remove: \(text)")"><span aria-hidden="true">×</span></a>
            """
    }

    /// Returns the condition at the given index. The user can expand and edit it.
    private func conditionChip(_ index: Int) -> HTML {
        let text = list.text.conditions[index]
        let others = list.with { _ = $0.text.conditions.remove(at: index) }
        return """
            <span class="chip condition"><details><summary class="words"><bdi>\(text)</bdi></summary>\
            <form class="rewrite" method="get" action="/">\(Fragment.hidden(others.parameters))\
            <label class="hidden" for="condition-\(index)">\(localized: "Filter")</label>\
            <input id="condition-\(index)" name="where" value="\(text)" autocomplete="off" autocapitalize="off" \
            spellcheck="false"> <button class="button">\(localized: "Show")</button></form></details>\(cross(text, others))</span>
            """
    }

    private var keepForm: HTML {
        """
        <details class="keep"\(refusedView == nil ? nil : " open")><summary>\(localized: "Save as a view…")</summary>\
        <form method="post" action="/views">\(Fragment.hidden([("back", list.address)]))\
        <label>\(localized: "Name") <input name="name" value="\(refusedView?.name ?? "")" required maxlength="60" autocomplete="off"></label> \
        <button class="button">\(localized: "Save")</button></form>\
        \(refusedView.map { "<p class=\"problem\" role=\"alert\">\($0.problem)</p>" } as HTML?)</details>
        """
    }

    private func removeForm(_ view: SavedView) -> HTML {
        Fragment.button(
            "/views/remove", "\(localized: "Remove view")", kind: "quiet",
            title: String(localized: "Remove the view \(view.name)"),
            fields: [("name", view.name), ("back", list.address)])
    }

    // MARK: Toolbars

    /// The toolbar at the bottom of the screen on phones.
    var dock: HTML {
        let add: HTML = """
            <a class="add" href="/items/new\(back)">\(Icon.plus)<span>\(localized: "Add")</span></a>
            """
        return """
            <nav class="dock" aria-label="\(localized: "Actions")">
            <details class="dock-views"><summary>\(Icon.views)<span>\(localized: "Views")</span></summary>\
            <div class="sheet">\(tabs)<a href="/places">\(localized: "Places")</a></div></details>
            <a class="find" href="#search">\(Icon.search)<span>\(localized: "Search")</span></a>
            \(canWrite ? add : nil)
            <a href="/more\(back)">\(Icon.more)<span>\(localized: "More")</span></a>
            </nav>
            """
    }

    /// The form for changing the selected items or all items in the list.
    var bulkForm: HTML {
        func action(_ name: String, _ title: HTML, _ kind: String = "button") -> HTML {
            "<button class=\"\(kind)\" name=\"do\" value=\"\(name)\">\(title)</button>"
        }
        func download(_ name: String, _ file: String, _ title: HTML) -> HTML {
            "<button class=\"button\" name=\"do\" value=\"\(name)\" data-file=\"\(file)\">\(title)</button>"
        }
        let edits: HTML = """
            <details class="set"><summary class="button">\(localized: "Set…")</summary><div class="sheet">\
            <label>\(localized: "Tags") <small>\(localized: "+ adds a tag, - removes it")</small> <input name="tags" placeholder="\(localized: "+insured, -work")" \
            autocomplete="off" autocapitalize="off"></label>\
            <label>\(localized: "Place") <input name="location" placeholder="\(localized: "House / Attic")" autocomplete="off"></label>\
            \(action("edit", "\(localized: "Set")", "button prominent"))</div></details>\
            \(download("export", "loot.csv", "\(localized: "Export")"))\(download("labels", "labels.html", "\(localized: "Labels")"))\(action("remove", "\(localized: "Remove…")", "button destructive"))
            """
        return """
            <form class="bulk" id="bulk" method="post" action="/bulk" aria-label="\(localized: "Change the selected items")">
            \(Fragment.hidden([("back", list.address)]))
            <label class="line"><input type="checkbox" name="all" value="true"> \(localized: "All")</label>
            <output id="marked" aria-live="polite"></output>
            <span class="actions">\(ActionButtons.bulk(parts.actions))\(canWrite ? edits : nil)</span>
            </form>
            """
    }
}
