import LootCore

/// The answers that are being followed, by their queries.
struct Followers: Sendable {
    private struct Entry: Sendable {
        let query: Query
        var answers: [WeakAnswer]
    }

    private struct WeakAnswer: Sendable {
        weak let answer: LiveAnswer?
    }

    private var entries: [Entry] = []

    /// What is followed.
    var queries: [Query] { entries.map(\.query) }

    /// Begins to follow an answer.
    mutating func add(_ answer: LiveAnswer) {
        if let index = entries.firstIndex(where: { $0.query == answer.query }) {
            entries[index].answers.append(WeakAnswer(answer: answer))
        } else {
            entries.append(Entry(query: answer.query, answers: [WeakAnswer(answer: answer)]))
        }
    }

    /// Forgets the answers to which nothing refers any more, and those that have ended.
    ///
    /// - Returns: the queries that are no longer followed.
    mutating func prune() -> [Query] {
        for index in entries.indices {
            entries[index].answers.removeAll { $0.answer?.hasEnded ?? true }
        }
        let gone = entries.filter(\.answers.isEmpty).map(\.query)
        if !gone.isEmpty { entries.removeAll(where: \.answers.isEmpty) }
        return gone
    }

    /// Hands a step to those who follow a query; without one, their answers end.
    func send(_ step: AnswerStep?, of query: Query) {
        guard let entry = entries.first(where: { $0.query == query }) else { return }
        for weak in entry.answers {
            if let step { weak.answer?.send(step) } else { weak.answer?.end() }
        }
    }

    /// Ends all answers.
    mutating func end() {
        for query in queries { send(nil, of: query) }
        entries = []
    }
}
