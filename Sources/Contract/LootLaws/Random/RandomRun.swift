import LootCore

extension StoreConformance {
    /// Runs the same random steps on the store and on ``/LootCore/ItemList``, and compares all results.
    ///
    /// - Returns: A description of the difference, with the seed and a minimal sequence of steps, or `nil` if there
    ///   is none. Read-only stores are skipped; the laws run random queries on them.
    public func randomFailure(seed: UInt64, steps count: Int = 200) async -> String? {
        guard capabilities.contains(.writable) else { return nil }
        var generator = StepGenerator(seed: seed)
        let steps = (0..<max(0, count)).map { _ in generator.next() }
        guard let report = await RandomRun(of: self).report(on: steps) else { return nil }
        return "it differs from the definition (seed \(seed)): \(report)"
    }
}

/// Runs steps on a new store and on the list that defines the expected results.
struct RandomRun {
    private let conformance: StoreConformance
    private var list = ItemList()
    private var history = History()
    private var revision = Revision.initial

    init(of conformance: StoreConformance) { self.conformance = conformance }

    /// Returns the failure with a minimal sequence of steps, or `nil` if there is none.
    func report(on steps: [Step]) async -> String? {
        guard var failure = await failure(of: steps) else { return nil }
        var shrinking = Shrinking(Array(steps.prefix(failure.steps)))
        while let candidate = shrinking.next() {
            let outcome = await self.failure(of: candidate)
            shrinking.take(stillFails: outcome != nil, after: outcome?.steps ?? 0)
            if let outcome { failure = outcome }
        }
        let names = RandomRun.names(in: shrinking.smallest)
        let lines = shrinking.smallest.enumerated().map {
            "\n  \($0.offset + 1). \($0.element.spelled(names))"
        }
        let what = names.reduce(failure.what) { $0.replacing($1.key.short, with: $1.value) }
        return "\(what)\nSteps to reproduce:\(lines.joined())"
    }

    /// Returns the first failure and the number of steps until then.
    private func failure(of steps: [Step]) async -> (what: String, steps: Int)? {
        let trial = Trial(of: conformance)
        var run = RandomRun(of: conformance)
        var failure: (String, Int)?
        var number = 0
        do {
            let medium = trial.newMedium()
            var store = try await trial.open(medium)
            run.revision = try await store.summary().revision
            for step in steps {
                number += 1
                if case .reopen = step, conformance.capabilities.contains(.durable) {
                    try await store.close()
                    store = try await trial.open(medium)
                    try await store.mustHold(run.list.items, "after reopening")
                } else {
                    try await run.make(step, on: store)
                }
            }
            number += 1
            if conformance.capabilities.contains(.durable) {
                try await store.close()
                store = try await trial.open(medium)
            }
            try await store.mustHold(run.list.items, "at the end")
        } catch { failure = ("\(error)", min(number, steps.count)) }
        await trial.end()
        return failure
    }

    private mutating func make(_ step: Step, on store: any ItemStore) async throws {
        switch step {
        case .apply(let changes): try await apply(ItemTransaction(changes), on: store)
        case .read(let query, let rows, let id):
            try await store.mustAnswer(query, like: list, rows: rows)
            guard let id else { return }
            let expected = list.answer(to: query).firstIndex { $0.id == id }
            let found = try await store.position(of: id, in: query)
            try require(
                found == expected,
                "the position is \(String(describing: found)), not \(String(describing: expected))")
        case .undo:
            if let commit = history.undoable.last { try await apply(commit.undo, on: store) }
        case .redo:
            if let commit = history.redoable.last { try await apply(commit.redo, on: store) }
        case .reopen: break
        }
    }

    private mutating func apply(_ transaction: ItemTransaction, on store: any ItemStore) async throws {
        var after = list
        let expected: [AppliedChange]
        do { expected = try after.apply(transaction.changes) } catch {
            return try await store.mustRefuse(error.code, transaction.changes, "the transaction")
        }
        let commit: Commit
        do { commit = try await store.apply(transaction) } catch {
            throw BrokenLaw("the transaction is rejected: \(error)")
        }
        try requireSame(commit.changes, expected)
        try require(commit.purpose == transaction.purpose, "the purpose of the commit is \(commit.purpose)")
        try require(revision < commit.revision, "revision \(commit.revision) isn't greater than \(revision)")
        list = after
        revision = commit.revision
        for change in expected {
            guard let id = change.change.item else { continue }
            let position = list.items.firstIndex { $0.id == id }
            let found = try await store.item(id)
            switch (found, position.map { list.items[$0] }) {
            case (nil, nil): break
            case (let found?, let item?):
                if let difference = found.difference(from: item) {
                    throw BrokenLaw("after a change \(difference)")
                }
            default: throw BrokenLaw("an item is \(found == nil ? "missing" : "present") after a change")
            }
        }
        guard conformance.capabilities.contains(.history) else { return }
        history.record(commit)
        try requireSame(try await store.history(limit: 5), history.newest(5), "the newest 5")
    }

    /// Returns short names for the items in the steps, in the order of their appearance.
    private static func names(in steps: [Step]) -> [ItemID: String] {
        var names: [ItemID: String] = [:]
        for case .apply(let changes) in steps {
            for case let id? in changes.map(\.item) where names[id] == nil {
                names[id] = "#\(names.count + 1)"
            }
        }
        return names
    }
}
