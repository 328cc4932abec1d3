import LootAPI
import LootActions
import LootCore
import LootFormats
import WebServer

extension Site {
    // MARK: Items

    /// Handles `GET /api/items/{id}`.
    func item(_ input: (ItemID, String?)) async throws -> Reply<Item> {
        let (id, snapshot) = input
        let reader: any ItemReader = try snapshot.map(snapshots.snapshot) ?? store
        guard let item = try await reader.item(id) else {
            if snapshot == nil { try await condition.requireWhole(isEmpty: true) }
            throw LootError.missing(id)
        }
        return reply(item)
    }

    /// Handles `POST /api/items`.
    func add(_ item: Item) async throws -> Reply<Item> {
        let item = try ownFields.checked(item)
        try await inventory.add([item])
        var reply = reply(item)
        reply.headers.append(.location, API.readItem.request((item.id, nil)).target)
        return reply
    }

    /// Handles `PATCH /api/items/{id}`.
    func edit(_ input: (ItemID, Preconditions, Patch)) async throws -> Reply<Item> {
        let (id, preconditions, patch) = input
        return try await ifAsSeen(preconditions, id) { conditions in
            var patch = try await self.checked(patch, for: id)
            if patch[.allCustomFields] != nil {
                for case .update(_, let spelled) in try await self.spelledOut([.update(id, patch)]) {
                    patch = spelled
                }
            }
            try await self.inventory.edit([id], patch, if: conditions)
            return self.reply(try await self.existing(id))
        }
    }

    /// Handles `DELETE /api/items/{id}`.
    func remove(_ input: (ItemID, Preconditions)) async throws -> Reply<Void> {
        try await ifAsSeen(input.1, input.0) { conditions in
            try await self.inventory.remove([input.0], if: conditions)
            return Reply(())
        }
    }

    /// Handles `POST /api/items/{id}/move`.
    func move(_ input: (ItemID, Preconditions, Destination)) async throws -> Reply<Int> {
        let (id, preconditions, destination) = input
        return try await ifAsSeen(preconditions, id) { conditions in
            Reply(try await self.inventory.move(id, to: destination, if: conditions).0)
        }
    }

    // MARK: Several changes

    /// Handles `POST /api/batch`.
    func batch(_ transaction: ItemTransaction) async throws -> Reply<Commit> {
        var transaction = transaction
        try Site.checkBookkeeping(transaction)
        transaction.changes = try await spelledOut(try await checked(transaction))
        do { return Reply(try await inventory.commit(transaction)) } catch {
            let problem = Problem(error, inBatch: true)
            throw problem.change == nil || problem.status >= 500 ? error : problem
        }
    }

    /// Throws if a transaction would hide changes that people make from the history.
    private static func checkBookkeeping(_ transaction: ItemTransaction) throws(LootError) {
        if transaction.purpose != .bookkeeping { return }
        for change in transaction.changes {
            if case .set(let key, _) = change, key.isInternal { continue }
            throw LootError(
                .invalidValue, "Can't change the list.",
                reason:
                    "Only settings in which the program stores its own state can change without a history.",
                field: "bookkeeping")
        }
    }

    /// Handles `POST /api/undo`.
    func undo(_ revision: Revision?) async throws -> Reply<Commit> {
        guard let revision else { return Reply(try await inventory.undo()) }
        return Reply(try await inventory.undo(revision))
    }

    /// Returns the changes with custom fields named and typed as they are declared. Undo and redo aren't checked, so
    /// that earlier values can be restored.
    private func checked(_ transaction: ItemTransaction) async throws -> [Change] {
        if ownFields.isEmpty || transaction.purpose != .edit { return transaction.changes }
        var changes = transaction.changes
        for (index, change) in changes.enumerated() {
            do throws(LootError) {
                switch change {
                case .insert(let item, let place):
                    changes[index] = .insert(try ownFields.checked(item), at: place)
                case .update(let id, let patch):
                    changes[index] = .update(id, try await checked(patch, for: id))
                default: break
                }
            } catch { throw Problem(error.inChange(index), inBatch: true) }
        }
        return changes
    }

    /// Returns the patch with custom fields named and typed as they are declared.
    private func checked(_ patch: Patch, for id: ItemID) async throws(LootError) -> Patch {
        guard !ownFields.isEmpty, patch.edits.contains(where: { $0.field.customName != nil }) else {
            return patch
        }
        return try ownFields.checked(patch, for: try await store.item(id))
    }

    /// Replaces `"custom": null` with the removal of each custom field that the item has at that point.
    private func spelledOut(_ changes: [Change]) async throws(LootError) -> [Change] {
        guard changes.contains(where: \.removesAllCustomFields) else { return changes }
        var names: [ItemID: Set<String>] = [:]
        var spelled: [Change] = []
        for change in changes {
            guard let id = change.item else {
                spelled.append(change)
                continue
            }
            var change = change
            switch change {
            case .insert(let item, _): names[id] = Set(item.custom.keys)
            case .update(_, let patch):
                var known = names[id] ?? []
                if names[id] == nil, let item = try await store.item(id) { known = Set(item.custom.keys) }
                let given = Set(patch.edits.compactMap(\.field.customName))
                let others = change.removesAllCustomFields ? known.subtracting(given).sorted() : []
                let edits = patch.edits.filter { $0.field != .allCustomFields }
                let all = Patch(others.map { Patch.Edit(.custom($0), nil) } + edits)
                for edit in all.edits {
                    guard let name = edit.field.customName else { continue }
                    if edit.value == nil { known.remove(name) } else { known.insert(name) }
                }
                names[id] = known
                change = .update(id, all)
            case .move, .remove, .set: break
            }
            spelled.append(change)
        }
        return spelled
    }

    // MARK: Helpers

    func itemBytes(_ item: Item) -> [UInt8] {
        var bytes: [UInt8] = []
        API.readItem.answer.write(item, &bytes)
        return bytes
    }

    func reply(_ item: Item) -> Reply<Item> {
        Reply(item, headers: [.eTag: Site.entityTag(of: item), .cacheControl: "no-cache"])
    }

    /// Returns the item ID in the path of a page.
    func itemID(_ request: Request) throws(LootError) -> ItemID {
        let text = request.parameters["id"]
        if let id = ItemID(text) { return id }
        throw LootError(
            .noSuchItem, "Can't find the item “\(TextRules.visible(text))”.", reason: "This isn't an ID.")
    }

    /// Returns the entity tag of an item. It is the same on all servers and changes whenever a field of the item
    /// does.
    static func entityTag(of item: Item) -> String { "\"\(item.digest)\"" }

    /// Runs an action on an item if `If-Match` and `If-None-Match` allow it. If they don't, possibly because of a
    /// concurrent change, the response is 412 with the current item.
    func ifAsSeen<Output>(
        _ preconditions: Preconditions, _ id: ItemID,
        _ action: ([Condition]) async throws -> Reply<Output>
    ) async throws -> Reply<Output> {
        var conditions: [Condition] = []
        do {
            conditions = try await self.conditions(of: preconditions, on: id)
            return try await action(conditions)
        } catch let error as LootError
            where error.code == .preconditionFailed || error.code == .conflict && !conditions.isEmpty
        {
            let item = try await existing(id)
            var problem = Problem(LootError.preconditionFailed(on: id))
            problem.current = item
            throw problem
        }
    }

    private func conditions(of preconditions: Preconditions, on id: ItemID) async throws -> [Condition] {
        if preconditions == Preconditions() { return [] }
        let item = try await existing(id)
        let tag = Site.entityTag(of: item)
        if let none = preconditions.ifNoneMatch, Headers.list(none, containsEntityTag: tag, isStrong: false) {
            throw LootError.preconditionFailed(on: id)
        }
        guard let match = preconditions.ifMatch else { return [] }
        if !Headers.list(match, containsEntityTag: tag, isStrong: true) {
            throw LootError.preconditionFailed(on: id)
        }
        // `*` only requires that the item exists, which all changes do anyway.
        let isAny = Headers.list(match, containsEntityTag: "\"\"", isStrong: true)
        return isAny ? [] : [.item(id, item.digest)]
    }
}

extension Change {
    fileprivate var removesAllCustomFields: Bool {
        guard case .update(_, let patch) = self else { return false }
        return patch[.allCustomFields] != nil
    }
}

extension LootError {
    fileprivate static func preconditionFailed(on item: ItemID) -> LootError {
        LootError(
            .preconditionFailed, "Can't change the item.", reason: "It has changed since you read it.",
            advice: "Read it again, and retry.", item: item)
    }
}
