public import LootCore
public import LootFormats
import LootPlugins

/// The changes that importing a file would make, created by an ``ImportPlanner``.
public struct ImportPlan: Sendable {
    /// An entry of the file that would change something.
    package enum Entry: Hashable, Sendable {
        /// A new item, to be appended.
        case added(Item, line: Int)
        /// An existing item that gets the values of the file's fields.
        indirect case changed(Item, from: Item, line: Int)

        /// The item after the import.
        package var item: Item {
            switch self {
            case .added(let item, _), .changed(let item, _, _): item
            }
        }

        /// The first line of the entry. Lines begin with 0.
        package var line: Int {
            switch self {
            case .added(_, let line), .changed(_, _, let line): line
            }
        }
    }

    /// An entry of the file that can't be imported.
    package struct Refusal: Hashable, Sendable {
        /// The reason and the position.
        package let error: FormatError
        /// The entry's bytes in the file.
        let bytes: [UInt8]
    }

    /// A sheet of a spreadsheet.
    package struct Sheet: Hashable, Sendable {
        /// The name.
        package let name: String
        /// The names of all visible sheets of the file.
        package let names: [String]
        /// The names of the other visible sheets.
        package var others: [String] { names.filter { $0 != name } }
    }

    /// The format of the file.
    package let format: ItemFormat
    /// The plugin that read the file, or `nil` if the format was detected.
    var importer: PluginDescriptor?
    /// The sheet, if the file is a spreadsheet.
    package internal(set) var sheet: Sheet?
    /// The entries that would change something, in the file's order.
    package internal(set) var entries = ImportEntries()
    /// The rejected entries, in the file's order.
    package internal(set) var refusals: [Refusal] = []
    /// The errors of the rejected entries, in the file's order.
    public var errors: [FormatError] { refusals.map(\.error) }
    /// The number of items to be added.
    public internal(set) var added = 0
    /// The number of items to be changed.
    public internal(set) var changed = 0
    /// The number of entries that are skipped as duplicates or totals.
    public internal(set) var skipped = 0
    /// The number of entries that a person should check.
    package internal(set) var flagged = 0
    /// The first entries that a person should check.
    var flags: [ImportFlag] = []
    /// The number of entries that match an existing item exactly.
    public internal(set) var unchanged = 0

    /// The text encoding of the file.
    package internal(set) var encoding = TextEncoding.utf8
    /// The number of new items without a value.
    var unvalued = 0
    /// The interpretation of a table that wasn't written by this program.
    package internal(set) var table: TableReading?

    /// The number of files in an archive in addition to the items. Unless the plan is a preview, they are already
    /// stored; a later sweep removes them if no item refers to them.
    package internal(set) var files = 0

    /// The unknown keys in the file, with the number of entries that have them. Their values are stored but not
    /// shown.
    package internal(set) var unknownKeys: [String: Int] = [:]

    /// The names of the items that would refer to a file that is neither in the store nor in the archive.
    package internal(set) var withoutTheirFiles: [String] = []

    /// The settings that the list gets. Only a list without items gets those of a file.
    var settings = ListSettings()
    /// The currency that a list without one gets if the file has none.
    var newCurrency: Currency?

    /// The revision of the store for which the plan was made.
    let revision: Revision
    /// The bytes before the first entry of a table.
    var header: [UInt8] = []

    init(_ format: ItemFormat, at revision: Revision) {
        self.format = format
        self.revision = revision
    }

    /// The number of entries in the file.
    package var count: Int { added + changed + unchanged + skipped + refusals.count }
}

extension Inventory {
    /// Commits a plan in one transaction, which can be undone in one step. Rejected entries are skipped. If a box is
    /// renamed or moved, its contents move along.
    ///
    /// - Returns: `nil` if there was nothing to do.
    /// - Throws: ``/LootCore/LootError``. In this case, nothing is changed. The code is `conflict` if the store has changed
    ///   since the plan was made.
    @discardableResult
    public func commit(_ plan: consuming ImportPlan, title: String = String(localized: "Import"))
        async throws(LootError)
        -> Commit?
    {
        let (transaction, known) = try await transaction(of: plan, title: title)
        return transaction.changes.isEmpty ? nil : try await save(transaction, knowing: known)
    }

    /// Returns the number of items that would move along in renamed or moved boxes.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value` if a box would be inside itself.
    package func carried(by plan: ImportPlan) async throws(LootError) -> Int {
        guard plan.entries.hasUpdates else { return 0 }
        let (transaction, known) = try await transaction(of: plan, title: String(localized: "Import"))
        let whole = try await withContents(transaction, knowing: known)
        return Set(whole.changes.compactMap(\.item)).count - plan.added - plan.changed
    }

    /// Returns the transaction of a plan, and the current state of the items that it changes.
    private func transaction(
        of plan: consuming ImportPlan, title: String
    ) async throws(LootError) -> (ItemTransaction, known: [ItemID: Item]) {
        let revision = plan.revision
        let current = try await store.settings()
        var settings = plan.settings
        if let currency = plan.newCurrency, settings.currency == nil, current.isEmpty, store.takesSettings {
            settings["currency"] = .text(currency.code)
        }
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
        for key in settings.keys where settings[key] != current[key] {
            changes.append(.set(key, settings[key]))
        }
        return (ItemTransaction(changes, title: title, expecting: revision), known)
    }
}
