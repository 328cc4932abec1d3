import LootCore

/// The subscribed live results, by query.
struct Followers: Sendable {
    private struct Entry: Sendable {
        let query: Query
        var answers: [WeakAnswer]
    }

    private struct WeakAnswer: Sendable {
        weak let answer: LiveAnswer?
    }

    private var entries: [Entry] = []

    var queries: [Query] { entries.map(\.query) }

    mutating func add(_ answer: LiveAnswer) {
        if let index = entries.firstIndex(where: { $0.query == answer.query }) {
            entries[index].answers.append(WeakAnswer(answer: answer))
        } else {
            entries.append(Entry(query: answer.query, answers: [WeakAnswer(answer: answer)]))
        }
    }

    /// Removes live results that were released or have ended.
    ///
    /// - Returns: The queries that no longer have subscribers.
    mutating func prune() -> [Query] {
        for index in entries.indices {
            entries[index].answers.removeAll { $0.answer?.hasEnded ?? true }
        }
        let gone = entries.filter(\.answers.isEmpty).map(\.query)
        if !gone.isEmpty { entries.removeAll(where: \.answers.isEmpty) }
        return gone
    }

    /// Sends the given step to the live results of the given query. Ends these results if `step` is `nil`.
    func send(_ step: AnswerStep?, of query: Query) {
        guard let entry = entries.first(where: { $0.query == query }) else { return }
        for weak in entry.answers {
            if let step { weak.answer?.send(step) } else { weak.answer?.end() }
        }
    }

    /// Ends all live results.
    mutating func end() {
        for query in queries { send(nil, of: query) }
        entries = []
    }
}
