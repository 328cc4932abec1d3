import Foundation
import LootCore
import LootFiles
import LootFilesTesting
import LootFormats
import LootTesting
import Testing

/// A kind of file store: its format, and whether changes are written to the file or to the journal.
struct Kept: Sendable, CustomTestStringConvertible {
    enum Format: String, CaseIterable { case json, plist }

    var format: Format
    var usesJournal: Bool

    static let all = Format.allCases.flatMap { format in
        [false, true].map { Kept(format: format, usesJournal: $0) }
    }

    var testDescription: String { "\(format.rawValue), \(usesJournal ? "journal" : "rewritten")" }
    var file: String { "items.\(format.rawValue)" }

    /// The options for the program.
    var words: [String] { usesJournal ? ["--set", "store.rewriteLimit=0"] : [] }

    private var options: FileStoreOptions {
        var options = FileStoreOptions()
        if usesJournal { options.rewriteLimit = 0 }
        return options
    }

    /// Opens the store in a file system, or at a path.
    func open(_ path: String? = nil, on files: any FileSystem = SystemFileSystem())
        async throws(LootError) -> FileStore<FormatCodec>
    {
        try await FileStore.open(
            path ?? file, as: FormatCodec(format == .json ? .json : .propertyList), on: files,
            options: options)
    }
}

/// A sequence with all kinds of changes and items, and the items after each.
enum Script {
    static let items = ItemFixtures.items(5, seed: 3)

    static let transactions: [ItemTransaction] = [
        ItemTransaction([.insert(items[0])], title: "Add the first"),
        ItemTransaction([.insert(items[1]), .insert(items[2], at: 0)], title: "Add two"),
        ItemTransaction([.update(items[1].id, ["valueInDollars": .integer(99)])], title: "Edit"),
        ItemTransaction([.move(items[1].id, to: 0)], title: "Move"),
        ItemTransaction([.remove(items[0].id)], title: "Remove"),
        ItemTransaction([.insert(long)], title: "Add a long one"),
    ]

    static let long: Item = {
        var item = items[3]
        item.notes = String(repeating: "Fluffy Mac ", count: 300)
        return item
    }()

    /// An item that is larger than the preallocated space of a journal.
    static let huge: Item = {
        var item = items[4]
        item.notes = String(repeating: "Fluffy Mac ", count: 3000)
        return item
    }()

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
    static func run(_ kept: Kept, on files: any FileSystem) async -> Int {
        var acknowledged = 0
        do throws(LootError) {
            let store = try await kept.open(on: files)
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

/// The extent of the tests. The environment can increase it; see `Tests/Soak/run`.
enum Effort {
    static let seed = number("LOOT_SOAK_SEED") ?? 3
    /// Whether this is a soak test.
    static let isSoak = number("LOOT_SOAK_CUTS") != nil
    /// The number of power failures per kind of store.
    static let cuts = number("LOOT_SOAK_CUTS") ?? 500
    /// The number of killed processes per kind of store.
    static let kills = number("LOOT_SOAK_KILLS") ?? 50
    /// The number of changes by each of several processes on one store.
    static let changes = number("LOOT_SOAK_CHANGES") ?? 8

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap(Int.init)
    }
}
