import LootCore

extension ItemCollection {
    /// Keeps the answer to a query current until ``unfollow(_:)``, whatever else is asked for.
    mutating func follow(_ query: Query) {
        if let index = warmIndex(of: query) { warm[index].isFollowed = true }
    }

    /// Keeps the answer to a query no longer than any other.
    mutating func unfollow(_ query: Query) {
        if let index = warm.firstIndex(where: { $0.query == query }) { warm[index].isFollowed = false }
    }

    /// Makes changes, each onto the outcome of those before; all or none. What they do to the answers that are followed
    /// is recorded.
    ///
    /// - Returns: what was done with the inverses, and what became of each of the queries; nil for one whose answer was
    ///   given up.
    mutating func apply(
        _ changes: [Change], following queries: [Query]
    ) throws(LootError) -> (applied: [AppliedChange], recorders: [StepRecorder?]) {
        if queries.isEmpty { return (try apply(changes), []) }
        defer { stopRecording() }
        if queries.contains(where: \.isEverything) { everything = StepRecorder() }
        for index in warm.indices where warm[index].isFollowed { warm[index].recorder = StepRecorder() }
        let applied = try apply(changes)
        return (
            applied,
            queries.map { query in
                query.isEverything ? everything : warm.first { $0.query == query && $0.isFollowed }?.recorder
            }
        )
    }

    private mutating func stopRecording() {
        everything = nil
        for index in warm.indices { warm[index].recorder = nil }
    }
}
