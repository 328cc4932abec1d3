public import ListKit
public import LootCore

/// Glue between a list and a store: data source and delegate of the list, writer of the store.
///
/// The list asks at once, the store answers in its own time. So a call from the list notes what has to be done, and
/// ``settle()`` does it: a front end calls that after everything that happens, and draws when it returns. A row that
/// has not been read yet is a placeholder until then.
///
/// Not for several tasks at a time: it belongs to the isolation in which it was made, as its list does.
public final class ItemsController {
    /// What is written through.
    public let inventory: Inventory
    /// How items read.
    public let presentation: ItemPresentation
    /// What is shown. ``show(_:)`` changes it.
    public private(set) var query: Query
    /// The shape of what is shown.
    public private(set) var outline = Outline(revision: .initial, sections: [])
    /// The list that is fed.
    public let list: ListView
    /// Makes a cell know how many lines its text needs; the front end knows its text.
    public var lines: (_ text: String, _ width: Int) -> Int = { _, _ in 1 }
    /// How much room the cells take.
    public var cellLayout = ItemCell.Layout() {
        didSet {
            guard cellLayout != oldValue else { return }
            list.reload(rows: list.visibleRows)
            list.reloadHeights()
        }
    }
    /// Called when a person asks for an item of a row to be taken away, so that they can be asked back; nil takes it
    /// away without asking.
    public var onRemove: ((Item) -> Void)?
    /// Called when a person chooses a row.
    public var onSelect: (Item) -> Void = { _ in }

    /// What keeps the answer from being all there is, as the front end knows it: an empty list then does not say that
    /// there are no items.
    public var problem: LootError? { didSet { if problem != oldValue { showEmptyText() } } }

    private var window = RowWindow()
    private var actions: [(Inventory) async throws(LootError) -> Void] = []
    /// The item that gets the cursor once it is in the answer.
    private var cursorItem: ItemID?

    /// Feeds a list from a store. Nothing is read before the first ``show(_:)`` or ``refresh()``.
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

    /// Shows the answer to a query, with the cursor on the item on which it was, if that is in the answer.
    public func show(_ query: Query) async throws(LootError) {
        let cursorItem = list.cursor.flatMap { item(at: $0)?.id }
        let outline = try await inventory.store.outline(of: query)
        self.query = query
        self.outline = outline
        window = RowWindow()
        showEmptyText()
        list.reloadData()
        list.moveCursor(to: nil)
        list.contentOffset = 0
        try await readVisible()
        if let cursorItem { try await putCursor(on: cursorItem) }
    }

    private func showEmptyText() {
        let empty = query.selectsAll ? ItemPresentation.noItems : ItemPresentation.noMatches
        list.constantRow = ConstantRow(problem == nil ? empty : ItemPresentation.unknownItems)
    }

    /// Puts the cursor on an item, if it is in the answer, and brings it onto the screen.
    public func putCursor(on id: ItemID) async throws(LootError) {
        guard let path = try await path(of: id) else { return }
        list.moveCursor(to: path)
        try await readVisible()
        // Rows have their real heights only now that they have been read, which may have moved the cursor's off.
        list.scroll(to: path)
        try await readVisible()
    }

    /// Follows what the store has become, with the screen and the cursor on the items on which they were.
    public func refresh() async throws(LootError) {
        let old = outline
        let visible = list.visibleRows.compactMap(row(at:))
        let before = (visible.first ?? 0) - RowWindow.pageSize..<(visible.last ?? 0) + RowWindow.pageSize
        let oldItems = before.compactMap { row in window.loaded(row).map { (row, $0.id) } }
        let cursor = list.cursor.flatMap { path in
            row(at: path).flatMap { row in window.loaded(row).map { (row, $0.id) } }
        }

        var (new, fresh, rows) = try await read(
            around: before, anchors: (cursor.map { [$0] } ?? []) + oldItems)
        for _ in 0..<5 where !fresh.isConsistent {
            (new, fresh, rows) = try await read(
                around: before, anchors: (cursor.map { [$0] } ?? []) + oldItems)
        }
        var known = oldItems.compactMap { row, id in
            rows[id].map { RowUpdates.Known(oldRow: row, newRow: $0) }
        }
        var cursorRow: Int?
        if let cursor {
            cursorRow =
                if let row = rows[cursor.1] { row } else {
                    try await inventory.store.position(of: cursor.1, in: query)
                }
            if let cursorRow, !known.contains(where: { $0.oldRow == cursor.0 }) {
                known.append(RowUpdates.Known(oldRow: cursor.0, newRow: cursorRow))
            }
        }
        outline = new
        window = fresh.window
        let updates = RowUpdates(from: old, to: new, known: known).updates
        // The updates are made from both outlines, so they always fit; if they did not, the list would have reloaded
        // itself before it throws, and would show what is there.
        do { try list.apply(updates) } catch {}
        if let cursorRow, let path = path(ofRow: cursorRow), path != list.cursor { list.moveCursor(to: path) }
        list.reload(rows: list.visibleRows)
        try await readVisible()
    }

    /// Follows an event of the store.
    ///
    /// - Throws: ``/LootCore/LootError``: what the store says has happened to it, or what keeps it from being read.
    public func follow(_ event: StoreEvent) async throws(LootError) {
        switch event {
        case .committed(let commit): if commit.revision > outline.revision { try await refresh() }
        case .reloaded(let revision): if revision != outline.revision { try await refresh() }
        case .failed(let error): throw error
        }
    }

    /// Does what the list has asked for since the last time: writes what the person did, and reads the rows that are
    /// on the screen or near it.
    ///
    /// - Throws: ``/LootCore/LootError`` for the first action that failed; the store is then as it was before that action,
    ///   and the actions behind it are dropped.
    public func settle() async throws(LootError) {
        while !actions.isEmpty {
            let action = actions.removeFirst()
            do {
                try await action(inventory)
            } catch {
                actions.removeAll()
                throw error
            }
            try await refresh()
        }
        try await readVisible()
        if let id = cursorItem {
            cursorItem = nil
            try await putCursor(on: id)
        }
    }

    /// Whether ``settle()`` has nothing to do.
    public var isSettled: Bool {
        _ = list.layout()
        return actions.isEmpty && window.wanted.isEmpty && cursorItem == nil
    }

    private func readVisible() async throws(LootError) {
        _ = list.layout()
        while let page = window.wanted.min() {
            let read = try await inventory.store.page(of: query, rows: RowWindow.rows(ofPage: page))
            if read.revision != outline.revision { return try await refresh() }
            window.put(read.items, page: page)
            let paths = RowWindow.rows(ofPage: page).compactMap(path(ofRow:))
            list.reload(rows: paths)
            _ = list.layout()
        }
    }

    /// Pages around where the screen should be now: around the first anchor that is still in the answer.
    private func read(
        around before: Range<Int>, anchors: [(row: Int, id: ItemID)]
    ) async throws(LootError) -> (Outline, FreshRows, [ItemID: Int]) {
        let new = try await inventory.store.outline(of: query)
        var shift = 0
        for anchor in anchors.prefix(8) {
            guard let row = try await inventory.store.position(of: anchor.id, in: query) else { continue }
            shift = row - anchor.row
            break
        }
        let around = (before.lowerBound + shift..<before.upperBound + shift).clamped(
            to: 0..<max(1, new.count))
        var fresh = FreshRows()
        var rows: [ItemID: Int] = [:]
        let size = RowWindow.pageSize
        for page in around.lowerBound / size...max(around.lowerBound, around.upperBound - 1) / size {
            let read = try await inventory.store.page(of: query, rows: RowWindow.rows(ofPage: page))
            if read.revision != new.revision { fresh.isConsistent = false }
            fresh.window.put(read.items, page: page)
            for (offset, item) in read.items.enumerated() { rows[item.id] = page * size + offset }
        }
        return (new, fresh, rows)
    }

    private struct FreshRows {
        var window = RowWindow()
        /// Whether all of it was read from one state of the store.
        var isConsistent = true
    }

    // MARK: Rows and items

    /// The item in a row, if it has been read.
    public func item(at path: RowPath) -> Item? { row(at: path).flatMap(window.loaded) }

    /// The row that shows an item; nil if it is not in the answer.
    public func path(of id: ItemID) async throws(LootError) -> RowPath? {
        try await inventory.store.position(of: id, in: query).flatMap(path(ofRow:))
    }

    /// The row at a position of the whole answer.
    public func path(ofRow row: Int) -> RowPath? {
        guard row >= 0, row < outline.count else { return nil }
        var low = 0
        var high = outline.sections.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if outline.sections[middle].start <= row { low = middle } else { high = middle }
        }
        return RowPath(section: low, row: row - outline.sections[low].start)
    }

    /// The position of a row in the whole answer.
    public func row(at path: RowPath) -> Int? {
        guard outline.sections.indices.contains(path.section) else { return nil }
        let section = outline.sections[path.section]
        return (0..<section.count).contains(path.row) ? section.start + path.row : nil
    }

    // MARK: Acting

    /// Notes something to be done by the next ``settle()``, after which the list follows.
    public func perform(_ action: @escaping (Inventory) async throws(LootError) -> Void) {
        actions.append(action)
    }

    /// Takes the item in a row away.
    public func remove(at path: RowPath) {
        if let id = item(at: path)?.id { remove(id) }
    }

    /// Makes the item in a row a favorite, or no longer.
    public func toggleFavorite(at path: RowPath) {
        guard let item = item(at: path) else { return }
        perform { (inventory: Inventory) async throws(LootError) in
            try await inventory.setFavorite([item.id], !item.isFavorite)
        }
    }

    /// Takes an item away.
    public func remove(_ id: ItemID) {
        perform { (inventory: Inventory) async throws(LootError) in try await inventory.remove([id]) }
    }

    /// Adds an item at the end and puts the cursor on it, if it is in the answer.
    public func add(_ item: Item) {
        perform { (inventory: Inventory) async throws(LootError) in try await inventory.add([item]) }
        cursorItem = item.id
    }

    /// Takes the last change back.
    public func undo() {
        perform { (inventory: Inventory) async throws(LootError) in try await inventory.undo() }
    }

    /// Makes the change again that was taken back last.
    public func redo() {
        perform { (inventory: Inventory) async throws(LootError) in try await inventory.redo() }
    }

    fileprivate func wantedItem(at path: RowPath) -> Item? { row(at: path).flatMap { window.item(at: $0) } }
}

extension ItemsController: ListPrefetching {
    /// Notes that the rows will be needed.
    public func list(_ list: ListView, prefetchRowsAt paths: [RowPath]) {
        window.want(paths.compactMap(row(at:)))
    }

    /// Notes that they are not needed any more.
    public func list(_ list: ListView, cancelPrefetchingForRowsAt paths: [RowPath]) {
        window.release(paths.compactMap(row(at:)))
    }
}

extension ItemsController: ListDataSource {
    /// Those of the answer; at least one.
    public func numberOfSections(in list: ListView) -> Int { max(1, outline.sections.count) }

    /// Those of the answer.
    public func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int {
        outline.sections.indices.contains(section) ? outline.sections[section].count : 0
    }

    /// An item's cell, a placeholder while the item is on its way.
    public func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell {
        let cell = list.dequeue(ItemCell.kind, for: path)
        cell.lines = lines
        cell.layout = cellLayout
        if let item = wantedItem(at: path) {
            cell.show(item, presentation)
        } else {
            cell.isPlaceholder = true
        }
        return cell
    }

    /// The section's title.
    public func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? {
        guard query.sectioning != nil, outline.sections.indices.contains(section) else { return nil }
        return outline.sections[section].title
    }

    /// The section's count and total value.
    public func list(_ list: ListView, titleForFooterInSection section: Int) -> String? {
        guard query.sectioning != nil, outline.sections.indices.contains(section) else { return nil }
        return presentation.footer(of: outline.sections[section])
    }

    /// The sections' index titles, each once.
    public func sectionIndexTitles(in list: ListView) -> [String] {
        outline.sections.compactMap(\.indexTitle).reduce(into: []) { titles, title in
            if titles.last != title { titles.append(title) }
        }
    }

    /// The first section with that index title.
    public func list(_ list: ListView, sectionForIndexTitle title: String, at index: Int) -> Int {
        outline.sections.firstIndex { $0.indexTitle == title } ?? 0
    }

    /// Every row that has been read.
    public func list(_ list: ListView, canEditRowAt path: RowPath) -> Bool { item(at: path) != nil }

    /// Rows in the user's own order.
    public func list(_ list: ListView, canMoveRowAt path: RowPath) -> Bool { query.isInUserOrder }

    /// Removes the item.
    public func list(_ list: ListView, commit style: EditingStyle, forRowAt path: RowPath) {
        if style == .delete { personRemoves(at: path) }
    }

    /// Moves the item in the user's order, also where the answer leaves items out.
    public func list(_ list: ListView, moveRowAt source: RowPath, to target: RowPath) {
        guard let item = item(at: source), let neighbor = self.item(at: target), item.id != neighbor.id else {
            return
        }
        let destination: Destination = target > source ? .after(neighbor.id) : .before(neighbor.id)
        perform { (inventory: Inventory) async throws(LootError) in
            _ = try await inventory.move(item.id, to: destination)
        }
    }
}

extension ItemsController: ListDelegate {
    /// Opens the item.
    public func list(_ list: ListView, didSelectRowAt path: RowPath) {
        if let item = item(at: path) { onSelect(item) }
    }

    /// Name and serial number, as the layout of the cells has them.
    public func list(_ list: ListView, estimatedRowHeightInSection section: Int) -> Int {
        cellLayout.usualHeight
    }

    /// The favorite toggle.
    public func list(_ list: ListView, leadingActionsForRowAt path: RowPath) -> [RowAction] {
        guard let item = item(at: path) else { return [] }
        return [
            RowAction(item.isFavorite ? "Unfavorite" : "Favorite") { [weak self] in
                self?.toggleFavorite(at: $0)
            }
        ]
    }

    /// Delete.
    public func list(_ list: ListView, trailingActionsForRowAt path: RowPath) -> [RowAction]? {
        guard item(at: path) != nil else { return [] }
        return [RowAction("Delete", style: .destructive) { [weak self] in self?.personRemoves(at: $0) }]
    }

    fileprivate func personRemoves(at path: RowPath) {
        if let onRemove { item(at: path).map(onRemove) } else { remove(at: path) }
    }
}
