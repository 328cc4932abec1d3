import LootCore

extension ItemCollection {
    /// Keeps the result of the given query in the cache until ``unfollow(_:)`` is called, regardless of other queries.
    mutating func follow(_ query: Query) {
        if !query.isEverything { warm[cachedIndex(of: query)].isFollowed = true }
    }

    /// Allows the result of the given query to be evicted from the cache again.
    mutating func unfollow(_ query: Query) {
        if let index = warm.firstIndex(where: { $0.query == query }) { warm[index].isFollowed = false }
    }

    /// Applies all changes in order, or none. Records their effects on subscribed results.
    ///
    /// - Returns: The applied changes with their inverses, and a recorder for each query, or `nil` if its result was
    ///   dropped.
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
