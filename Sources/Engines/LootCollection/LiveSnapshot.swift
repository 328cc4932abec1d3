package import LootCore

/// A snapshot of ``LiveItems``. It shares unchanged storage with the current state.
package final class LiveSnapshot: ItemSnapshot, ReaderWrapper {
    /// The revision of the snapshot.
    package let revision: Revision
    private let items: LiveItems

    init(_ items: ItemCollection, at revision: Revision) {
        self.revision = revision
        self.items = LiveItems(items, revision: revision, keepsHistory: false)
    }

    /// The reader of the snapshot's items.
    package var reader: any ItemReader { items }

    package func close() async { items.close() }
}
