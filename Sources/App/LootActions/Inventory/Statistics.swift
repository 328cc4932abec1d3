package import LootCore

/// The totals of a list of items.
package struct Statistics: Hashable, Sendable {
    /// The number of items.
    package var items = 0
    /// The number of pieces: the sum of the quantities.
    package var pieces = 0
    /// The total value.
    package var totalValue = MoneyTotal()
    /// The total of the known purchase prices.
    package var totalPaid = MoneyTotal()
    /// The number of items with a purchase price.
    package var priced = 0
    /// The total of the replacement values, or `nil` if none is known.
    package var totalReplacement: MoneyTotal? { replaceable == 0 ? nil : replacement }
    /// The total of the book values, or `nil` if no item has one.
    package var totalBookValue: MoneyTotal? { booked == 0 ? nil : bookValue }
    private var replacement = MoneyTotal()
    private var replaceable = 0
    private var bookValue = MoneyTotal()
    private var booked = 0
    /// The number of favorites.
    package var favorites = 0
    /// The number of items under warranty on the given day.
    package var underWarranty = 0
    /// The items with the highest value per piece, one for each currency, in the order of their first occurrence.
    package var mostValuable: [Item] = []

    /// Creates empty totals.
    package init() {}

    /// Adds an item to the totals. `presentation` determines the book value and its day.
    package mutating func count(_ item: Item, on today: Day, _ presentation: ItemPresentation) {
        items += 1
        pieces += item.quantity
        totalValue += item.total
        if let price = item.purchasePrice {
            priced += 1
            totalPaid += MoneyTotal(price, times: item.quantity, item.currency)
        }
        replacement += MoneyTotal(item.replacementValue, times: item.quantity, item.currency)
        if item.replacementValue != nil { replaceable += 1 }
        let book = presentation.bookValue(of: item)
        bookValue += MoneyTotal(book, times: item.quantity, item.currency)
        if book != nil { booked += 1 }
        if item.isFavorite { favorites += 1 }
        if let end = item.warrantyUntil, end >= today { underWarranty += 1 }
        guard let value = item.value, value >= .zero else { return }
        if let index = mostValuable.firstIndex(where: { $0.currency == item.currency }) {
            if value > mostValuable[index].value ?? 0 { mostValuable[index] = item }
        } else {
            mostValuable.append(item)
        }
    }
}

extension Statistics {
    /// Creates the totals of rows.
    package init(
        of rows: ItemRows, _ presentation: ItemPresentation = ItemPresentation()
    ) async throws(LootError) {
        self.init()
        var presentation = presentation
        let day = presentation.day ?? .today
        presentation.day = day
        try await rows.forEach { count($0, on: day, presentation) }
    }
}

extension Inventory {
    /// Returns the totals of the items that match a query, on the presentation's day.
    package func statistics(
        of query: Query = .all, _ presentation: ItemPresentation = ItemPresentation()
    ) async throws(LootError) -> Statistics {
        try await store.withRows(of: query) { rows throws(LootError) in
            try await Statistics(of: rows, presentation)
        }
    }

    /// Calls `body` with each item that matches a query, all from one snapshot of the store.
    ///
    /// - Throws: ``/LootCore/LootError``, and the errors of `body`.
    package func forEachItem(
        of query: Query, _ body: (Item) throws(LootError) -> Void
    ) async throws(LootError) {
        try await store.withRows(of: query) { rows throws(LootError) in try await rows.forEach(body) }
    }
}

extension Inventory {
    /// Returns the sections of a query's result for an overview. An item with several tags counts in each of their
    /// sections.
    package func overview(of query: Query) async throws(LootError) -> Outline {
        guard case .value(let key) = query.sectioning?.rule, let field = Field.with(key: key),
            case .list(let entries, _) = field.access
        else { return try await store.outline(of: query) }
        return try await store.withRows(of: query) { rows throws(LootError) in
            var table = SectionTable(of: query.sectioning)
            try await rows.forEach { item in
                let keys = Set(entries(item).map { SectionKey.text($0) })
                for key in keys.isEmpty ? [.missing] : keys { table.add(rows: 1, total: item.total, to: key) }
            }
            return Outline(revision: rows.outline.revision, sections: table.sections)
        }
    }
}
