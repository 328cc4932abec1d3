import Synchronization

/// The answer to a query, followed from one state of its store to the next: the shape that it had at first, then steps.
///
/// ```swift
/// while true {
///     let answer = try await store.live(query)
///     show(answer.outline)
///     for await step in answer { apply(step) }
/// }
/// ```
///
/// It ends when its store is closed, and where the store can't say by steps what has happened: then it is asked for
/// anew. It ends as well for a reader that falls far behind.
public final class LiveAnswer: AsyncSequence, Sendable {
    private struct State {
        var steps: [AnswerStep] = []
        var revision: Revision
        var hasEnded = false
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextKey = 0
        var onEnd: (@Sendable () -> Void)?
    }

    /// What is answered.
    package let query: Query
    /// The shape of the answer in the state from which the steps go on.
    public let outline: Outline
    private let state: Mutex<State>
    private let capacity: Int

    /// An answer that a store follows. It keeps `capacity` steps for a reader that does not look.
    package init(to query: Query, outline: Outline, capacity: Int = 256) {
        self.query = query
        self.outline = outline
        self.capacity = capacity
        state = Mutex(State(revision: outline.revision))
    }

    deinit { end() }

    // MARK: Reading

    /// Whether no step will come any more, except those that have come already.
    package var hasEnded: Bool { state.withLock(\.hasEnded) }

    /// The state after all steps that have come.
    package var revision: Revision { state.withLock(\.revision) }

    /// Whether there are steps to take, or the answer has ended.
    package var hasNews: Bool { state.withLock { !$0.steps.isEmpty || $0.hasEnded } }

    /// The steps that have come and were not taken yet, as far as they lead to a state.
    package func take(upTo revision: Revision = Revision(rawValue: .max)) -> [AnswerStep] {
        state.withLock { state in
            let steps = Array(state.steps.prefix { $0.revision <= revision })
            state.steps.removeFirst(steps.count)
            return steps
        }
    }

    /// Waits until there is a step to take, or until the answer has ended. Returns at once where the task is canceled.
    package func arrival() async {
        let key = state.withLock { state in
            state.nextKey += 1
            return state.nextKey
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isHere = state.withLock { state in
                    if state.hasEnded || !state.steps.isEmpty || Task.isCancelled { return true }
                    state.waiting[key] = continuation
                    return false
                }
                if isHere { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: key) }?.resume()
        }
    }

    /// The next step, waiting for it; nil when the answer has ended, or the task is canceled.
    package func next() async -> AnswerStep? {
        while true {
            let (step, hasEnded) = state.withLock { state in
                (state.steps.isEmpty ? nil : state.steps.removeFirst(), state.hasEnded)
            }
            if step != nil || hasEnded || Task.isCancelled { return step }
            await arrival()
        }
    }

    /// Goes through the steps.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let answer: LiveAnswer

        /// The next step.
        public func next() async -> AnswerStep? { await answer.next() }
    }

    /// Goes through the steps that were not taken yet.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(answer: self) }

    // MARK: Following, for stores

    /// Hands over the step from the state so far to the next. One that is of earlier states is left out; one that is
    /// of others ends the answer.
    package func send(_ step: AnswerStep) {
        let isLost = state.withLock { state in
            if state.hasEnded || step.revision <= state.revision { return false }
            if step.base != state.revision || state.steps.count >= capacity { return true }
            state.steps.append(step)
            state.revision = step.revision
            return false
        }
        isLost ? end() : wake()
    }

    /// Ends the answer: no step will come any more.
    package func end() {
        let onEnd = state.withLock { state in
            state.hasEnded = true
            defer { state.onEnd = nil }
            return state.onEnd
        }
        wake()
        onEnd?()
    }

    /// Calls `body` when the answer ends or nothing refers to it any more; at once if it has ended.
    package func onEnd(_ body: @escaping @Sendable () -> Void) {
        let hasEnded = state.withLock { state in
            if !state.hasEnded { state.onEnd = body }
            return state.hasEnded
        }
        if hasEnded { body() }
    }

    private func wake() {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume() }
    }
}
