package import LootCore
import TextSearch

/// Copies all items and files of a store to another store, then reads both back and compares them.
///
/// The items are written to the target in one transaction: they are copied all or not at all, and one undo reverts
/// the copy. Order, IDs, creation dates and unknown fields are preserved.
package struct StoreCopy {
    /// The treatment of items that the target already contains.
    package enum Existing: Hashable, Sendable {
        /// Copy nothing if the target contains items.
        case refuse
        /// Replace all existing items. A target that already contains identical items in the same order is
        /// left unchanged.
        case replace
        /// Overwrite items that have the same ID and keep the others. New items are appended.
        case merge
    }

    /// The progress of a copy.
    package enum Step: Hashable, Sendable {
        /// The number of items read so far.
        case reading(Int)
        /// The items are being written to the target.
        case writing
        /// The number of items compared so far.
        case comparing(Int)
        /// The number of files copied and verified so far.
        case files(Int)
    }

    /// The result of a verified copy.
    package struct Outcome: Hashable, Sendable {
        /// The number of items in the source. Each was found in the target with identical fields.
        package var verified = 0
        /// The number of items added to the target.
        package var added = 0
        /// The number of changed items in the target.
        package var changed = 0
        /// The number of items removed from the target.
        package var removed = 0
        /// The number of files copied and verified.
        package var files = 0
        /// The number of files that items refer to but the source no longer contains.
        package var missingFiles = 0
        /// Whether the target contains exactly the items of the source, in the same order.
        package var isExact = true
    }

    private let source: Inventory
    private let target: Inventory
    private let existing: Existing
    private let currency: Currency?

    /// Creates a copy operation that commits under the name of `author`. `currency` is that of the source's amounts
    /// without one, for a merge with a list in another currency.
    package init(
        from source: any ItemStore, to target: any ItemStore, existing: Existing = .refuse,
        author: String? = nil, currency: Currency? = nil
    ) {
        self.source = Inventory(source)
        self.target = Inventory(target, for: .owner, author: author)
        self.existing = existing
        self.currency = currency
    }

    /// Copies and verifies all items and files.
    ///
    /// - Parameter progress: Called from time to time with the current progress.
    /// - Returns: The result.
    /// - Throws: ``/LootCore/LootError``. The target is unchanged, unless the error says that the copy couldn't be
    ///   verified: then the items were copied, but the copy is defective. The code is `other-currency` if the currency
    ///   of amounts must be chosen.
    package func run(progress: (Step) -> Void = { _ in }) async throws(LootError) -> Outcome {
        try await source.store.withRows { rows throws(LootError) in try await copy(rows, progress) }
    }

    private func copy(
        _ rows: ItemRows, _ progress: (Step) -> Void
    ) async throws(LootError) -> Outcome {
        if let problem = source.store.damage {
            // Don't replace a complete copy with only some of the items.
            throw problem.during("Can't copy the items, because the source has a problem.")
        }
        let before = try await target.store.summary()
        if before.count > 0, existing == .refuse {
            throw LootError(
                .cannotCreate, "Can't copy the items.",
                reason: "The target contains \(before.count, one: "item", other: "items").",
                advice: "Replace the items in the target, or keep them.", remedy: .replaceOrMerge)
        }
        var outcome = Outcome()
        var files: Set<FileID> = []
        let isMerge = existing == .merge && before.count > 0
        let settings = try await StoreCopy.settings(from: rows, to: target.store, isMerge: isMerge)
        let amounts =
            isMerge
            ? try AmountCurrency(
                from: try await rows.settings(), to: try await target.settings(), chosen: currency) : nil
        let changes = try await changes(rows, before, amounts, &outcome, &files, progress) + settings
        try await copy(files, &outcome, progress)
        progress(.writing)
        if !changes.isEmpty {
            let title = String(localized: "Copy \(ItemPresentation.count(outcome.verified))")
            let transaction = ItemTransaction(changes, title: title, expecting: before.revision)
            do { _ = try await target.commitAsIs(transaction) } catch {
                throw error.during("Can't copy the items.")
            }
        }
        if isMerge {
            outcome.isExact = false
            try await verifyMerge(rows, amounts, progress)
        } else {
            try await verifyPages(rows, progress)
        }
        return outcome
    }

    // MARK: Writing

    private func changes(
        _ rows: ItemRows, _ before: Outline, _ amounts: AmountCurrency?, _ outcome: inout Outcome,
        _ files: inout Set<FileID>, _ progress: (Step) -> Void
    ) async throws(LootError) -> [Change] {
        var changes: [Change] = []
        var old: [ItemID: Item] = [:]
        var replaced: [Item] = []
        if before.count > 0 {
            try await target.forEachItem(of: .all) { item in
                if existing == .merge {
                    old[item.id] = item
                } else {
                    replaced.append(item)
                    changes.append(.remove(item.id))
                }
            }
        }
        var comparison = ItemComparison()
        var numbers: [String: ItemID] = [:]
        var isReplaced = false
        try await rows.forEachPage { page throws(LootError) in
            for (offset, original) in page.items.enumerated() {
                let item = try amounts?.item(original) ?? original
                files.formUnion(item.fileIDs)
                if let number = item.number { numbers[Folding.fold(number)] = item.id }
                if !isReplaced {
                    let row = page.start + offset
                    isReplaced = row >= replaced.count || !comparison.areSame(item, replaced[row])
                }
                if let known = old.removeValue(forKey: item.id) {
                    let update = try await target.changes(from: known, to: item)
                    if !update.isEmpty { outcome.changed += 1 }
                    changes += update
                } else {
                    outcome.added += 1
                    changes.append(.insert(item))
                }
            }
            progress(.reading(page.start + page.items.count))
            return true
        }
        // The copied items keep their asset numbers.
        do { for item in old.values { try item.checkNumber(among: numbers) } } catch {
            throw error.during("Can't copy the items.")
        }
        outcome.verified = rows.count
        if existing == .replace, !isReplaced, rows.count == replaced.count {
            outcome.added = 0
            return []
        }
        outcome.removed = replaced.count
        return changes
    }

    /// Copies and verifies the files before items in the target refer to them.
    private func copy(
        _ ids: Set<FileID>, _ outcome: inout Outcome, _ progress: (Step) -> Void
    ) async throws(LootError) {
        let there = try await source.store.fileKeeper?.ids().intersection(ids) ?? []
        outcome.missingFiles = ids.count - there.count
        guard let from = source.store.fileKeeper, !there.isEmpty else { return }
        guard let to = target.store.fileKeeper else {
            throw LootError(
                .unsupported, "Can't copy the items.",
                reason: "The target doesn't keep files, but the source has some.",
                advice: "Choose another target, or export the items without their files.")
        }
        for id in there.sorted() {
            do throws(LootError) {
                guard let file = try await from.file(id) else {
                    outcome.missingFiles += 1
                    continue
                }
                let thumbnail = try await from.thumbnail(of: id)
                try await to.put(file, thumbnail: thumbnail)
                let copied = try await to.file(id).map { FileID(of: $0.bytes) }
                let small = try await to.thumbnail(of: id)
                guard copied == id, thumbnail == nil || small == thumbnail else {
                    throw StoreCopy.flaw("The file \(id.short) in the target differs from the original.")
                }
            } catch {
                throw error.code == .damaged ? error : error.during("Can't copy the files.")
            }
            outcome.files += 1
            progress(.files(outcome.files))
        }
    }

    // MARK: Verifying

    /// Verifies that both stores contain the same items in the same order.
    private func verifyPages(_ rows: ItemRows, _ progress: (Step) -> Void) async throws(LootError) {
        try await target.store.withSnapshot { copies throws(LootError) in
            var comparison = ItemComparison()
            try await rows.forEachPage { page throws(LootError) in
                let end = page.start + page.items.count
                let copy = try await copies.page(of: .all, rows: page.start..<end)
                for (offset, (item, copied)) in zip(page.items, copy.items).enumerated()
                where !comparison.areSame(item, copied) {
                    throw StoreCopy.difference(item, copied, at: page.start + offset)
                }
                guard page.items.count == copy.items.count else { throw StoreCopy.otherNumber }
                progress(.comparing(end))
                return true
            }
            guard try await copies.summary().count == rows.count else { throw StoreCopy.otherNumber }
        }
    }

    /// Verifies that the target contains every item of the source, possibly among others.
    private func verifyMerge(
        _ rows: ItemRows, _ amounts: AmountCurrency?, _ progress: (Step) -> Void
    ) async throws(LootError) {
        var copies: [ItemID: Item] = [:]
        try await target.forEachItem(of: .all) { copies[$0.id] = $0 }
        var comparison = ItemComparison()
        try await rows.forEachPage { page throws(LootError) in
            for (offset, original) in page.items.enumerated() {
                let item = try amounts?.item(original) ?? original
                let position = page.start + offset
                guard let copy = copies[item.id] else { throw StoreCopy.missing(item, at: position) }
                if !comparison.areSame(item, copy) {
                    throw StoreCopy.difference(item, copy, at: position)
                }
            }
            progress(.comparing(page.start + page.items.count))
            return true
        }
    }

    private static let otherNumber = flaw("The target contains a different number of items.")

    private static func missing(_ item: Item, at position: Int) -> LootError {
        flaw("The target doesn't contain the item #\(position + 1) “\(TextRules.visible(item.shownName))”.")
    }

    private static func difference(_ item: Item, _ copy: Item, at position: Int) -> LootError {
        let (number, name) = (position + 1, TextRules.visible(item.shownName))
        guard let field = ItemComparison.difference(item, copy) else {
            return flaw("The item #\(number) “\(name)” differs in an unknown field.")
        }
        return flaw("The item #\(number) “\(name)” differs in the field “\(field)”.")
    }

    private static func flaw(_ reason: Message) -> LootError {
        LootError(
            .damaged, "Can't verify the copy.", reason: reason,
            advice: "The items were copied. Check the target, or copy the items again.", remedy: .replace)
    }
}
