package import LootCore

/// Items in a row, filled in where they stay until they are moved on, so that none is copied on its way.
///
/// One thread at a time has a run: the one that fills it, then the one that takes it over.
package final class ItemRun: @unchecked Sendable {
    // Initialized from `taken` up to `end`.
    private var items: UnsafeMutableBufferPointer<Item>
    private var taken = 0
    private var end = 0
    /// What the parser had to tell of each item, where that is asked for.
    private var facts: [ItemFacts] = []
    private let keepsFacts: Bool

    /// No items, with room for `capacity` of them.
    init(capacity: Int, keepsFacts: Bool) {
        items = .allocate(capacity: max(1, capacity))
        self.keepsFacts = keepsFacts
        if keepsFacts { facts.reserveCapacity(capacity) }
    }

    deinit {
        items.extracting(taken..<end).deinitialize()
        items.deallocate()
    }

    /// How many items there are that were not taken yet.
    package var count: Int { end - taken }

    /// Adds the item that `fill` makes of a blank one, if `fill` does not throw and wants it kept.
    @inline(__always)
    func add(
        _ fill: (inout Item) throws(Fault) -> (facts: ItemFacts, isKept: Bool)
    ) throws(Fault) -> Bool {
        if end == items.count { grow() }
        items.initializeElement(at: end, to: Item.blank)
        do throws(Fault) {
            let (facts, isKept) = try fill(&items[end])
            if isKept {
                if keepsFacts { self.facts.append(facts) }
                end += 1
            } else {
                items.deinitializeElement(at: end)
            }
            return isKept
        } catch {
            items.deinitializeElement(at: end)
            throw error
        }
    }

    private func grow() {
        let larger = UnsafeMutableBufferPointer<Item>.allocate(capacity: items.count * 2)
        _ = larger.moveInitialize(fromContentsOf: items.extracting(0..<end))
        items.deallocate()
        items = larger
    }

    /// Takes the next item; nil behind the last one.
    func next() -> ReadItem? {
        guard taken < end else { return nil }
        defer { taken += 1 }
        return ReadItem(items.moveElement(from: taken), facts[taken])
    }

    /// Takes all items: `body` moves them away, so that their places are no longer initialized.
    package func takeAll(_ body: (UnsafeMutableBufferPointer<Item>) -> Void) {
        body(items.extracting(taken..<end))
        taken = end
    }
}

extension Item {
    /// What a parser fills in.
    static var blank: Item { Item(id: ItemID(high: 0, low: 0), name: "", dateCreated: .first) }
}

/// Entries of a file as they come.
package enum ReadEntries {
    /// Items in a row.
    case run(ItemRun)
    /// An entry by itself.
    case one(ReadResult)

    /// Hands on each entry.
    consuming func forEach(
        _ receive: (consuming ReadResult) throws(FormatError) -> Void
    ) throws(FormatError) {
        switch consume self {
        case .one(let result): try receive(result)
        case .run(let run): while let read = run.next() { try receive(.item(read)) }
        }
    }
}

extension ItemFormat {
    /// Reads a file whose items are to be kept, in order, with as little to do for each as can be.
    package func read(
        _ bytes: Span<UInt8>, _ options: ReadOptions,
        entries receive: (consuming ReadEntries) throws(FormatError) -> Void
    ) throws(FormatError) -> DocumentShape {
        if self == .json { return try JSONFile(options).read(bytes, keepsFacts: false, entries: receive) }
        return try decoder(options).read(bytes) { result throws(FormatError) in try receive(.one(result)) }
    }
}
