import ListKit
import LootActions
import LootControllers
import LootCore
import LootPlugins
import TerminalKit

/// The screens of a store's items: the list, and above it the details of one.
@MainActor final class ItemScreens: SessionContent {
    let session: Session
    let controller: ItemsController
    let configuration: TUIConfiguration
    let host: any Host
    let namedFiles: NamedFiles
    let drafts: Drafts?
    let table: ItemTableView
    let header: ListHeader
    let page: ListPage
    var detail: DetailPage?
    /// What should be shown; the list follows it.
    var wanted: Query
    var textSize: TextSize { didSet { textSizeChanged() } }
    /// The item on which the cursor was before a search began.
    var searchHome: ItemID?
    /// The sections that were chosen last, in short form.
    var sectionsShown: String?

    private let sorts: [SortKey]
    private let scopes: [FieldKey]
    private var hasShown = false
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
        sorts = try frontEnd.configuration.sorts.map { (text) throws(LootError) in try SortKey(parsing: text)
        }
        scopes = try frontEnd.configuration.scopes.map { (text) throws(LootError) in try Field.named(text) }
        wanted = Query(sectioning: try frontEnd.host.sectioning())
        controller = ItemsController(
            Inventory(store, author: host.author), query: wanted, presentation: configuration.presentation)
        drafts = Drafts(host, frontEnd.files)
        namedFiles = NamedFiles(
            access: frontEnd.files, inventory: controller.inventory, home: host.environment["HOME"])
        controller.lines = { ItemTableView.lines(of: $0, width: $1).count }
        table = ItemTableView(controller.list)
        table.keys = frontEnd.bindings.table
        header = ListHeader(
            sorts: ["Own"] + sorts.map { ItemPresentation.title(of: $0.field) },
            scopes: ["All"] + scopes.map { ItemPresentation.title(of: $0) })
        page = ListPage(table: table, header: header)
        let hint = ItemScreens.hint(frontEnd.bindings)
        page.status.hint = { hint }
        wire()
        textSizeChanged()
        follow(store.events())
    }

    var firstPage: (view: View, title: String) { (page, "Items") }

    private static func hint(_ bindings: KeyBindings) -> String {
        let commands: [(Command, String)] = [
            (.help, "keys"), (.add, "add"), (.search, "search"), (.favorite, "favorite"), (.delete, "delete"),
            (.undo, "undo"), (.palette, "commands"), (.quit, "quit"),
        ]
        return commands.compactMap { command, word in
            bindings.firstKey(of: command).map { "\($0) \(word)" }
        }.joined(separator: "  ")
    }

    private func wire() {
        controller.onSelect = { [weak self] item in self?.open(item) }
        if configuration.confirm { controller.onRemove = { [weak self] in self?.askToRemove($0) } }
        header.add.on(.primaryAction) { [weak self] in self?.addNew() }
        header.edit.on(.primaryAction) { [weak self] in self?.toggleEditing() }
        header.sort.on(.valueChanged) { [weak self] in self?.queryChanged() }
        header.favorites.on(.valueChanged) { [weak self] in self?.queryChanged() }
        header.sections.on(.primaryAction) { [weak self] in self?.chooseSections() }
        header.search.onChange = { [weak self] _ in self?.queryChanged() }
        header.search.onSearch = { [weak self] _ in _ = self?.table.focus() }
        header.search.onCancel = { [weak self] _ in self?.searchCancelled() }
    }

    // MARK: Work

    /// Notes something to be done, after which the list follows.
    func perform(_ job: @escaping () async throws(LootError) -> Void) {
        jobs.append(job)
        readingProblem = nil
        session.startWork()
    }

    var isSettled: Bool {
        guard jobs.isEmpty else { return false }
        return readingProblem != nil || hasShown && wanted == controller.query && controller.isSettled
    }

    /// Letters of a search only change what is wanted in the end.
    var takesInputWhileWorking: Bool { session.window.focusedView?.isDescendant(of: header) ?? false }

    func work() async {
        do throws(LootError) {
            if !jobs.isEmpty {
                try await jobs.removeFirst()()
            } else if !hasShown || wanted != controller.query {
                try await show(wanted)
            } else {
                try await controller.settle()
            }
        } catch { failed(error) }
        showProblem()
        updateTitles()
        listen()
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
            if hasShown { wanted = controller.query } else { readingProblem = error }
            throw error
        }
        hasShown = true
        if query.selectsAll { hadItems = controller.outline.count > 0 }
        if controller.list.cursor == nil, let searchHome { try await controller.putCursor(on: searchHome) }
        putCursorOnFirstRow()
    }

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
        try await controller.catchUp()
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

    /// Says what has just happened, on the page that is shown and on the one below; a click takes back the commit that did
    /// it.
    func tell(_ message: String, undoing commit: Commit? = nil) {
        for status in [page.status, detail?.status].compactMap({ $0 }) {
            status.message = message
            guard let commit else { continue }
            let key = session.root.bindings.firstKey(of: .undo).map { ": \($0)" } ?? ""
            status.offer = StatusLine.Offer(title: "Undo\(key)") { [weak self] in
                self?.undo(commit)
            }
        }
    }

    func isBusyChanged(_ isBusy: Bool) {
        page.status.isBusy = isBusy
        detail?.status.isBusy = isBusy
    }

    /// What is told of a store that is well and takes no changes.
    private var noteOfReadOnly: LootError? {
        guard !controller.inventory.store.capabilities.contains(.writable) else { return nil }
        return LootError(.readOnly, "can't change anything", because: "this store is read-only")
    }

    func end() {
        follower?.cancel()
        listener?.cancel()
    }

    // MARK: What is shown

    /// The query follows the header.
    func queryChanged() {
        let text = header.search.text
        if wanted.search == nil {
            searchHome = controller.list.cursor.flatMap { controller.item(at: $0)?.id }
        }
        let scope = (header.search.scope ?? 0) - 1
        wanted.search = Search(text, in: scopes.indices.contains(scope) ? [scopes[scope]] : [])
        wanted.favoritesOnly = header.favorites.isOn
        let sort = (header.sort.selectedIndex ?? 0) - 1
        wanted.sort = sorts.indices.contains(sort) ? [sorts[sort]] : []
        readingProblem = nil
        session.startWork()
    }

    private func searchCancelled() {
        table.focus()
        guard let home = searchHome else { return }
        perform { [weak self] () async throws(LootError) in
            guard let self else { return }
            if wanted != controller.query { try await show(wanted) }
            try await controller.putCursor(on: home)
        }
    }

    func updateTitles() {
        let count = controller.outline.count
        let number = ItemPresentation.count(count) + (controller.query.selectsAll ? "" : " found")
        // What is not known is no count.
        let title = controller.problem != nil && count == 0 ? "Items" : "Items (\(number))"
        if let pages = session.root.pages, pages.top === page { pages.title = title }
        header.edit.title = controller.list.isEditing ? "Done" : "Edit"
    }

    private func textSizeChanged() {
        controller.cellLayout = textSize.cellLayout
        table.isStrong = textSize.isAccessibility
    }
}
