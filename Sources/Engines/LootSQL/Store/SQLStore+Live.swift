package import LootCore
import Synchronization

extension SQLStore {
    /// Returns a live result. For all items in the user's order, steps are derived from commits, regardless
    /// of the list's size. For other queries, old and new results are compared.
    package func liveAnswer(to query: Query) async throws(LootError) -> LiveAnswer {
        guard query.isEverything else { return try await compared(query) }
        let events = events()
        let outline = try await outline(of: query)
        let known = Mutex(outline.revision)
        return LiveAnswer(to: query, outline: outline, following: events) {
            [weak self] () async throws(LootError) in
            let base = known.withLock(\.self)
            guard let self,
                let step = try await read({ reader throws(LootError) in try reader.step(from: base) })
            else { return nil }
            known.withLock { $0 = step.revision }
            return step
        }
    }
}

extension ListReader {
    /// The maximum number of changes in a step.
    private static var greatestStep: Int { 1_000 }

    /// Returns the step from a revision to the current one, in the user's order, or `nil` if commits are
    /// missing or there are too many changes.
    func step(from base: Revision) throws(LootError) -> AnswerStep? {
        try snapshot { () throws(LootError) in
            let outline = try session.state().outline
            guard base < outline.revision,
                let commits = try CommitLog(session: session).commits(after: base, upTo: outline.revision)
            else { return nil }
            let changes = commits.flatMap(\.changes)
            guard changes.count <= Self.greatestStep else { return nil }
            var recorder = StepRecorder()
            for change in changes where !recorder.record(change) { return nil }
            let items = try items(Set(changes.compactMap(\.change.item)))
            for case .update(let id, _) in changes.map(\.change) where items[id] != nil {
                if let place = try place(of: id) { recorder.change(id, at: try position(of: place)) }
            }
            return recorder.step(from: base, to: outline) { items[$0] }
        }
    }
}

extension StepRecorder {
    /// Records the effect of a change on the user's order.
    ///
    /// - Returns: `false` if the change or its inverse lacks a position.
    fileprivate mutating func record(_ change: AppliedChange) -> Bool {
        switch (change.change, change.inverse) {
        case (.insert(let item, .position(let row)), _): insert(item.id, at: row)
        case (.remove(let id), .insert(_, .position(let row))): remove(id, at: row)
        case (.move(let id, .position(let target)), .move(_, .position(let source))):
            remove(id, at: source)
            insert(id, at: target)
        case (.update, _), (.set, _): break
        default: return false
        }
        return true
    }
}
