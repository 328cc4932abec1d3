import LootCore

extension StoreConformance {
    static let liveLaws: [Case] = [
        Case("an answer and its steps result in the answer of the later state") { trial in
            let store = try await trial.open(with: ItemFixtures.items(30, seed: 90))
            var generator = SeededGenerator(seed: 90)
            var queries: [Query] = [.all, Query(sort: [SortKey("valueInDollars")])]
            for _ in 0..<4 { queries.append(ItemFixtures.query(using: &generator)) }
            var followed: [FollowedAnswer] = []
            for query in queries { followed.append(try await FollowedAnswer(query, in: store)) }
            var list = ItemList(try await store.items())
            var steps = StepGenerator(seed: 91, list: list)
            for _ in 0..<25 {
                let changes = steps.transaction()
                guard (try? list.apply(changes)) != nil else { continue }
                let commit = try await store.apply(changes)
                for index in followed.indices {
                    try await followed[index].catchUp(to: commit.revision, trial)
                    try followed[index].mustShow(list)
                }
            }
        },
        Case("a live answer is correct during concurrent changes") { trial in
            let store = try await trial.open(with: ItemFixtures.items(20, seed: 92))
            var followed = try await FollowedAnswer(
                Query(filter: .compare("valueInDollars", .less, .integer(80)), sort: [SortKey("name")]),
                in: store)
            try await withThrowingTaskGroup { group in
                for writer in 0..<4 {
                    group.addTask {
                        for number in 0..<5 {
                            try await store.add(
                                Item(name: "\(writer) \(number)", valueInDollars: writer * 30))
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await followed.catchUp(to: try await store.summary().revision, trial)
            try followed.mustShow(ItemList(try await store.items()))
        },
        Case("a live answer includes changes by another store", needs: [.writable, .shared]) { trial in
            let medium = trial.newMedium()
            let (here, there) = (try await trial.open(medium), try await trial.open(medium))
            var followed = try await FollowedAnswer(Query(sort: [SortKey("name")]), in: there)
            for item in ItemFixtures.items(3, seed: 93) {
                let commit = try await here.apply([.insert(item)])
                try await followed.catchUp(to: commit.revision, trial)
                try followed.mustShow(ItemList(try await here.items()))
            }
        },
        Case("a live answer ends when the store is closed", needs: []) { trial in
            let store = try await trial.open()
            let answer = try await store.live(.all)
            try await store.close()
            try await trial.mustArrive("the end of an answer") {
                while await answer.next() != nil {}
            }
            do throws(LootError) { _ = try await store.live(.all) } catch {
                return try require(
                    error.code == .closed, "a closed store throws “\(error.code.rawValue)”")
            }
            throw BrokenLaw("a closed store returns a live answer")
        },
    ]
}

/// A result that is updated only by steps, and read again only when the live result ends.
private struct FollowedAnswer {
    private let store: any ItemStore
    private let query: Query
    private var live: LiveAnswer
    private var outline: Outline
    private var items: [Item]

    init(_ query: Query, in store: any ItemStore) async throws {
        self.store = store
        self.query = query
        (live, outline, items) = try await Self.read(query, in: store)
    }

    private static func read(
        _ query: Query, in store: any ItemStore
    ) async throws -> (LiveAnswer, Outline, [Item]) {
        while true {
            let live = try await store.live(query)
            let page = try await store.page(of: query, rows: 0..<Int.max)
            // The page is already from a later revision if there was a commit in between.
            if page.revision == live.outline.revision { return (live, live.outline, page.items) }
        }
    }

    mutating func catchUp(to revision: Revision, _ trial: Trial) async throws {
        while outline.revision < revision {
            let live = live
            guard
                let step = try await trial.mustArrive("a step to revision \(revision)", { await live.next() })
            else {
                (self.live, outline, items) = try await Self.read(query, in: store)
                continue
            }
            try require(
                step.base == outline.revision,
                "a step begins at revision \(step.base), and the answer has revision \(outline.revision)")
            step.apply(to: &items)
            outline = step.outline
        }
    }

    func mustShow(_ list: ItemList) throws {
        try requireSame(
            outline, Page(revision: outline.revision, start: 0, items: items), 0..<Int.max, query, like: list)
    }
}

extension Trial {
    /// Returns the result of `body`. Throws if it takes too long.
    fileprivate func mustArrive<Value: Sendable>(
        _ what: String, _ body: @escaping @Sendable () async -> Value
    ) async throws -> Value {
        let patience = conformance.patience
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { await body() }
            group.addTask {
                try? await Task.sleep(for: patience)
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let value = first else {
                throw BrokenLaw("\(what) doesn't arrive")
            }
            return value
        }
    }
}
