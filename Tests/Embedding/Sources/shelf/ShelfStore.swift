import LootCore
import LootPlugins

/// A store that keeps items in an `ItemList`, which implements changes and queries.
actor ShelfStore: ItemStore {
    nonisolated let capabilities: StoreCapabilities = .writable
    private nonisolated let hub = EventHub()
    private var list: ItemList
    private var revision = Revision.initial
    private var isClosed = false

    init(_ items: [Item] = []) { list = ItemList(items) }

    func outline(of query: Query) throws(LootError) -> Outline {
        try requireOpen()
        return list.outline(of: query, at: revision)
    }

    func page(of query: Query, rows: Range<Int>) throws(LootError) -> Page {
        try requireOpen()
        return list.page(of: query, rows: rows, at: revision)
    }

    func item(_ id: ItemID) throws(LootError) -> Item? {
        try requireOpen()
        return list.items.first { $0.id == id }
    }

    func apply(_ transaction: ItemTransaction) throws(LootError) -> Commit {
        try requireOpen()
        let commit = try list.commit(transaction, at: revision)
        revision = commit.revision
        hub.send(.committed(commit), at: revision)
        return commit
    }

    nonisolated func events() -> AsyncStream<StoreEvent> { hub.events() }

    func close() {
        isClosed = true
        hub.finish()
    }

    private func requireOpen() throws(LootError) {
        if isClosed { throw LootError.storeClosed }
    }
}

extension StorePlugin {
    static let shelf = StorePlugin(
        "shelf", summary: "Three items on a shelf.",
        options: [PluginOption("thing", .text, default: "Thing", "The name of the items.")]
    ) { (settings) throws(LootError) in
        let name = settings.text("thing") ?? "Thing"
        if name.isEmpty {
            throw LootError(
                .configuration, "Can't fill the shelf.", reason: "The name of its items is empty.",
                advice: "Set store.thing.")
        }
        return ShelfStore((1...3).map { Item(name: "\(name) \($0)", valueInDollars: $0 * 30) })
    }
}
