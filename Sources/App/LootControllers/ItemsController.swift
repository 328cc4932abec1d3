public import ListKit
public import LootActions
public import LootCore
import LootPlugins

/// Connects a list view to a store, as the data source and the delegate of the list.
///
/// ```swift
/// let controller = ItemsController(store)
/// let table = TableView(controller.list)
/// application.settle = { try? await controller.settle() }
/// ```
///
/// The list needs rows immediately, but reading from a store takes time. The controller therefore collects requests,
/// and ``settle()`` carries them out: it runs the query, loads visible rows, writes changes, and updates the list. Call it after
/// every event and before drawing. Until a row is loaded, the list shows a placeholder.
///
/// Like its list, a controller isn't sendable; use it only on the actor that created it.
public final class ItemsController {
    /// The inventory through which the controller writes to the store.
    public let inventory: Inventory
    /// The format of items.
    package(set) public var presentation: ItemPresentation {
        didSet {
            guard presentation != oldValue else { return }
            list.reload(rows: list.visibleRows)
            list.reloadHeights()
        }
    }
    /// The query whose result is shown.
    public private(set) var query: Query
    /// The sections of the shown result.
    public private(set) var outline = Outline(revision: .initial, sections: [])
    /// The list view that shows the items.
    public let list: ListView
    /// Whether the list is in editing mode.
    public var isEditing: Bool {
        get { list.isEditing }
        set { list.isEditing = newValue }
    }
    /// The density of the cells.
    public var cellLayout = ItemCell.Layout() {
        didSet {
            guard cellLayout != oldValue else { return }
            list.reload(rows: list.visibleRows)
            list.reloadHeights()
        }
    }
    /// More fields for the second line of rows.
    public var fields: [FieldKey] = [] {
        didSet {
            guard fields != oldValue else { return }
            list.reload(rows: list.visibleRows)
            list.reloadHeights()
        }
    }
    /// The columns between the name and the value.
    public var columns: [ItemCell.Column] = [] {
        didSet {
            guard columns != oldValue else { return }
            list.reload(rows: list.visibleRows)
            list.reloadHeights()
        }
    }
    /// The items that the person has marked for the next action.
    package internal(set) var marks = Marks() { didSet { if marks != oldValue { showMarks() } } }
    /// The range that is being marked, or `nil`.
    package internal(set) var range: MarkedRange? { didSet { if range != oldValue { showMarks() } } }
    /// Called when the cursor has moved.
    public var onCursor: () -> Void = {}
    /// Called when a person wants to remove an item, for example to ask for confirmation. If it is `nil`, the item is removed.
    public var onRemove: ((Item) -> Void)?
    /// Returns the actions that a swipe from the left offers for an item. If it is `nil`, a swipe changes whether the item is
    /// a favorite.
    public var leadingActions: ((Item) -> [RowAction])?
    /// Called when a person chooses an item.
    public var onSelect: (Item) -> Void = { _ in }

    /// The error that keeps the store from returning all items, or `nil`. If it is set, an empty list shows
    /// that its items are unknown.
    package var problem: LootError? { didSet { if problem != oldValue { showEmptyText() } } }

    /// The live result of the query, or `nil` before the first ``settle()`` or ``show(_:)``.
    package private(set) var answer: LiveAnswer?

    var window = RowWindow()
    private var actions: [(Inventory) async throws(LootError) -> Void] = []
    /// The item that gets the cursor once the result contains it.
    private var cursorItem: ItemID?

    /// Creates a controller for a store. The first ``settle()`` runs the query.
    public convenience init(
        _ store: any ItemStore, query: Query = .all, presentation: ItemPresentation = ItemPresentation(),
        list: ListView = ListView()
    ) {
        self.init(Inventory(store, for: .owner), query: query, presentation: presentation, list: list)
    }

    /// Creates a controller that writes through an inventory.
    public init(
        _ inventory: Inventory, query: Query = .all, presentation: ItemPresentation = ItemPresentation(),
        list: ListView = ListView()
    ) {
        self.inventory = inventory
        self.query = query
        self.presentation = presentation
        self.list = list
        showEmptyText()
        list.dataSource = self
        list.delegate = self
        list.prefetcher = self
    }

    // MARK: Reading

    /// Shows the result of a query. The cursor stays on its item if the result contains it.
    public func show(_ query: Query) async throws(LootError) {
        let cursorItem = list.cursor.flatMap { item(at: $0)?.id }
        begin(try await inventory.store.live(query))
        list.reloadData()
        list.moveCursor(to: nil)
        list.contentOffset = 0
        try await readVisible()
        if let cursorItem { try await putCursor(on: cursorItem) }
    }

    private func begin(_ answer: LiveAnswer) {
        self.answer = answer
        if answer.query != query {
            range = nil
            // Marking all items applies only to the query that was shown at the time.
            if marks.all != nil { marks = Marks() }
        }
        query = answer.query
        outline = answer.outline
        window = RowWindow()
        showEmptyText()
    }

    private func showEmptyText() {
        let empty = query.selectsAll ? ItemPresentation.noItems : ItemPresentation.noMatches
        list.constantRow = ConstantRow(problem == nil ? empty : ItemPresentation.unknownItems)
    }

    /// Moves the cursor to an item, if it is shown, and scrolls to it.
    public func putCursor(on id: ItemID) async throws(LootError) {
        guard let path = try await path(of: id) else { return }
        list.moveCursor(to: path)
        try await readVisible()
        // Scroll again: rows above get their actual heights when they are read, which may have moved the
        // cursor's row off the screen.
        list.scroll(to: path)
        try await readVisible()
    }

    /// Updates the list to the newest state of the store. The scroll position and the cursor stay on their items.
    public func catchUp() async throws(LootError) {
        try await catchUp(to: inventory.newestRevision ?? .initial, atMostTo: Revision(rawValue: .max))
        try await readVisible()
    }

    private func catchUp(to revision: Revision, atMostTo end: Revision) async throws(LootError) {
        guard let answer else { return }
        while true {
            for step in answer.take(upTo: end) { follow(step) }
            if answer.hasEnded { return try await renew() }
            if outline.revision >= revision || Task.isCancelled { return }
            await answer.arrival()
        }
    }

    /// Runs the query again. The scroll position and the cursor stay on their items.
    public func renew() async throws(LootError) {
        let isAtTop = list.contentOffset == 0
        let cursor = list.cursor.flatMap { item(at: $0)?.id }
        let seen = list.layout().elements.compactMap { element in
            element.path.flatMap(item(at:)).map { (id: $0.id, top: element.top) }
        }
        begin(try await inventory.store.live(query))
        list.reloadData()
        for (id, top) in seen where !isAtTop {
            guard let path = try await path(of: id) else { continue }
            list.scroll(to: path, top: top)
            break
        }
        if let cursor, let path = try await path(of: cursor) { list.moveCursor(to: path) }
        try await readVisible()
    }

    /// Updates the list with a step of the live result.
    private func follow(_ step: AnswerStep) {
        let updates = ListUpdates(step, from: outline)
        outline = step.outline
        window.follow(step)
        if let anchor = range?.anchor, let row = window.row(of: anchor) { range?.row = row }
        // The updates are computed from both outlines, so they always match. If they didn't, the list would have
        // reloaded itself before throwing, and would show the right rows.
        if !updates.isEmpty { do { try list.apply(updates) } catch {} }
        let rows = step.changed.map(\.row) + step.moved.map(\.target)
        // Rows that are still being loaded are requested again at their new positions.
        let unread = list.visibleRows.filter { item(at: $0) == nil }
        list.reload(rows: rows.compactMap(path(ofRow:)) + unread)
    }

    /// Performs the pending actions, updates the list, and loads the visible rows. The first call runs the query, if
    /// ``show(_:)`` didn't.
    ///
    /// - Throws: The ``/LootCore/LootError`` of the first action that failed. It had no effect, and the actions after it are
    ///   dropped.
    public func settle() async throws(LootError) {
        while !actions.isEmpty {
            let action = actions.removeFirst()
            do {
                try await action(inventory)
            } catch {
                actions.removeAll()
                throw error
            }
        }
        if answer == nil { try await show(query) } else { try await catchUp() }
        if let id = cursorItem {
            cursorItem = nil
            try await putCursor(on: id)
        }
    }

    /// Whether ``settle()`` would have no effect.
    public var isSettled: Bool {
        _ = list.layout()
        return actions.isEmpty && window.missing == nil && cursorItem == nil && answer?.hasNews == false
    }

    private func readVisible() async throws(LootError) {
        _ = list.layout()
        var patience = 1_000
        while let rows = window.missing {
            let read = try await inventory.store.page(of: query, rows: rows)
            if read.revision > outline.revision {
                try await catchUp(to: read.revision, atMostTo: read.revision)
            }
            if read.revision == outline.revision {
                window.put(read.items, in: rows)
                list.reload(rows: rows.compactMap(path(ofRow:)))
            } else {
                // The page has another revision because the store is briefly behind or ahead.
                patience -= 1
                if patience == 0 { throw ItemsController.isRestless }
                try? await Task.sleep(for: .milliseconds(1))
            }
            _ = list.layout()
        }
    }

    private static let isRestless = LootError(
        .conflict, "Can't read the list.", reason: "It changes faster than it can be read.",
        advice: "Try again.")

    // MARK: Rows and items

    /// Returns the item in a row, or `nil` if it hasn't been loaded.
    public func item(at path: RowPath) -> Item? { row(at: path).flatMap(window.loaded) }

    /// Returns the row of an item, or `nil` if it isn't shown.
    public func path(of id: ItemID) async throws(LootError) -> RowPath? {
        if let row = window.row(of: id) { return path(ofRow: row) }
        return try await inventory.store.position(of: id, in: query).flatMap(path(ofRow:))
    }

    /// Returns the path of the row at a position in the whole result.
    package func path(ofRow row: Int) -> RowPath? { outline.path(ofRow: row) }

    /// Returns the position of a row in the whole result.
    package func row(at path: RowPath) -> Int? {
        guard outline.sections.indices.contains(path.section) else { return nil }
        let section = outline.sections[path.section]
        return (0..<section.count).contains(path.row) ? section.start + path.row : nil
    }

    // MARK: Actions

    /// Performs an action when ``settle()`` is called next.
    public func perform(_ action: @escaping (Inventory) async throws(LootError) -> Void) {
        actions.append(action)
    }

    /// Removes the item in a row when ``settle()`` is called next.
    public func remove(at path: RowPath) {
        if let id = item(at: path)?.id { remove(id) }
    }

    /// Toggles whether the item in a row is a favorite, when ``settle()`` is called next.
    public func toggleFavorite(at path: RowPath) {
        guard let item = item(at: path) else { return }
        perform { (inventory: Inventory) async throws(LootError) in
            let action = item.isFavorite ? Action.unfavorite : .favorite
            _ = try await ActionRunner(inventory).prepareAndCommit(
                ActionRequest(action, on: .items([item.id])))
        }
    }

    /// Removes an item when ``settle()`` is called next.
    func remove(_ id: ItemID) {
        perform { (inventory: Inventory) async throws(LootError) in try await inventory.remove([id]) }
    }

    /// Adds an item when ``settle()`` is called next, and moves the cursor to it if it is shown.
    public func add(_ item: Item) {
        perform { (inventory: Inventory) async throws(LootError) in try await inventory.add([item]) }
        cursorItem = item.id
    }

    /// Adds a random item and updates the list.
    public func addNewItem() async throws(LootError) {
        add(.random())
        try await settle()
    }

    /// Changes the fields in which an item differs from an earlier version, when ``settle()`` is called next.
    public func update(_ old: Item, to new: Item) {
        let patch = Patch(from: old, to: new)
        if patch.isEmpty { return }
        perform { (inventory: Inventory) async throws(LootError) in try await inventory.edit([old.id], patch)
        }
    }

    /// Shows the result of a query when ``settle()`` is called next.
    public func setQuery(_ query: Query) {
        perform { [weak self] (_: Inventory) async throws(LootError) in try await self?.show(query) }
    }

    func wantedItem(at path: RowPath) -> Item? { row(at: path).flatMap { window.item(at: $0) } }
}
