import LootCore
import LootMerge
import LootTesting
import Testing

/// Invariants of merges with random lists. A failure reports its seed.
@Suite struct MergeLawTests {
    @Test(arguments: 1...60) func `a side that changed nothing changes nothing`(seed: UInt64) {
        var random = RandomSides(seed: seed)
        let base = random.list(12)
        let side = random.edited(base, steps: 10)
        for merge in [
            Merge(base: base, ours: side, theirs: base), Merge(base: base, ours: base, theirs: side),
            Merge(base: base, ours: side, theirs: side),
        ] {
            #expect(difference(merge.items, side) == nil)
            #expect(merge.conflicts.isEmpty && merge.displaced.isEmpty)
        }
    }

    @Test(arguments: 1...120) func `a merge is symmetric in its items`(seed: UInt64) throws {
        var random = RandomSides(seed: seed)
        let base = random.list(12)
        let (ours, theirs) = (random.edited(base, steps: 6), random.edited(base, steps: 6))
        let merge = Merge(base: base, ours: ours, theirs: theirs)
        let other = Merge(base: base, ours: theirs, theirs: ours)
        #expect(Set(merge.conflicts.map(\.item)) == Set(other.conflicts.map(\.item)))
        #expect(merge.displaced.isEmpty == other.displaced.isEmpty)
        let unsettled = Set(merge.conflicts.map(\.item))
        let settled = { (items: [Item]) in items.filter { !unsettled.contains($0.id) } }
        let (left, right) = (settled(merge.items), settled(other.items))
        if merge.displaced.isEmpty {
            #expect(merge.items.map(\.id) == other.items.map(\.id))
            #expect(difference(left, right) == nil)
        } else {
            let byID = { (items: [Item]) in items.sorted { $0.id < $1.id } }
            #expect(byID(merge.items).map(\.id) == byID(other.items).map(\.id))
            #expect(difference(byID(left), byID(right)) == nil)
        }
    }

    @Test(arguments: 1...120) func `every change of a side is in the result or reported`(seed: UInt64) {
        var random = RandomSides(seed: seed)
        let base = random.list(10)
        let (ours, theirs) = (random.edited(base, steps: 8), random.edited(base, steps: 8))
        let merge = Merge(base: base, ours: ours, theirs: theirs)
        check(merge, base, ours, removal: .removedInOurs)
        check(merge, base, theirs, removal: .removedInTheirs)
        for conflict in merge.conflicts {
            #expect(
                merge.items.contains {
                    $0.id == conflict.item && $0.conflicts.contains { $0.field == conflict.field }
                })
        }
    }

    private func check(_ merge: Merge, _ base: [Item], _ side: [Item], removal: MergeConflict.Kind) {
        func first(_ items: [Item], _ id: ItemID) -> Item? { items.first { $0.id == id } }
        for item in base where first(side, item.id) == nil {
            let isReported = merge.conflicts.contains { $0.item == item.id && $0.kind == removal }
            #expect((first(merge.items, item.id) != nil) == isReported)
        }
        for item in side {
            let before = first(base, item.id)
            guard let after = first(merge.items, item.id) else {
                #expect(before?.difference(from: item) == nil && before != nil)
                continue
            }
            let fields = Field.all.map(\.key) + Set(item.custom.keys).map(FieldKey.custom)
            for key in fields where item.value(for: key) != before?.value(for: key) {
                if merge.conflicts.contains(where: { $0.item == item.id && $0.field == key }) { continue }
                guard case .list(let set)? = item.value(for: key) else {
                    #expect(after.value(for: key) == item.value(for: key))
                    continue
                }
                func texts(_ value: FieldValue?) -> Set<String> {
                    if case .list(let texts)? = value { Set(texts) } else { [] }
                }
                let (old, new) = (texts(before?.value(for: key)), texts(after.value(for: key)))
                #expect(Set(set).subtracting(old).isSubset(of: new))
                #expect(old.subtracting(set).isDisjoint(with: new))
            }
        }
    }

    @Test(arguments: 1...120) func `an item that a side moved has its new position`(seed: UInt64) {
        var random = RandomSides(seed: seed)
        func plain(_ items: [Item]) -> [Item] {
            items.map { Item(id: $0.id, name: "Lamp", dateCreated: .first) }
        }
        let base = plain(random.list(12))
        let sides = (0..<2).map { _ in plain(random.edited(base, steps: 6)) }
        let merge = Merge(base: base, ours: sides[0], theirs: sides[1])
        for (side, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
            var elsewhere = Set(merge.displaced)
            for case .move(let id, _) in Merge.changes(from: base, to: other) { elsewhere.insert(id) }
            let here = side.map(\.id).filter { id in
                !elsewhere.contains(id) && merge.items.contains { $0.id == id }
            }
            #expect(merge.items.map(\.id).filter(Set(here).contains) == here)
        }
    }

    @Test(arguments: 1...60) func `the difference between two lists turns one into the other`(seed: UInt64)
        throws
    {
        var random = RandomSides(seed: seed)
        let old = random.list(12)
        let new = random.edited(old, steps: Int.random(in: 0...30, using: &random.generator))
        var list = ItemList(old)
        let applied = try list.apply(Merge.changes(from: old, to: new))
        #expect(difference(list.items, new) == nil)
        _ = try list.apply(applied.reversed().map(\.inverse))
        #expect(difference(list.items, old) == nil)
    }

    @Test(arguments: 1...60) func `the changes of a merge turn our list into the result`(seed: UInt64) throws
    {
        var random = RandomSides(seed: seed)
        let base = random.list(10)
        let (ours, theirs) = (random.edited(base, steps: 5), random.edited(base, steps: 5))
        let merge = Merge(base: base, ours: ours, theirs: theirs)
        var list = ItemList(ours)
        _ = try list.apply(merge.changes)
        #expect(difference(list.items, merge.items) == nil)
    }

    @Test(arguments: 1...60) func `a commit's inverses restore the previous state`(
        seed: UInt64
    ) throws {
        var random = RandomSides(seed: seed)
        let old = random.list(12)
        var list = ItemList(old)
        let changes = Merge.changes(from: old, to: random.edited(old, steps: 12))
        let commit = Commit(revision: Revision(rawValue: 1), title: "Edit", changes: try list.apply(changes))
        let now = Dictionary(uniqueKeysWithValues: list.items.map { ($0.id, $0) })
        let replay = Merge.replay(commit.inverses, count: list.items.count, settings: ListSettings()) {
            now[$0]
        }
        #expect(replay.conflicts.isEmpty)
        _ = try list.apply(replay.changes)
        #expect(difference(list.items, old) == nil)
        // A second undo changes nothing.
        let before = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
        let again = Merge.replay(commit.inverses, count: old.count, settings: ListSettings()) { before[$0] }
        let removed = Set(changes.compactMap { if case .remove(let id) = $0 { id } else { nil } })
        // An item that was removed and inserted again is a different item, which isn't changed.
        #expect(again.conflicts.allSatisfy { $0.item.map(removed.contains) == true })
        #expect(again.changes.allSatisfy { if case .move = $0 { true } else { false } })
    }
}
