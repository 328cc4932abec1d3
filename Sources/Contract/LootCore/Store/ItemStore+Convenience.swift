extension ItemReader {
    /// The state of the store, and how many items it holds.
    public func summary() async throws(LootError) -> Outline { try await outline(of: .all) }

    /// Rows of a query's answer with an outline that was just read: one question less where nothing was written since.
    package func answer(
        to query: Query, rows: Range<Int>, after outline: Outline
    ) async throws(LootError) -> Answer {
        let page = try await page(of: query, rows: rows)
        if page.revision == outline.revision { return Answer(outline: outline, page: page) }
        return try await answer(to: query, rows: rows)
    }

    /// Every item of a query's answer. For lists that are known to be small; others are read by page.
    public func items(of query: Query = .all) async throws(LootError) -> [Item] {
        try await page(of: query, rows: 0..<Int.max).items
    }
}

extension ItemStore {
    /// Makes changes under a title.
    @discardableResult
    public func apply(_ changes: [Change], title: String = "Edit") async throws(LootError) -> Commit {
        try await apply(ItemTransaction(changes, title: title))
    }

    /// Adds an item, at the end unless a place is given.
    @discardableResult
    public func add(_ item: Item, at destination: Destination = .last) async throws(LootError) -> Item {
        try await apply([.insert(item, at: destination)], title: "Add “\(item.name)”")
        return item
    }

    /// Creates an item at random and adds it at the end.
    @discardableResult
    package func createItem() async throws(LootError) -> Item { try await add(Item.random()) }

    /// Takes an item away.
    public func remove(_ id: ItemID) async throws(LootError) {
        try await apply([.remove(id)], title: "Remove an item")
    }

    /// Takes the item at one index of the user's order out and puts it in at another; the same index changes nothing.
    package func moveItem(from source: Int, to target: Int) async throws(LootError) {
        if source == target { return }
        let noItem = LootError(
            .positionOutOfRange, "can't move the item", because: "there is no item at position \(source)")
        guard source >= 0, source < Int.max else { throw noItem }
        let page = try await page(of: .all, rows: source..<source + 1)
        guard let item = page.items.first else { throw noItem }
        try await apply([.move(item.id, to: .position(target))], title: "Move “\(item.name)”")
    }
}
