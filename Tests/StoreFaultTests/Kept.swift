import Foundation
import LootCore
import LootFiles
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

/// The extent of the tests. The environment can increase it; see `Tests/Soak/run`.
enum Effort {
    static let seed = number("LOOT_SOAK_SEED") ?? 3
    /// Whether this is a soak test.
    static let isSoak = number("LOOT_SOAK_CUTS") != nil
    /// The number of power failures per kind of store.
    static let cuts = number("LOOT_SOAK_CUTS") ?? 250
    /// The number of killed processes per kind of store.
    static let kills = number("LOOT_SOAK_KILLS") ?? 25
    /// The number of changes by each of several processes on one store.
    static let changes = number("LOOT_SOAK_CHANGES") ?? 8

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap(Int.init)
    }
}
