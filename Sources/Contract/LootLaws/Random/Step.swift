import LootCore

/// A step of a random run. It can be repeated on any store, and is meaningful even if earlier steps are removed.
enum Step: Sendable {
    /// A transaction, which may contain invalid changes.
    case apply([Change])
    /// Reads a query's result and the position of an item in it.
    case read(Query, rows: Range<Int>, item: ItemID?)
    /// Undoes the newest commit, if the store has a history.
    case undo
    /// Redoes the commit that was undone last, if there is one.
    case redo
    /// Closes the store and opens it again, if it is durable.
    case reopen

    /// Returns a description of the step for reports.
    func spelled(_ names: [ItemID: String]) -> String {
        switch self {
        case .apply(let changes): "apply \(changes.map { $0.spelled(names) }.joined(separator: "; "))"
        case .read(let query, let rows, let item):
            "read rows \(rows) of \(query.spelled)" + (item.map { ", find \(names[$0] ?? $0.short)" } ?? "")
        case .undo: "undo"
        case .redo: "redo"
        case .reopen: "close and reopen"
        }
    }
}

/// Generates random steps. It applies them to its own list, so that most of them refer to existing items.
struct StepGenerator {
    private var generator: SeededGenerator
    private var list = ItemList()
    private var gone: [Item] = []

    init(seed: UInt64, list: ItemList = ItemList()) {
        generator = SeededGenerator(seed: seed)
        self.list = list
    }

    mutating func next() -> Step {
        switch Int.random(in: 0..<20, using: &generator) {
        case 0..<11: return .apply(transaction())
        case 11..<17:
            let start = Int.random(in: 0...list.items.count, using: &generator)
            let length = generator.pick(0, 1, 3, 10, 1000)
            return .read(
                ItemFixtures.query(using: &generator), rows: start..<start + length,
                item: list.items.randomElement(using: &generator)?.id)
        case 17: return .undo
        case 18: return .redo
        default: return .reopen
        }
    }

    mutating func transaction() -> [Change] {
        var after = list
        var changes: [Change] = []
        repeat {
            let change = change(to: after)
            changes.append(change)
            if case .remove(let id) = change, let item = after.items.first(where: { $0.id == id }) {
                gone.append(item)
            }
            guard (try? after.apply([change])) != nil else { return changes }
        } while generator.oneIn(3) && changes.count < 6
        list = after
        return changes
    }

    private mutating func change(to list: ItemList) -> Change {
        guard let item = list.items.randomElement(using: &generator), !generator.oneIn(3) else {
            // Occasionally inserts an item that was removed or still exists.
            let known =
                generator.oneIn(4) ? (gone + list.items.prefix(1)).randomElement(using: &generator) : nil
            let new = known ?? ItemFixtures.item(using: &generator)
            return .insert(new, at: destination(in: list, upTo: list.items.count))
        }
        let id = generator.oneIn(40) ? ItemID(using: &generator) : item.id
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<4: return .move(id, to: destination(in: list, upTo: list.items.count - 1))
        case 4..<7: return .update(id, patch())
        case 7: return .update(id, Patch(from: item, to: ItemFixtures.item(using: &generator)))
        default: return .remove(id)
        }
    }

    /// Returns a random destination, occasionally next to a missing item.
    private mutating func destination(in list: ItemList, upTo last: Int) -> Destination {
        let other =
            generator.oneIn(15)
            ? ItemID(using: &generator)
            : list.items.randomElement(using: &generator)?.id ?? ItemID(using: &generator)
        return switch Int.random(in: 0..<10, using: &generator) {
        case 0..<5: .position(position(upTo: last))
        case 5: .first
        case 6, 7: .last
        case 8: .before(other)
        default: .after(other)
        }
    }

    /// Returns a random position, usually within the bounds.
    private mutating func position(upTo last: Int) -> Int {
        generator.oneIn(15)
            ? generator.pick(-1, last + 1, Int.max, Int.min)
            : Int.random(in: 0...max(0, last), using: &generator)
    }

    private mutating func patch() -> Patch {
        if generator.oneIn(20) {
            return generator.pick(["name": .text("")], ["nonsense": nil], ["quantity": .integer(-1)])
        }
        let key = ItemFixtures.field(using: &generator)
        if generator.oneIn(4) { return Patch([.init(key, nil)]) }
        if let field = Field.with(key: key) {
            return Patch([.init(key, ItemFixtures.value(for: field, using: &generator))])
        }
        let type = ItemFixtures.customFields.first { key == .custom($0.name) }?.type ?? .integer
        return Patch([.init(key, ItemFixtures.value(of: type, using: &generator))])
    }
}
