import TextSearch

/// A list of items in an array. It is the reference implementation of changes and queries, and sufficient for small
/// stores. All operations take linear time; stores for many items are faster and must have the same results.
public struct ItemList: Hashable, Sendable {
    /// The items in the user's order.
    public private(set) var items: [Item]
    /// The settings of the list.
    public private(set) var settings: ListSettings

    /// Creates a list of items.
    public init(_ items: [Item] = [], settings: ListSettings = ListSettings()) {
        self.items = items
        self.settings = settings
    }

    /// Applies a transaction at a revision if its conditions hold.
    ///
    /// - Returns: The commit with the next revision.
    /// - Throws: ``LootError``. In this case, nothing is changed.
    public mutating func commit(_ transaction: ItemTransaction, at revision: Revision) throws(LootError)
        -> Commit
    {
        try transaction.checkConditions(at: revision, settings: { settings }) { id in
            items.first { $0.id == id }
        }
        return Commit(transaction, revision: revision.next, changes: try apply(transaction.changes))
    }

    /// Applies all changes in order, or none.
    ///
    /// - Returns: The applied changes with their inverses.
    package mutating func apply(_ changes: [Change]) throws(LootError) -> [AppliedChange] {
        var copy = self
        var applied: [AppliedChange] = []
        for (index, change) in changes.enumerated() {
            do { applied.append(try copy.apply(change)) } catch { throw error.inChange(index) }
        }
        self = copy
        return applied
    }

    private mutating func apply(_ change: Change) throws(LootError) -> AppliedChange {
        switch change {
        case .insert(let item, let destination):
            try item.validate()
            if index(of: item.id) != nil { throw LootError.duplicate(item.id) }
            let position = try destination.position(of: item.id, count: items.count, position: index)
            items.insert(item, at: position)
            return AppliedChange(.insert(item, at: .position(position)), inverse: .remove(item.id))
        case .remove(let id):
            let position = try position(of: id)
            return AppliedChange(
                change, inverse: .insert(items.remove(at: position), at: .position(position)))
        case .update(let id, let patch):
            let inverse = try patch.apply(to: &items[try position(of: id)])
            return AppliedChange(change, inverse: .update(id, inverse))
        case .move(let id, let destination):
            let position = try position(of: id)
            let target = try destination.position(
                of: id, from: position, count: items.count, position: index)
            items.insert(items.remove(at: position), at: target)
            return AppliedChange(
                .move(id, to: .position(target)), inverse: .move(id, to: .position(position)))
        case .set(let key, let value): return try settings.set(key, to: value)
        }
    }

    private func index(of id: ItemID) -> Int? { items.firstIndex { $0.id == id } }

    private func position(of id: ItemID) throws(LootError) -> Int {
        guard let position = index(of: id) else { throw LootError.missing(id) }
        return position
    }

    /// Returns the items of a query's result.
    package func answer(to query: Query) -> [Item] {
        let test = query.test
        let selected = items.filter { test($0) }
        if query.isInUserOrder { return selected }
        query.sectioning?.prepare { selected.forEach($0) }
        let ranks = selected.map(query.rank)
        return selected.indices.sorted { left, right in
            let order = query.order(ranks[left], ranks[right])
            return order == .same ? left < right : order == .ascending
        }.map { selected[$0] }
    }

    /// Returns the sections of a query's result.
    public func outline(of query: Query, at revision: Revision) -> Outline {
        Outline(of: answer(to: query), query, at: revision)
    }

    /// Returns rows of a query's result.
    public func page(of query: Query, rows: Range<Int>, at revision: Revision) -> Page {
        Page(rows, of: answer(to: query), at: revision)
    }

    /// Returns rows of a query's result together with its sections.
    package func answer(to query: Query, rows: Range<Int>, at revision: Revision) -> Answer {
        let answer = answer(to: query)
        return Answer(
            outline: Outline(of: answer, query, at: revision), page: Page(rows, of: answer, at: revision))
    }
}

extension Outline {
    /// Creates the sections of a complete result.
    fileprivate init(of answer: [Item], _ query: Query, at revision: Revision) {
        var sections: [ItemSection] = []
        for (row, item) in answer.enumerated() {
            let key = query.sectioning?.key(for: item)
            if sections.isEmpty || sections[sections.count - 1].key != key {
                sections.append(ItemSection(key: key, in: query.sectioning, start: row))
            }
            sections[sections.count - 1].take(spelling: key, in: query.sectioning)
            sections[sections.count - 1].count += 1
            sections[sections.count - 1].total += item.total
        }
        self.init(revision: revision, sections: sections)
    }
}

extension Page {
    /// Creates a page of a complete result.
    fileprivate init(_ rows: Range<Int>, of answer: [Item], at revision: Revision) {
        let rows = rows.clamped(to: 0..<answer.count)
        self.init(revision: revision, start: rows.lowerBound, items: Array(answer[rows]))
    }
}

extension ItemSection {
    /// Creates a section with the title of a sectioning.
    public init(
        key: SectionKey?, in sectioning: (any Sectioning)?, start: Int, count: Int = 0,
        total: MoneyTotal = MoneyTotal()
    ) {
        self.init(
            key: key, title: key.flatMap { sectioning?.title(for: $0) } ?? "",
            indexTitle: key.flatMap { sectioning?.indexTitle(for: $0) }, start: start, count: count,
            total: total)
    }
}

extension ItemSection {
    /// Changes the title to another spelling of the place if that is first by bytes, such as `House` before `house`.
    /// So the title of a place doesn't depend on the order of items.
    mutating func take(spelling other: SectionKey?, in sectioning: (any Sectioning)?) {
        guard case .place(let place)? = other, case .place(let shown)? = key,
            PlacePath.order(place, shown) == .ascending
        else { return }
        self = ItemSection(key: other, in: sectioning, start: start, count: count, total: total)
    }
}

extension LootError {
    /// Creates an error for an item that doesn't exist.
    public static func missing(_ id: ItemID) -> LootError {
        LootError(.noSuchItem, "No item has the ID \(id.description).", item: id)
    }

    /// Creates an error for an ID that already exists.
    public static func duplicate(_ id: ItemID) -> LootError {
        LootError(
            .duplicateItem, "Can't add the item.", reason: "Another item has the ID \(id.description).",
            advice: "Leave the ID out to get a new one.", item: id)
    }

    /// Creates an error for a position outside the list. The last valid one is `count`.
    package static func outOfRange(_ position: Int, count: Int, item: ItemID) -> LootError {
        LootError(
            .positionOutOfRange, "Can't put an item at position \(position).",
            reason: "Positions range from 0 to \(max(0, count)).", item: item)
    }

    /// Creates an error for a list that was changed since it was read.
    package static func stale(_ expected: Revision, current: Revision) -> LootError {
        LootError(
            .conflict, "Can't save the change.",
            reason: """
                The list was changed in the meantime (revision \(current.description) instead of \
                \(expected.description)).
                """,
            advice: "Read the list again and repeat the change.")
    }

    /// The error of a closed store.
    public static let storeClosed = LootError(.closed, "The store is closed.")
}
