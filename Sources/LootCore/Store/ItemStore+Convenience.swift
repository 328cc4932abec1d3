extension ItemReader {
    /// The state of the store, and how many items it holds.
    public func summary() async throws(LootError) -> Outline { try await outline(of: .all) }

    /// Rows of a query's answer with an outline that was just read: one question less where nothing was written since.
    public func answer(
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
    public func createItem() async throws(LootError) -> Item { try await add(Item.random()) }

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

    /// The item that a person means by the beginning of its id.
    ///
    /// - Throws: ``LootError``: `no-such-item`, or `ambiguous-item` that lists the candidates.
    package func item(withPrefix prefix: String) async throws(LootError) -> Item {
        let query = Query(filter: .compare(Field.idKey, .begins, .text(prefix)))
        let answer = try await answer(to: query, rows: 0..<100)
        let candidates = answer.page.items
        switch candidates.count {
        case 1: return candidates[0]
        case 0:
            throw LootError(
                .noSuchItem, "can't find the item “\(TextRules.visible(prefix))”",
                because: "no id begins with it", next: "See the ids", remedy: .list)
        default:
            let ids = ShortIDs(candidates.map(\.id))
            let shown = candidates.prefix(5).map { "\(ids[$0.id]) “\(TextRules.visible($0.name))”" }
            let more = answer.outline.count > 5 ? " and \(answer.outline.count - 5) more" : ""
            throw LootError(
                .ambiguousItem, "can't tell which item “\(TextRules.visible(prefix))” means",
                because: "\(answer.outline.count) ids begin with it: \(shown.joined(separator: ", "))\(more)",
                next: "Give more digits, as many as tell it apart")
        }
    }
}
