import LootActions
import LootCore
import LootFormats
import LootPlugins
import LootQueryText

/// The parts of the list page that depend on the items. They are created for the page and again for each live update.
struct ListParts {
    let list: ListQuery
    let query: Query
    let outline: Outline
    let presentation: ItemPresentation
    /// Whether the person can change items.
    let canWrite: Bool
    let addresses: ListAddresses
    /// The actions that the person can run.
    let actions: [Action]
    /// The next commits to undo and redo.
    var steps = StoreCondition.Steps()
    /// Whether all items of the store are readable.
    let isWhole: Bool
    /// The day that due dates are relative to.
    let today: Day
    /// The due dates, or `nil` if they aren't known.
    var due: DueList?
    /// A remark about disposed items that match, or `nil` if there are none.
    var disposed: String?
    /// Suggestions for a search without matches.
    var near: NearSearch?

    /// The mode of the rows, or `nil` if it isn't offered.
    var mode: ListQuery.Mode? { list.mode.flatMap { offers($0) ? $0 : nil } }

    /// Returns whether the page offers the given mode. Without write access, people can still select items to run
    /// actions.
    func offers(_ mode: ListQuery.Mode) -> Bool {
        canWrite || mode == .select && !actions.onItems.isEmpty
    }

    /// The address of the list without the offset.
    var address: String { list.with { $0.offset = 0 }.address }

    /// The number of rows in each section.
    var counts: String { outline.sections.map { String($0.count) }.joined(separator: " ") }

    var total: HTML? {
        if !isWhole, outline.count == 0 { return nil }
        return """
            \(ItemPresentation.count(outline.count))<span class="dot" aria-hidden="true"> · </span>\
            \(presentation.money.text(outline.total))\(disposedLink)
            """
    }

    private var disposedLink: HTML? {
        disposed.map { disposed in
            let all = list.with { ($0.text.includesDisposed, $0.offset) = (true, 0) }
            return """
                <span class="dot" aria-hidden="true"> · </span><a href="\(all.address)">\(disposed)</a>
                """
        }
    }

    var history: HTML {
        // The form contains the revision, so that undo affects the displayed commit and not a newer one.
        func button(_ action: String, _ verb: String, _ step: StoreCondition.Step?) -> HTML? {
            step.map { step in
                Fragment.button(
                    action, "\(verb) <bdi class=\"what\">\(step.title)</bdi>", kind: "quiet",
                    fields: [("back", address), ("revision", step.revision.description)])
            }
        }
        let undo = button("/undo", String(localized: "Undo"), steps.undo)
        let redo = button("/redo", String(localized: "Redo"), steps.redo)
        return "<div class=\"history\">\(canWrite ? undo : nil)\(canWrite ? redo : nil)</div>"
    }

    /// The box with the due dates.
    var dueBox: HTML { due.map { DueBox(due: $0, back: address).html } ?? "<div class=\"due\"></div>" }

    // MARK: Links

    private var back: String { PercentEncoding.query([("back", address)]) }

    private func link(to section: ItemSection, _ position: Int) -> String {
        let offset = section.start / ListQuery.pageSize * ListQuery.pageSize
        return list.with { $0.offset = offset }.address + "#section-\(position)"
    }

    var sidebar: HTML {
        guard query.sectioning != nil, outline.sections.count > 1 else {
            return "<div class=\"sidebar\"></div>"
        }
        let shown = outline.sections.prefix(200).enumerated().map { position, section -> HTML in
            """
            <li><a href="\(link(to: section, position))"><bdi>\(section.title)</bdi>\
            <span>\(section.count)</span></a></li>
            """
        }
        return """
            <nav class="sidebar" aria-label="\(localized: "Sections")"><ol>\(shown)</ol></nav>
            """
    }

    var index: HTML {
        var entries: [HTML] = []
        var last: String?
        for (position, section) in outline.sections.enumerated() {
            guard let title = section.indexTitle, title != last else { continue }
            last = title
            entries.append("<li><a href=\"\(link(to: section, position))\">\(title)</a></li>")
        }
        guard entries.count > 1 else { return "<div class=\"index\"></div>" }
        return "<nav class=\"index\" aria-label=\"\(localized: "Section index")\"><ol>\(entries)</ol></nav>"
    }

    // MARK: Rows

    /// Returns the rows of the given page in their sections, or the placeholder if there are none.
    func rows(of page: Page) -> HTML {
        if outline.count == 0 { return nothing }
        let shown = page.start..<page.start + page.items.count
        func list(_ rows: Range<Int>) -> [HTML] { rows.map { row(page.items[$0 - page.start], at: $0) } }
        guard query.sectioning != nil else {
            return "<ul class=\"rows\" aria-label=\"\(localized: "Items")\">\(list(shown))</ul>"
        }
        var html: HTML = ""
        for (position, section) in outline.sections.enumerated() {
            let rows = section.rows.clamped(to: shown)
            guard !rows.isEmpty else { continue }
            let isContinued = rows.lowerBound > section.start
            let footer: HTML? =
                rows.upperBound == section.rows.upperBound
                ? "<p class=\"footer\">\(self.footer(of: section))</p>" : nil
            html += """
                <section aria-labelledby="section-\(position)" data-index="\(position)">
                <h2 id="section-\(position)">\(header(of: section))\(isContinued ? " <small>\(localized: "continued")</small>" : nil)</h2>
                <ul class="rows">\(list(rows))</ul>
                \(footer)
                </section>
                """
        }
        return html
    }

    /// Returns the row of the given item. The item's page links back to the page of the list that contains the row.
    func row(_ item: Item, at position: Int) -> HTML {
        let offset = position / ListQuery.pageSize * ListQuery.pageSize
        return ItemRow(
            item: item, presentation: presentation, today: today,
            back: list.with { $0.offset = offset }.address,
            mode: mode, canWrite: canWrite, actions: actions, isMovable: query.isInUserOrder,
            fields: list.shownFields
        ).html
    }

    /// Returns the header of the given section, or an empty header in a list without sections.
    func header(of section: ItemSection) -> HTML {
        query.sectioning == nil ? "" : "<bdi>\(section.title)</bdi>"
    }

    func footer(of section: ItemSection) -> HTML {
        query.sectioning == nil ? "" : "\(presentation.footer(of: section))"
    }

    /// The placeholder if there are no rows.
    var nothing: HTML {
        let text =
            !isWhole
            ? ItemPresentation.unknownItems
            : query.selectsAll ? ItemPresentation.noItems : ItemPresentation.noMatches
        return "<ul class=\"rows\"><li class=\"row constant\">\(text)</li></ul>\(nearby)\(wayOn)"
    }

    private var nearby: HTML? {
        near.map { near in
            let found = list.with {
                $0.text.search = near.text
                $0.offset = 0
            }
            return """
                <p class="hint">\(near.missing) \(localized: "Similar:") <a href="\(found.address)"><bdi>\(near.text)</bdi></a></p>
                """
        }
    }

    /// The suggestion for what to do if there are no rows.
    private var wayOn: HTML? {
        if !isWhole { return nil }
        guard query.selectsAll else {
            let everything = list.with {
                $0.text = QueryText(sort: $0.text.sort, sections: $0.text.sections)
                $0.offset = 0
            }
            return
                "<p class=\"hint\"><a href=\"\(everything.address)\">\(localized: "Show everything")</a></p>"
        }
        guard canWrite else { return nil }
        return """
            <p class="hint"><a href="/items/new\(back)">\(localized: "Add the first item")</a> · \
            <a href="/import">\(localized: "Import a list")</a></p>
            """
    }
}
