/// A snapshot of a store, which doesn't change while other writers commit.
///
/// Its resources in memory, in a database or on a server are released by ``close()`` or when the snapshot is
/// deallocated. It must not be used after its store is closed.
///
/// ```swift
/// let total = try await store.withSnapshot { snapshot throws(LootError) in
///     try await snapshot.outline(of: query).total
/// }
/// ```
public protocol ItemSnapshot: ItemReader {
    /// The revision of the snapshot.
    var revision: Revision { get }

    /// Releases the resources of the snapshot. Later calls throw `closed`; closing again is a no-op.
    func close() async
}

extension ItemStore {
    /// Calls `body` with a snapshot, which is closed when `body` returns or throws.
    package func withSnapshot<Value>(
        _ body: (any ItemSnapshot) async throws(LootError) -> Value
    ) async throws(LootError) -> Value {
        let snapshot = try await snapshot()
        let value: Value
        do throws(LootError) { value = try await body(snapshot) } catch {
            await snapshot.close()
            throw error
        }
        await snapshot.close()
        return value
    }
}
