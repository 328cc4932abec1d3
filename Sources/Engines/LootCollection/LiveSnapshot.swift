package import LootCore

/// A state of ``LiveItems``, held: it shares with what is current everything that neither has changed since.
package final class LiveSnapshot: ItemSnapshot, ReaderWrapper {
    /// The state that is held.
    package let revision: Revision
    private let items: LiveItems

    init(_ items: ItemCollection, at revision: Revision) {
        self.revision = revision
        self.items = LiveItems(items, revision: revision, historyLimit: 0)
    }

    /// The items of that state.
    package var reader: any ItemReader { items }

    /// See ``/LootCore/ItemSnapshot/close()``.
    package func close() async { items.close() }
}
