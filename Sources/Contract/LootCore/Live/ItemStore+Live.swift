import Synchronization

extension ItemStore {
    /// Returns a live result that is updated by comparing the whole results after each commit.
    ///
    /// Results with more than 5,000 items aren't compared; they end with the next commit.
    public func compared(_ query: Query) async throws(LootError) -> LiveAnswer {
        let events = events()
        let answer = try await answer(to: query, rows: 0..<ComparedAnswer.greatestCount)
        let compared = Mutex(ComparedAnswer(answer))
        return LiveAnswer(to: query, outline: answer.outline, following: events) {
            [self] () async throws(LootError) in
            if !compared.withLock(\.isWhole) { return nil }
            let next = try await self.answer(to: query, rows: 0..<ComparedAnswer.greatestCount)
            return compared.withLock { $0.step(to: next) }
        }
    }
}

extension LiveAnswer {
    /// Creates a live result that calls `step` after each event that changes the items. The events must begin before the
    /// outline is read. The result ends if `step` returns `nil` or throws.
    package convenience init(
        to query: Query, outline: Outline, following events: AsyncStream<StoreEvent>,
        step: @escaping @Sendable () async throws(LootError) -> AnswerStep?
    ) {
        self.init(to: query, outline: outline)
        weak let live = self
        let following = Task {
            for await event in events {
                guard let revision = live?.revision else { return }
                switch event {
                case .committed(let commit) where commit.revision <= revision: continue
                case .reloaded(revision), .failed: continue
                case .committed, .reloaded: break
                }
                do throws(LootError) {
                    guard let step = try await step() else { break }
                    live?.send(step)
                } catch { break }
                if live?.hasEnded != false { return }
            }
            live?.end()
        }
        onEnd { following.cancel() }
    }
}

/// A complete result to be compared with its successor.
private struct ComparedAnswer: Sendable {
    /// The maximum number of items that are compared after each commit.
    static let greatestCount = 5_000

    private var outline: Outline
    private var items: [Item]

    init(_ answer: Answer) { (outline, items) = (answer.outline, answer.page.items) }

    /// Whether all items of the result were read.
    var isWhole: Bool { items.count == outline.count }

    /// Returns the step to a new result, which replaces this one, or `nil` if one of them is incomplete.
    mutating func step(to answer: Answer) -> AnswerStep? {
        let next = ComparedAnswer(answer)
        guard isWhole, next.isWhole else { return nil }
        defer { self = next }
        return AnswerStep(from: outline.revision, items, to: next.outline, next.items)
    }
}

extension AnswerStep {
    /// Computes the step between two complete results with the minimum number of moves.
    package init(from base: Revision, _ old: [Item], to outline: Outline, _ new: [Item]) {
        let oldRows = Dictionary(old.enumerated().map { ($1.id, $0) }) { first, _ in first }
        let newIDs = Set(new.map(\.id))
        // The old rows of the common items in the new order. The longest ascending subsequence stays; the others
        // move.
        let common = new.indices.compactMap { row in oldRows[new[row].id].map { (old: $0, new: row) } }
        let staying = Set(AnswerStep.longestAscending(common.map(\.old)))
        var moved: [Move] = []
        var changed: [Row] = []
        for (source, target) in common {
            if !staying.contains(source) {
                moved.append(Move(from: source, to: target, new[target]))
            } else if old[source] != new[target] {
                changed.append(Row(target, new[target]))
            }
        }
        self.init(
            from: base, to: outline, removed: old.indices.filter { !newIDs.contains(old[$0].id) },
            inserted: new.indices.filter { oldRows[new[$0].id] == nil }.map { Row($0, new[$0]) },
            moved: moved,
            changed: changed)
    }

    /// Returns the longest ascending subsequence.
    private static func longestAscending(_ numbers: [Int]) -> [Int] {
        var tails: [Int] = []
        var previous: [Int?] = []
        for index in numbers.indices {
            var (low, high) = (0, tails.count)
            while low < high {
                let middle = (low + high) / 2
                if numbers[tails[middle]] < numbers[index] { low = middle + 1 } else { high = middle }
            }
            previous.append(low > 0 ? tails[low - 1] : nil)
            if low == tails.count { tails.append(index) } else { tails[low] = index }
        }
        var result: [Int] = []
        var next = tails.last
        while let index = next {
            result.append(numbers[index])
            next = previous[index]
        }
        return result
    }
}
