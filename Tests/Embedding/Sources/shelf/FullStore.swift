import LootCore

/// A wrapper of one's own: no further item goes on a shelf that is full.
struct FullStore: ItemStore {
    let wrapped: any ItemStore
    let most: Int

    var capabilities: StoreCapabilities { wrapped.capabilities }
    var photos: (any PhotoStore)? { wrapped.photos }
    var problem: LootError? { wrapped.problem }
    var damage: LootError? { wrapped.damage }

    func outline(of query: Query) async throws(LootError) -> Outline { try await wrapped.outline(of: query) }

    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await wrapped.page(of: query, rows: rows)
    }

    func item(_ id: ItemID) async throws(LootError) -> Item? { try await wrapped.item(id) }

    func apply(_ transaction: Transaction) async throws(LootError) -> Commit {
        let added = transaction.changes.count { if case .insert = $0 { true } else { false } }
        guard added == 0 || (try await wrapped.summary().count) + added <= most else {
            throw LootError(
                .readOnly, "can't add to the shelf", because: "it is full with \(most) things",
                next: "Take one away with: loot remove ITEM")
        }
        return try await wrapped.apply(transaction)
    }

    func events() -> AsyncStream<StoreEvent> { wrapped.events() }

    func close() async throws(LootError) { try await wrapped.close() }
}

extension DecoratorPlugin {
    static let full = DecoratorPlugin(
        "full", summary: "Lets no more things in than there is room for.",
        options: [PluginOption("most", .integer(1...1000), default: 3, "How many things there is room for.")]
    ) { store, settings, _ in FullStore(wrapped: store, most: settings.integer("most") ?? 3) }
}
