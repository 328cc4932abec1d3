extension ItemStore {
    /// The state of the store, and how many items it holds.
    public func summary() async throws(LootError) -> Outline { try await outline(of: .all) }

    /// Rows of a query's answer with an outline that was just read: one question less where nobody wrote since.
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

    /// Makes changes under a title.
    @discardableResult
    public func apply(_ changes: [Change], title: String = "Edit") async throws(LootError) -> Commit {
        try await apply(Transaction(changes, title: title))
    }

    /// Adds an item, at the end unless a position is given.
    @discardableResult
    public func add(_ item: Item, at position: Int? = nil) async throws(LootError) -> Item {
        try await apply([.insert(item, at: position)], title: "Add “\(item.name)”")
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
    public func moveItem(from source: Int, to target: Int) async throws(LootError) {
        if source == target { return }
        let noItem = LootError(
            .positionOutOfRange, "can't move the item", because: "there is no item at position \(source)")
        guard source >= 0, source < Int.max else { throw noItem }
        let page = try await page(of: .all, rows: source..<source + 1)
        guard let item = page.items.first else { throw noItem }
        _ = try await apply(
            Transaction([.move(item.id, to: target)], title: "Move “\(item.name)”", expecting: page.revision))
    }

    /// The item that a person means by the beginning of its id.
    ///
    /// - Throws: ``LootError``: `no-such-item`, or `ambiguous-item` that lists the candidates.
    public func item(withPrefix prefix: String) async throws(LootError) -> Item {
        let query = Query(filter: .compare(Field.idKey, .begins, .text(prefix)))
        let candidates = try await page(of: query, rows: 0..<6).items
        switch candidates.count {
        case 1: return candidates[0]
        case 0:
            throw LootError(
                .noSuchItem, "can't find the item “\(TextRules.visible(prefix))”",
                because: "no id begins with it", next: "See the ids with: loot list")
        default:
            let names = candidates.prefix(5).map { "\($0.id.short) “\(TextRules.visible($0.name))”" }
            let more = candidates.count > 5 ? " and more" : ""
            throw LootError(
                .ambiguousItem, "can't tell which item “\(TextRules.visible(prefix))” means",
                because: "several ids begin with it: \(names.joined(separator: ", "))\(more)",
                next: "Give more digits")
        }
    }
}
