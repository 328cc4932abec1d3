import LootCore
import LootPlugins
import LootTesting
import MemoryStorePlugin
import ReadOnlyStorePlugin
import Synchronization
import Testing

@Suite struct ReadOnlyStoreTests {
    private let item = Item(name: "Rusty Spork", valueInDollars: 40)

    @Test func `every change is rejected as read-only and doesn't reach the store`() async throws {
        let inner = OneItemStore(item: item)
        let store = ReadOnlyStore.open(inner)
        let transactions: [ItemTransaction] = [
            ItemTransaction([.insert(Item(name: "Shiny Mac"))]),
            ItemTransaction([.update(item.id, ["name": .text("Lamp")])]),
            ItemTransaction([.move(item.id, to: 0)]), ItemTransaction([.remove(item.id)]),
            ItemTransaction([]),
            ItemTransaction([.remove(item.id)], purpose: .undo(.initial.next)),
        ]
        for transaction in transactions {
            let error = await #expect(throws: LootError.self) { try await store.apply(transaction) }
            #expect(error?.code == .readOnly)
            #expect(error?.exitStatus == .cannotCreate)
            #expect(
                error?.description == "Can't change the store. The configuration opens it read-only. "
                    + "Remove “read-only” from store.with.")
        }
        #expect(inner.calls.withLock { $0 } == [])
    }

    @Test func `all reads are forwarded to the wrapped store`() async throws {
        let inner = OneItemStore(item: item)
        let store = ReadOnlyStore.open(inner)
        #expect(try await store.items() == [item])
        #expect(try await store.item(item.id) == item)
        #expect(try await store.item(ItemID()) == nil)
        #expect(try await store.position(of: item.id, in: .all) == 7)
        #expect(try await store.outline(of: .all) == inner.outline(of: .all))
        #expect(try await store.history(limit: 3).undoable.map(\.title) == ["Add", "Add", "Add"])
        var seen: [StoreEvent] = []
        for await event in store.events() { seen.append(event) }
        #expect(seen == [.reloaded(.initial)])
    }

    @Test func `all capabilities except writing are those of the wrapped store`() {
        let all: StoreCapabilities = [.writable, .durable, .history, .shared, .files]
        #expect(
            ReadOnlyStore.open(OneItemStore(item: item, capabilities: all)).capabilities
                == [.durable, .history, .shared, .files])
        #expect(ReadOnlyStore.open(OneItemStore(item: item, capabilities: [])).capabilities == [])
    }

    @Test func `closing closes the wrapped store`() async throws {
        let inner = OneItemStore(item: item)
        try await ReadOnlyStore.open(inner).close()
        #expect(inner.calls.withLock { $0 } == ["close"])
    }

    @Test func `a wrapped store with items passes the laws of a read-only store`() async {
        await StoreConformance("read-only", [.history, .files, .snapshots, .settings]) { _ in
            ReadOnlyStore.open(try MemoryStore((0..<5).map { Item(name: "Item \($0)") }))
        }.check()
    }

    @Test func `the plugin wraps a store and needs no settings`() async throws {
        let store = try await DecoratorPlugin.readOnly.wrap(OneItemStore(item: item), PluginSettings()) { _ in
            MemoryStore()
        }
        #expect(!store.capabilities.contains(.writable))
        #expect(DecoratorPlugin.readOnly.descriptor.name == "read-only")
        #expect(DecoratorPlugin.readOnly.descriptor.options == [])
    }
}

/// A store with one item that records attempted changes.
private final class OneItemStore: ItemStore, HistoryStore {
    let item: Item
    let capabilities: StoreCapabilities
    let calls = Mutex<[String]>([])

    init(item: Item, capabilities: StoreCapabilities = [.writable]) {
        self.item = item
        self.capabilities = capabilities
    }

    func outline(of query: Query) -> Outline {
        Outline(
            revision: .initial.next,
            sections: [ItemSection(key: nil, title: "", start: 0, count: 1, total: 40)])
    }
    func page(of query: Query, rows: Range<Int>) -> Page {
        Page(revision: .initial.next, start: 0, items: [item])
    }
    func item(_ id: ItemID) -> Item? { id == item.id ? item : nil }
    func position(of id: ItemID, in query: Query) -> Int? { 7 }
    func apply(_ transaction: ItemTransaction) -> Commit {
        calls.withLock { $0.append("apply") }
        return Commit(revision: .initial, title: "", changes: [])
    }
    func readHistory(limit: Int) -> History {
        History((0..<limit).map { _ in Commit(revision: .initial, title: "Add", changes: []) })
    }
    func events() -> AsyncStream<StoreEvent> {
        AsyncStream {
            $0.yield(.reloaded(.initial))
            $0.finish()
        }
    }
    func close() { calls.withLock { $0.append("close") } }
}
