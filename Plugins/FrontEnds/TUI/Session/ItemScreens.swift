import ListKit
import LootActions
import LootControllers
import LootCore
import LootPlugins
import LootQueryText
import TerminalKit
import TerminalText

/// The side page from which a filtered list was opened.
struct SearchOrigin {
    let side: SidePage
    let title: String
    /// The search text that it set.
    let text: String
}

/// The screens for the items of a store: the list, the details of an item, and side pages.
@MainActor final class ItemScreens: SessionContent {
    let session: Session
    let controller: ItemsController
    let configuration: TUIConfiguration
    let host: any ProgramHost
    let namedFiles: NamedFiles
    let drafts: Drafts?
    let table: ItemTableView
    let header: ListHeader
    let page: ListPage
    /// The store, the view and the filter, to the right of the title.
    let origin = Label("")
    var detail: DetailPage?
    /// The query to show. The list is updated to it.
    var wanted: Query
    /// The query whose result is shown, or `nil` before the first one.
    private var asked: Query?
    /// Whether this query found nothing, and the list shows a similar one.
    private var showsNear = false
    /// The views of the list and of the configuration, as last read.
    var views: [SavedView] = []
    /// The name of the view that was chosen last, or `nil` for all items.
    var chosenView: String?
    /// The names of additional fields in rows, from the current view.
    var fieldsShown: [String] = []
    /// The sections that were chosen last.
    var sections = QueryText.Sections.unsaid
    /// The settings of the list that the screens show.
    private var shownSettings = ListSettings()
    /// The sort orders and search scopes in the header, as in ``QueryText``. A view can add to them.
    var sorts: [[String]] {
        didSet { header.sort.segments = [String(localized: "Manual")] + sorts.map(title(ofSort:)) }
    }
    var scopes: [[String]] {
        didSet {
            header.search.scopes = [String(localized: "All")] + scopes.map(ItemScreens.title(ofFields:))
        }
    }
    /// The columns of wide lists.
    var columns: ListColumns { didSet { if columns != oldValue { columnsChanged() } } }
    var textSize: TextSize { didSet { textSizeChanged() } }
    /// The error in the filter in the search field, or `nil`.
    private(set) var filterProblem: LootError?
    /// Repeats the last action or change of a field for other items.
    var repeated: ((Targets) -> Void)?
    /// The items whose values are offered as completions.
    var knownItems: [Item] = []
    /// The values of the known items by field, for the fields that were needed so far.
    var knownTexts: [FieldKey: Set<String>] = [:]
    var knownItemsReader: Task<Void, Never>?
    /// The due dates, and the revision at which they were read.
    var due: DueList?
    var dueRevision: Revision?
    var dueReader: Task<Void, Never>?
    /// Loads the history and the photo for the details next to the list.
    var previewReader: Task<Void, Never>?
    /// Finds items for the palette.
    var itemFinder: Task<Void, Never>?
    /// Looks up a product.
    var lookup: Task<Void, Never>?
    /// The item at the cursor before a search began.
    var searchHome: ItemID?
    /// The side page that set the current search, or `nil` if it was typed.
    var searchOrigin: SearchOrigin?

    private var hasShown: Bool { asked != nil }
    /// Whether the store had items when all of them were last shown.
    private var hadItems = false
    /// The error that kept the list from being read. The list isn't read again until the user does something.
    private var readingProblem: LootError?
    private var hasShownProblem = false
    /// The error to show if a store is suddenly empty.
    private var loss: LootError?
    private var jobs: [() async throws(LootError) -> Void] = []
    private var follower: Task<Void, Never>?
    private var listener: Task<Void, Never>?

    init(_ frontEnd: TUIFrontEnd, store: any ItemStore, session: Session) throws(LootError) {
        self.session = session
        configuration = frontEnd.configuration
        host = frontEnd.host
        textSize = configuration.textSize
        for text in configuration.sorts { _ = try SortKey(parsing: text) }
        for text in configuration.scopes { _ = try Field.named(text) }
        for text in configuration.columns { _ = try Field.shown(named: text) }
        sorts = configuration.sorts.map { [$0] }
        scopes = configuration.scopes.map { [$0] }
        wanted = Query(hidesDisposed: true, sectioning: try frontEnd.host.sectioning())
        controller = ItemsController(
            Inventory(store, for: .owner, author: host.author, keepsPosition: configuration.keepsPosition),
            query: wanted,
            presentation: configuration.presentation.of(host))
        drafts = Drafts(host, frontEnd.files)
        namedFiles = NamedFiles(
            access: frontEnd.files, inventory: controller.inventory, home: host.environment["HOME"],
            host: host)
        table = ItemTableView(controller.list)
        table.keys = frontEnd.bindings.table
        header = ListHeader(
            sorts: [String(localized: "Manual")]
                + sorts.map { ItemScreens.title(ofFields: $0.map(ItemScreens.field(ofSort:))) },
            scopes: [String(localized: "All")] + scopes.map(ItemScreens.title(ofFields:)))
        page = ListPage(table: table, header: header, preview: PreviewPane(controller.presentation))
        columns = ListColumns(fields: configuration.columns.compactMap { try? Field.shown(named: $0) })
        page.status.hints = { [weak self] in self?.hints ?? [] }
        page.wantsPane = configuration.splits
        for loss in frontEnd.bindings.losses.prefix(1) {
            page.status.message = String(localized: "\(loss). ? lists all keys.")
        }
        wire()
        textSizeChanged()
        readViews()
        follow(store.events())
    }

    var firstPage: (view: View, title: String) { (page, presentation.title ?? String(localized: "Items")) }

    /// The presentation of items, with the current settings of the list.
    var presentation: ItemPresentation { configuration.presentation.of(host) }

    /// Updates all views to the current settings of the list.
    private func showSettings() {
        let presentation = presentation
        if host.listSettings != shownSettings {
            shownSettings = host.listSettings
            readViews()
        }
        if presentation == controller.presentation { return }
        controller.presentation = presentation
        page.preview.presentation = presentation
        detail?.presentation = presentation
    }

    // MARK: Work

    /// Adds a job to the queue. The list is updated afterward.
    func perform(_ job: @escaping () async throws(LootError) -> Void) {
        readingProblem = nil
        note(job)
    }

    /// Adds a job to the queue that doesn't affect the list.
    func note(_ job: @escaping () async throws(LootError) -> Void) {
        jobs.append(job)
        session.startWork()
    }

    var isSettled: Bool {
        guard jobs.isEmpty else { return false }
        return readingProblem != nil || wanted == asked && controller.isSettled
    }

    /// Typing a search during work only changes the query that is evaluated next.
    var takesInputWhileWorking: Bool { session.window.focusedView?.isDescendant(of: header) ?? false }

    func work() async {
        do throws(LootError) {
            if !jobs.isEmpty {
                try await jobs.removeFirst()()
            } else if wanted != asked {
                try await show(wanted)
            } else {
                try await controller.settle()
            }
        } catch { failed(error) }
        showSettings()
        showProblem()
        updateTitles()
        showPreview()
        listen()
        if hasShown { readDue() }
    }

    /// Starts work when the live result has new steps.
    private func listen() {
        listener?.cancel()
        guard let answer = controller.answer else { return }
        listener = Task { [weak self] in
            await answer.arrival()
            if !Task.isCancelled { self?.session.startWork() }
        }
    }

    /// Shows a problem of the store while it lasts.
    private func showProblem() {
        let problem = controller.inventory.store.problem ?? readingProblem ?? loss
        if problem == nil, hasShownProblem { tell(String(localized: "The store is working again.")) }
        hasShownProblem = problem != nil
        session.root.problem = problem ?? noteOfReadOnly
        controller.problem = problem?.code == .readOnly ? nil : problem
        for notice in controller.inventory.store.takeNotices() {
            tell(notice.text)
        }
    }

    private func show(_ query: Query) async throws(LootError) {
        do throws(LootError) {
            try await controller.show(try await controller.inventory.resolvingPlaces(in: query))
        } catch {
            // The screen still shows the last result, so restore its query.
            if let asked { wanted = asked } else { readingProblem = error }
            markView()
            throw error
        }
        try await showNear(query)
        asked = query
        if query.selectsAll { hadItems = controller.outline.count > 0 }
        if controller.list.cursor == nil, let searchHome { try await controller.putCursor(on: searchHome) }
        putCursorOnFirstRow()
    }

    /// If a search found nothing, shows a similar query and a note. If the search words look like a filter, the note
    /// explains how to type it.
    private func showNear(_ query: Query) async throws(LootError) {
        let store = controller.inventory.store
        var near: NearSearch?
        // If more was typed meanwhile, don't look for similar words.
        if controller.outline.count == 0, store.damage == nil, query == wanted {
            near = await ItemScreens.near(controller.query, in: store)
        }
        showsNear = near != nil
        if let near { try await controller.show(near.query) }
        let isEmpty = near == nil && controller.outline.count == 0
        let disposed = query == wanted ? try await controller.inventory.disposedMatches(of: query) : nil
        header.note.text = StyledText(near?.sentence ?? disposed ?? (isEmpty ? filterHint : nil) ?? "")
        header.setNeedsLayout()
    }

    /// Looks for a similar query off the main actor, because it compares the words of many items.
    @concurrent nonisolated private static func near(
        _ query: Query, in store: any ItemStore
    ) async -> NearSearch? { try? await store.near(query) }

    private func putCursorOnFirstRow() {
        if controller.list.cursor == nil { controller.list.moveCursor(to: controller.list.visibleRows.first) }
    }

    private func failed(_ error: LootError) {
        if error.code == .nothingToUndo {
            tell(error.problem())
            return
        }
        if readingProblem != nil || !controller.isSettled {
            readingProblem = error
            if error.advice.isEmpty { readingProblem?.advice = "Press F5 to try again." }
        } else {
            session.tell(error)
        }
    }

    /// Reads everything again.
    func reload() {
        readViews()
        perform { [weak self] () async throws(LootError) in
            guard let self, hasShown else { return }
            try await controller.renew()
        }
    }

    private func follow(_ events: AsyncStream<StoreEvent>) {
        follower = Task { [weak self] in
            for await event in events {
                self?.perform { [weak self] () async throws(LootError) in try await self?.follow(event) }
            }
        }
    }

    private func follow(_ event: StoreEvent) async throws(LootError) {
        guard hasShown else { return }
        // The store reports the failure as its problem, which is shown while it lasts.
        if case .failed = event { return }
        await host.readListSettings()
        showSettings()
        try await controller.catchUp()
        // If more events are pending, the last one updates the page.
        if jobs.isEmpty { side?.onChange() }
        // Items that match the original search may have been added.
        if let asked, showsNear { try await show(asked) }
        putCursorOnFirstRow()
        noteWhetherAllAreGone(after: event)
        guard let detail, !detail.isNew else { return }
        let author: String? = if case .committed(let commit) = event { commit.author } else { nil }
        if let item = try await controller.inventory.store.item(detail.form.item.id) {
            if item != detail.form.item {
                detail.adopt(item)
                let message: Message =
                    switch (author, detail.isEditing) {
                    case (let author?, true): "Changed by \(author). Your input is kept."
                    case (let author?, false): "Changed by \(author)."
                    case (nil, true): "Changed elsewhere. Your input is kept."
                    case (nil, false): "Changed elsewhere."
                    }
                detail.status.message = message.text
            }
            showPhoto(in: detail)
            await showHistory()
        } else {
            let message: Message =
                switch (author, detail.isEditing) {
                case (let author?, true): "Removed by \(author). You can add it again when you save."
                case (let author?, false): "Removed by \(author)."
                case (nil, true): "Removed elsewhere. You can add it again when you save."
                case (nil, false): "Removed elsewhere."
                }
            detail.status.message = message.text
        }
    }

    /// Sets the error to show if a store that had items is suddenly empty, without a commit that removed
    /// them.
    private func noteWhetherAllAreGone(after event: StoreEvent) {
        guard controller.query.selectsAll else { return }
        if case .reloaded = event, hadItems, controller.outline.count == 0 {
            loss = LootError(
                .noSuchItem, "Can't find the items anymore.", reason: "Their store was emptied or removed.",
                advice: "If this wasn't intended, restore the store. The items will then appear again.")
        } else {
            loss = nil
        }
        hadItems = controller.outline.count > 0
    }

    /// The note for a read-only store without problems.
    private var noteOfReadOnly: LootError? {
        guard !controller.inventory.store.capabilities.contains(.writable) else { return nil }
        return LootError(.readOnly, "Can't change anything.", reason: "This store is read-only.")
    }

    func end() {
        follower?.cancel()
        listener?.cancel()
        dueReader?.cancel()
        previewReader?.cancel()
        lookup?.cancel()
        itemFinder?.cancel()
        knownItemsReader?.cancel()
    }

    // MARK: Queries

    /// Updates the query from the controls of the header.
    func queryChanged() {
        showScopes()
        let query: Query
        do throws(LootError) {
            query = try self.query(of: said)
            if filterProblem != nil { tell("") }
            filterProblem = nil
        } catch {
            // A filter is often incomplete while it is typed. Keep the list, and offer completions if there are any.
            filterProblem = error
            return tell(offersCompletions ? "" : error.text)
        }
        if wanted.search == nil, wanted.filter == nil {
            searchHome = controller.list.cursor.flatMap { controller.item(at: $0)?.id }
        }
        show(wanted: query)
    }

    /// Shows the result of a query.
    func show(wanted query: Query) {
        wanted = query
        header.titles.sort = query.sort.first?.description
        readingProblem = nil
        markView()
        session.startWork()
    }

    func searchCanceled() {
        table.focus()
        guard let home = searchHome else { return }
        perform { [weak self] () async throws(LootError) in
            guard let self else { return }
            if wanted != asked { try await show(wanted) }
            try await controller.putCursor(on: home)
        }
    }
}
