public import LootCore
public import LootFormats
import LootPlugins

/// What importing a file would do to a store: nothing is done yet. An ``ImportPlanner`` makes it.
public struct ImportPlan: Sendable {
    /// An entry of the file that would change something.
    package enum Entry: Hashable, Sendable {
        /// A new item; it goes to the end.
        case added(Item, line: Int)
        /// An item that is there and gets other values in the fields that the file gave.
        indirect case changed(Item, from: Item, line: Int)

        /// The item as it would be.
        package var item: Item {
            switch self {
            case .added(let item, _), .changed(let item, _, _): item
            }
        }

        /// The line of the file that it begins on; the first is 0.
        package var line: Int {
            switch self {
            case .added(_, let line), .changed(_, _, let line): line
            }
        }
    }

    /// An entry of the file that can't be imported.
    package struct Refusal: Hashable, Sendable {
        /// Why, and where.
        package let error: FormatError
        /// The entry as the file has it.
        let bytes: [UInt8]
    }

    /// The format that the file has.
    package let format: ItemFormat
    /// The plugin that has read the file; nil where the content told how.
    var importer: PluginDescriptor?
    /// What would be done, in the file's order.
    package internal(set) var entries = ImportEntries()
    /// What can't be, in the file's order.
    package internal(set) var refusals: [Refusal] = []
    /// Why entries can't be imported, and where these are, in the file's order.
    public var errors: [FormatError] { refusals.map(\.error) }
    /// How many items would be added.
    public internal(set) var added = 0
    /// How many items would be changed.
    public internal(set) var changed = 0
    /// How many entries say what is there already.
    public internal(set) var unchanged = 0

    /// What its text is written in.
    package internal(set) var encoding = TextEncoding.utf8
    /// How many items would be added whose value is not known.
    var unvalued = 0
    /// How a table was read that this program did not write.
    package internal(set) var table: TableReading?

    /// How many files an archive holds, besides the items. Unless the plan is a trial, the store has them already; if
    /// nothing comes to name them, a later sweep takes them away again.
    package internal(set) var files = 0

    /// The keys of the file that no field has, each with the number of entries that have it. They are kept as they
    /// came, and nothing shows them.
    package internal(set) var unknownKeys: [String: Int] = [:]

    /// The names of the items that would name a file which is neither in the store nor in the file.
    package internal(set) var withoutTheirFiles: [String] = []

    /// The state of the store that all this holds for.
    let revision: Revision
    /// What a table has before its first entry.
    var header: [UInt8] = []

    init(_ format: ItemFormat, at revision: Revision) {
        self.format = format
        self.revision = revision
    }

    /// How many entries the file has.
    package var count: Int { added + changed + unchanged + refusals.count }
}

extension Inventory {
    /// Does what a plan holds, in one transaction and so in one step to undo. Refused entries are left out; a box that gets
    /// another name or place takes along what is in it.
    ///
    /// - Returns: nil when there was nothing to do.
    /// - Throws: ``/LootCore/LootError``; nothing is changed then. The code is `conflict` when the store has changed
    ///   since the plan was made.
    @discardableResult
    public func commit(_ plan: consuming ImportPlan, title: String = "Import") async throws(LootError)
        -> Commit?
    {
        let (transaction, known) = try await transaction(of: plan, title: title)
        return transaction.changes.isEmpty ? nil : try await save(transaction, knowing: known)
    }

    /// How many items a plan would take along, in boxes that get another name or place.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value` for a box that would lie in itself.
    package func carried(by plan: ImportPlan) async throws(LootError) -> Int {
        guard plan.entries.hasUpdates else { return 0 }
        let (transaction, known) = try await transaction(of: plan, title: "Import")
        let whole = try await withContents(transaction, knowing: known)
        return Set(whole.changes.map(\.item)).count - plan.added - plan.changed
    }

    /// What makes a plan true, and the items that it changes as they are.
    private func transaction(
        of plan: consuming ImportPlan, title: String
    ) async throws(LootError) -> (ItemTransaction, known: [ItemID: Item]) {
        let revision = plan.revision
        var changes = plan.entries.insertions
        var known: [ItemID: Item] = [:]
        if plan.entries.hasUpdates {
            changes = []
            for entry in plan.entries {
                switch entry {
                case .added(let item, _): changes.append(.insert(item))
                case .changed(let item, let old, _):
                    known[old.id] = old
                    changes += try await self.changes(from: old, to: item)
                }
            }
        }
        return (ItemTransaction(changes, title: title, expecting: revision), known)
    }
}
