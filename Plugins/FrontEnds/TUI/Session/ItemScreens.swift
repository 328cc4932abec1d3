import ListKit
import LootActions
import LootControllers
import LootCore
import LootPlugins
import LootQueryText
import TerminalKit
import TerminalText

/// A screen beside the list that had a filter shown.
struct SearchOrigin {
    let side: SidePage
    let title: String
    /// What it had searched for.
    let text: String
}

/// The screens of a store's items: the list, and above it the details of one.
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
    var detail: DetailPage?
    /// What should be shown; the list follows it.
    var wanted: Query
    /// What the list is the answer to; nil before there is one. Where a search finds nothing, the list may show what is
    /// near instead.
    private var asked: Query?
    /// The views that the configuration keeps, as they were when they were last asked for.
    var views: [SavedView] = []
    /// The name of the view that was chosen last; nil for everything.
    var chosenView: String?
    /// The names of the fields that rows show besides the usual ones, as a view wants them.
    var fieldsShown: [String] = []
    /// The sections that were chosen last.
    var sections = QueryText.Sections.unsaid
    /// What the header offers to sort by and to search in, as ``QueryText`` has it; a view may add to them.
    var sorts: [[String]] {
        didSet { header.sort.segments = ["Own"] + sorts.map(title(ofSort:)) }
    }
    var scopes: [[String]] {
        didSet { header.search.scopes = ["All"] + scopes.map(ItemScreens.title(ofFields:)) }
    }
    /// What wide lists show in columns.
    var columns: ListColumns { didSet { if columns != oldValue { columnsChanged() } } }
    var textSize: TextSize { didSet { textSizeChanged() } }
    /// Why the filter in the search bar can't be read.
    private(set) var filterProblem: LootError?
    /// Items of which the texts are offered where one is typed.
    var knownItems: [Item] = []
    /// Their texts in the fields that were asked for.
    var knownTexts: [FieldKey: Set<String>] = [:]
    var knownItemsReader: Task<Void, Never>?
    /// What is due, and the state in which that was read.
    var due: DueList?
    var dueRevision: Revision?
    var dueReader: Task<Void, Never>?
    /// Reads more of the item beside the list.
    var previewReader: Task<Void, Never>?
    /// Finds items for the palette.
    var itemFinder: Task<Void, Never>?
    /// Looks a product up.
    var lookup: Task<Void, Never>?
    /// The item on which the cursor was before a search began.
    var searchHome: ItemID?
    /// The screen that what is searched for came from; nil where it was typed.
    var searchOrigin: SearchOrigin?

    private var hasShown: Bool { asked != nil }
    /// Whether the store had items when all of them were last shown.
    private var hadItems = false
    /// What keeps the list from being read. It stays unread until the person wants it tried again.
    private var readingProblem: LootError?
    private var hasShownProblem = false
    /// What is wrong with a store that was found empty, though it had items.
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
        for text in configuration.scopes + configuration.columns { _ = try Field.named(text) }
        sorts = configuration.sorts.map { [$0] }
        scopes = configuration.scopes.map { [$0] }
        wanted = Query(sectioning: try frontEnd.host.sectioning())
        controller = ItemsController(
            Inventory(store, author: host.author, keepsPosition: configuration.keepsPosition), query: wanted,
            presentation: configuration.presentation.of(host))
        drafts = Drafts(host, frontEnd.files)
        namedFiles = NamedFiles(
            access: frontEnd.files, inventory: controller.inventory, home: host.environment["HOME"],
            host: host)
        table = ItemTableView(controller.list)
        table.keys = frontEnd.bindings.table
        header = ListHeader(
            sorts: ["Own"] + sorts.map { ItemScreens.title(ofFields: $0.map(ItemScreens.field(ofSort:))) },
            scopes: ["All"] + scopes.map(ItemScreens.title(ofFields:)))
        page = ListPage(table: table, header: header, preview: PreviewPane(controller.presentation))
        columns = ListColumns(fields: configuration.columns.compactMap { try? Field.named($0) })
        page.status.hints = { [weak self] in self?.hints ?? [] }
        page.wantsPane = configuration.splits
        for loss in frontEnd.bindings.losses.prefix(1) { page.status.message = loss + ". ? lists all keys." }
        wire()
        textSizeChanged()
        readViews()
        follow(store.events())
    }

    var firstPage: (view: View, title: String) { (page, "Items") }

    /// How items read, by the current settings of the list.
    var presentation: ItemPresentation { configuration.presentation.of(host) }

    /// Shows everything by the current settings of the list.
    private func showSettings() {
        let presentation = presentation
        if presentation == controller.presentation { return }
        controller.presentation = presentation
        page.preview.presentation = presentation
        detail?.presentation = presentation
    }

    // MARK: Work

    /// Notes something to be done, after which the list follows.
    func perform(_ job: @escaping () async throws(LootError) -> Void) {
        readingProblem = nil
        note(job)
    }

    /// Notes something that does not touch the list.
    func note(_ job: @escaping () async throws(LootError) -> Void) {
        jobs.append(job)
        session.startWork()
    }

    var isSettled: Bool {
        guard jobs.isEmpty else { return false }
        return readingProblem != nil || wanted == asked && controller.isSettled
    }

    /// Letters of a search only change what is wanted in the end.
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

    /// Begins to work as soon as the answer that is shown has news.
    private func listen() {
        listener?.cancel()
        guard let answer = controller.answer else { return }
        listener = Task { [weak self] in
            await answer.arrival()
            if !Task.isCancelled { self?.session.startWork() }
        }
    }

    /// Shows what is wrong with the store, for as long as it is.
    private func showProblem() {
        let problem = controller.inventory.store.problem ?? readingProblem ?? loss
        if problem == nil, hasShownProblem { tell("The store is well again.") }
        hasShownProblem = problem != nil
        session.root.problem = problem ?? noteOfReadOnly
        controller.problem = problem?.code == .readOnly ? nil : problem
        for notice in controller.inventory.store.takeNotices() {
            tell(notice.prefix(1).uppercased() + notice.dropFirst() + ".")
        }
    }

    private func show(_ query: Query) async throws(LootError) {
        do { try await controller.show(query) } catch {
            // What is on the screen stays there, and so does what it is the answer to.
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

    /// Shows what a search that finds nothing may have meant, and says so; of words that are a filter, how it is said.
    private func showNear(_ query: Query) async throws(LootError) {
        let store = controller.inventory.store
        var near: NearSearch?
        // While more is being typed, nothing is looked for.
        if controller.outline.count == 0, store.damage == nil, query == wanted {
            near = await ItemScreens.near(query, in: store)
        }
        if let near { try await controller.show(near.query) }
        let isEmpty = near == nil && controller.outline.count == 0
        header.note.text = StyledText(near?.sentence ?? (isEmpty ? filterHint : nil) ?? "")
        header.setNeedsLayout()
    }

    /// Looks beside the screens for what is near: words of many items are compared.
    @concurrent nonisolated private static func near(
        _ query: Query, in store: any ItemStore
    ) async -> NearSearch? { try? await store.near(query) }

    private func putCursorOnFirstRow() {
        if controller.list.cursor == nil { controller.list.moveCursor(to: controller.list.visibleRows.first) }
    }

    private func failed(_ error: LootError) {
        if error.code == .nothingToUndo {
            tell(error.headline + ": " + error.why + ".")
            return
        }
        if readingProblem != nil || !controller.isSettled {
            readingProblem = error
            if error.next.isEmpty { readingProblem?.next = "F5 tries again" }
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
        // What has failed is the store's problem, which is shown for as long as it has it.
        if case .failed = event { return }
        await host.readListSettings()
        showSettings()
        try await controller.catchUp()
        // What was searched for may be there by now.
        if let asked, asked != controller.query { try await show(asked) }
        putCursorOnFirstRow()
        noteWhetherAllAreGone(after: event)
        guard let detail, !detail.isNew else { return }
        let author: String? = if case .committed(let commit) = event { commit.author } else { nil }
        let by = author.map { "by \($0)" } ?? "elsewhere"
        if let item = try await controller.inventory.store.item(detail.form.item.id) {
            if item != detail.form.item {
                detail.adopt(item)
                detail.status.message =
                    "Changed \(by)" + (detail.isEditing ? "; what you typed is kept." : ".")
            }
            showPhoto(in: detail)
            await showHistory()
        } else {
            detail.status.message =
                "Removed \(by)" + (detail.isEditing ? "; saving asks whether to add it again." : ".")
        }
    }

    /// Tells when nothing is left of a store that had items, and they were not taken out one by one.
    private func noteWhetherAllAreGone(after event: StoreEvent) {
        guard controller.query.selectsAll else { return }
        if case .reloaded = event, hadItems, controller.outline.count == 0 {
            loss = LootError(
                .noSuchItem, "can't find the items any more",
                because: "what they are kept in was emptied or removed",
                next: "If that was not meant, put it back: the items then show again")
        } else {
            loss = nil
        }
        hadItems = controller.outline.count > 0
    }

    /// What is told of a store that is well and takes no changes.
    private var noteOfReadOnly: LootError? {
        guard !controller.inventory.store.capabilities.contains(.writable) else { return nil }
        return LootError(.readOnly, "can't change anything", because: "this store is read-only")
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

    // MARK: What is shown

    /// The query follows the header.
    func queryChanged() {
        showScopes()
        let query: Query
        do throws(LootError) {
            query = try self.query(of: said)
            if filterProblem != nil { tell("") }
            filterProblem = nil
        } catch {
            // What is being typed can't be read for a while; the list stays as it is. As long as something can come
            // next, that is offered.
            filterProblem = error
            return tell(offersCompletions ? "" : "\(error)")
        }
        if wanted.search == nil, wanted.filter == nil {
            searchHome = controller.list.cursor.flatMap { controller.item(at: $0)?.id }
        }
        show(wanted: query)
    }

    /// Has the list show another answer.
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
