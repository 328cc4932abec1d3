/// One state of a store, held to be read whole: it stays as it is while others write.
///
/// What it holds of memory, of a database or of a server is given back by ``close()``, or at the latest when nothing
/// refers to it any more. It is read before its store is closed.
///
/// ```swift
/// let total = try await store.withSnapshot { snapshot throws(LootError) in
///     try await snapshot.outline(of: query).total
/// }
/// ```
public protocol ItemSnapshot: ItemReader {
    /// The state that is held.
    var revision: Revision { get }

    /// Gives back what is held. Later calls throw `closed`; closing again does nothing.
    func close() async
}

extension ItemStore {
    /// Reads from a snapshot, which is closed behind that whatever comes of it.
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
