import LootCore

/// A sectioning that ignores its direction.
struct Upwards: Sectioning {
    let rule: SectionRule?

    init(of sectioning: any Sectioning) { rule = sectioning.rule }

    func title(for key: SectionKey) -> String { "\(key)" }
}

/// A snapshot that can be read forever.
struct FlawedSnapshot: ItemSnapshot {
    let revision: Revision
    private let list: @Sendable () async -> ItemList

    init(at revision: Revision, _ list: @escaping @Sendable () async -> ItemList) {
        self.revision = revision
        self.list = list
    }

    func outline(of query: Query) async throws(LootError) -> Outline {
        await list().outline(of: query, at: revision)
    }

    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        await list().page(of: query, rows: rows, at: revision)
    }

    func item(_ id: ItemID) async throws(LootError) -> Item? { await list().items.first { $0.id == id } }

    func close() async {}
}
