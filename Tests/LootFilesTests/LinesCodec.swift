import LootCollection
import LootCore
import LootFiles

/// A test format with a header line, and one line per item with its ID, value and name.
struct LinesCodec: ItemFileCodec {
    var newShape: String { "items" }

    func decode(_ bytes: [UInt8], from path: String = storePath) throws(LootError) -> ItemFile<String> {
        let (file, lost) = salvage(bytes, from: path)
        if let first = lost.first { throw first }
        return file
    }

    func salvage(_ bytes: [UInt8], from path: String) -> (file: ItemFile<String>, lost: [LootError]) {
        var lost: [LootError] = []
        let lines = String(decoding: bytes, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == false { lost.append(damage(lines.count, path)) }
        var items: [Item] = []
        for (number, line) in lines.dropFirst().dropLast().enumerated() {
            let parts = line.split(separator: " ", maxSplits: 2)
            if parts.count == 3, let id = ItemID(parts[0]), let value = Int(parts[1]) {
                items.append(makeItem(id, String(parts[2]), value))
            } else {
                lost.append(damage(number + 2, path))
            }
        }
        return (ItemFile(items: items, shape: String(lines.first ?? "")), lost)
    }

    private func damage(_ line: Int, _ path: String) -> LootError {
        LootError(.damaged, "Can't read the items.", reason: "Line \(line) is damaged.", place: path)
    }

    func encode(
        _ items: ItemCollection.Items, as shape: String, to write: (RawSpan) throws(LootError) -> Void
    ) throws(LootError) {
        let first = Array((shape + "\n").utf8)
        try write(first.span.bytes)
        for item in items {
            let line = Array("\(item.id) \(item.valueInDollars) \(item.name)\n".utf8)
            try write(line.span.bytes)
        }
    }
}

/// Returns an item with the few fields that a ``LinesCodec`` supports.
func makeItem(_ id: ItemID, _ name: String, _ value: Int = 7) -> Item {
    Item(id: id, name: name, valueInDollars: value, dateCreated: Moment(startOf: .first))
}

/// Returns an item whose ID depends on a number.
func makeItem(_ number: Int, _ name: String = "Spork") -> Item {
    makeItem(ItemID(high: UInt64(number), low: 0x8000_0000_0000_0001), "\(name) \(number)", number)
}

/// The two ways in which a store saves changes.
enum Keeping: CaseIterable {
    /// The first change of a process rewrites the file.
    case rewriting
    /// All changes are appended to the journal first.
    case journal

    var options: FileStoreOptions {
        var options = FileStoreOptions()
        options.patience = .seconds(600)
        options.settling = .seconds(600)
        if self == .journal { options.rewriteLimit = 0 }
        return options
    }
}

let storePath = "items.lines"

/// Opens a store on the test file.
func openStore(_ files: any FileSystem, _ keeping: Keeping = .rewriting, at path: String = storePath)
    async throws(LootError) -> FileStore<LinesCodec>
{
    try await FileStore.open(path, as: LinesCodec(), on: files, options: keeping.options)
}

/// A sequence with all kinds of changes, and the items after each.
struct Script {
    static let transactions: [ItemTransaction] = [
        ItemTransaction([.insert(makeItem(1))], title: "Add 1"),
        ItemTransaction([.insert(makeItem(2)), .insert(makeItem(3, "Bear"), at: 0)], title: "Add 2 and 3"),
        ItemTransaction([.update(makeItem(2).id, ["valueInDollars": .integer(99)])], title: "Edit 2"),
        ItemTransaction([.move(makeItem(2).id, to: 0)], title: "Move 2"),
        ItemTransaction([.remove(makeItem(1).id)], title: "Remove 1"),
        ItemTransaction([.insert(makeItem(4, String(repeating: "Mac ", count: 200)))], title: "Add 4"),
    ]

    /// The items before the first transaction and after each one.
    static let states: [[Item]] = {
        var list = ItemList()
        var states = [list.items]
        for transaction in transactions {
            _ = try? list.apply(transaction.changes)
            states.append(list.items)
        }
        return states
    }()

    /// Applies the transactions until one fails. Returns the number of acknowledged transactions.
    static func run(on files: any FileSystem, _ keeping: Keeping) async -> Int {
        var acknowledged = 0
        do throws(LootError) {
            let store = try await openStore(files, keeping)
            for transaction in transactions {
                _ = try await store.apply(transaction)
                acknowledged += 1
            }
            try await store.compact()
            try await store.close()
        } catch {}
        return acknowledged
    }
}
