extension ItemReader {
    /// Returns the revision of the store and the number of items.
    public func summary() async throws(LootError) -> Outline { try await outline(of: .all) }

    /// Returns rows of a query's result with an outline that was just read. Avoids reading the outline again if the
    /// store hasn't changed.
    package func answer(
        to query: Query, rows: Range<Int>, after outline: Outline
    ) async throws(LootError) -> Answer {
        let page = try await page(of: query, rows: rows)
        if page.revision == outline.revision { return Answer(outline: outline, page: page) }
        return try await answer(to: query, rows: rows)
    }

    /// Returns all items of a query's result. Use this method only for small lists and read others by page.
    public func items(of query: Query = .all) async throws(LootError) -> [Item] {
        try await page(of: query, rows: 0..<Int.max).items
    }
}

extension ItemStore {
    /// Applies changes in a transaction with a title.
    @discardableResult
    public func apply(_ changes: [Change], title: String = "Edit") async throws(LootError) -> Commit {
        try await apply(ItemTransaction(changes, title: title))
    }

    /// Adds an item at a destination.
    @discardableResult
    public func add(_ item: Item, at destination: Destination = .last) async throws(LootError) -> Item {
        try await apply([.insert(item, at: destination)], title: "Add “\(item.name)”")
        return item
    }

    /// Appends a random item.
    @discardableResult
    public func createItem() async throws(LootError) -> Item { try await add(Item.random()) }

    /// Removes an item.
    public func remove(_ id: ItemID) async throws(LootError) {
        try await apply([.remove(id)], title: "Remove an item")
    }

    /// Moves an item from one position in the user's order to another. Does nothing if both are equal.
    public func moveItem(from source: Int, to target: Int) async throws(LootError) {
        if source == target { return }
        let noItem = LootError(
            .positionOutOfRange, "Can't move the item.", reason: "No item is at position \(source).")
        guard source >= 0, source < Int.max else { throw noItem }
        let page = try await page(of: .all, rows: source..<source + 1)
        guard let item = page.items.first else { throw noItem }
        try await apply([.move(item.id, to: .position(target))], title: "Move “\(item.name)”")
    }

    /// Undoes the last commit.
    ///
    /// - Throws: `nothing-to-undo` if there is none, for example because the store keeps no history, or `conflict` if other
    ///   changes were made meanwhile.
    @discardableResult
    public func undo() async throws(LootError) -> Commit {
        let revision = try await summary().revision
        guard let last = try await history(limit: 1).undoable.last else {
            throw LootError(.nothingToUndo, "There is nothing to undo.")
        }
        var transaction = last.undo
        transaction.conditions.append(.list(revision))
        return try await apply(transaction)
    }

    /// Redoes the commit that was undone last.
    ///
    /// - Throws: `nothing-to-undo` if there is none, or `conflict` if other changes were made meanwhile.
    @discardableResult
    public func redo() async throws(LootError) -> Commit {
        let revision = try await summary().revision
        guard let last = try await history(limit: 1).redoable.last else {
            throw LootError(.nothingToUndo, "There is nothing to redo.")
        }
        var transaction = last.redo
        transaction.conditions.append(.list(revision))
        return try await apply(transaction)
    }
}
