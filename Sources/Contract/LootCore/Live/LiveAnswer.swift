import Synchronization

/// A live result of a query: its initial outline, followed by a sequence of steps.
///
/// ```swift
/// while true {
///     let answer = try await store.live(query)
///     show(answer.outline)
///     for await step in answer { apply(step) }
/// }
/// ```
///
/// The sequence ends if the store is closed, if the store can't express a change as a step, or if the reader falls
/// far behind. Request a new live result then.
public final class LiveAnswer: AsyncSequence, Sendable {
    private struct State {
        var steps: [AnswerStep] = []
        var revision: Revision
        var hasEnded = false
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextKey = 0
        var onEnd: (@Sendable () -> Void)?
    }

    /// The query.
    package let query: Query
    /// The initial outline, to which the first step applies.
    public let outline: Outline
    private let state: Mutex<State>
    private let capacity: Int

    /// Creates a live result. At most `capacity` steps are buffered for a slow reader.
    package init(to query: Query, outline: Outline, capacity: Int = 256) {
        self.query = query
        self.outline = outline
        self.capacity = capacity
        state = Mutex(State(revision: outline.revision))
    }

    deinit { end() }

    // MARK: Reading

    /// Whether the sequence has ended. There may still be buffered steps.
    package var hasEnded: Bool { state.withLock(\.hasEnded) }

    /// The revision after all received steps.
    package var revision: Revision { state.withLock(\.revision) }

    /// Whether there are buffered steps or the sequence has ended.
    package var hasNews: Bool { state.withLock { !$0.steps.isEmpty || $0.hasEnded } }

    /// Removes and returns the buffered steps up to a revision.
    package func take(upTo revision: Revision = Revision(rawValue: .max)) -> [AnswerStep] {
        state.withLock { state in
            let steps = Array(state.steps.prefix { $0.revision <= revision })
            state.steps.removeFirst(steps.count)
            return steps
        }
    }

    /// Waits until a step is available or the sequence has ended. Returns immediately if the task is canceled.
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

    /// Waits for the next step and returns it. Returns `nil` if the sequence has ended or the task is canceled.
    package func next() async -> AnswerStep? {
        while true {
            let (step, hasEnded) = state.withLock { state in
                (state.steps.isEmpty ? nil : state.steps.removeFirst(), state.hasEnded)
            }
            if step != nil || hasEnded || Task.isCancelled { return step }
            await arrival()
        }
    }

    /// An iterator over the steps.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let answer: LiveAnswer

        /// Returns the next step.
        public func next() async -> AnswerStep? { await answer.next() }
    }

    /// Returns an iterator over the remaining steps.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(answer: self) }

    // MARK: Following, for stores

    /// Sends the next step. Steps of earlier revisions are ignored; a step with a different base ends the sequence.
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

    /// Ends the sequence.
    package func end() {
        let onEnd = state.withLock { state in
            state.hasEnded = true
            defer { state.onEnd = nil }
            return state.onEnd
        }
        wake()
        onEnd?()
    }

    /// Calls `body` when the sequence ends or this instance is released, or immediately if it has already ended.
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
