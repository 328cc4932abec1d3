import LootAPI
import LootCore
import Synchronization
import WebClient

extension ServerStore {
    /// The maximum number of live results that the server sends at the same time, each over a separate connection.
    private static let maximumFollowed = 64

    /// Returns the query's result, followed by the changes that the server sends. A lost connection is restored. The
    /// live result then continues if nothing has changed in the meantime, and ends otherwise.
    ///
    /// If the server can't evaluate the query, or already sends 64 live results, changes are computed by comparing
    /// results.
    func liveAnswer(to query: Query) async throws(LootError) -> LiveAnswer {
        try requireOpen()
        guard let text = reading.text(of: query),
            state.withLock({ $0.followed.count { $0.isFollowed } }) < ServerStore.maximumFollowed
        else { return try await compared(query) }
        var request = API.followAnswer.request(text)
        request.headers.append(("Accept", ServerSentEvent.mediaType))
        let following = AnswerFollowing(query, address.request(request, patience: ServerStore.beatPatience))
        let (beginnings, beginning) = AsyncStream.makeStream(of: Result<LiveAnswer, LootError>.self)
        let task = Task { [address, streams] in await following.run(from: address, streams, beginning) }
        for await result in beginnings {
            do throws(LootError) {
                let answer = try result.get()
                answer.onEnd { task.cancel() }
                note(answer.outline.revision)
                let isClosed = state.withLock { state in
                    state.followed.removeAll { !$0.isFollowed }
                    state.followed.append(FollowedAnswer(answer: answer))
                    return state.isClosed
                }
                if isClosed { answer.end() }
                return answer
            } catch {
                try requireOpen()
                throw error
            }
        }
        task.cancel()
        throw LootError(.unavailable, "Can't subscribe to the list.", reason: "The task was canceled.")
    }
}

/// A live result that the server sends, for as long as a reader holds it.
struct FollowedAnswer: Sendable {
    private(set) weak var answer: LiveAnswer?

    init(answer: LiveAnswer) { self.answer = answer }

    var isFollowed: Bool { answer.map { !$0.hasEnded } ?? false }
}

/// Receives the live result of a query from a server.
private struct AnswerFollowing {
    private let query: Query
    private let request: Request
    private weak var answer: LiveAnswer?
    /// The ID of the last state received.
    private var state = ""
    private var failures = 0

    init(_ query: Query, _ request: Request) { (self.query, self.request) = (query, request) }

    /// Passes the result to `beginning` as soon as it arrives, then receives changes to the result until the
    /// subscription ends.
    consuming func run(
        from address: RemoteAddress, _ streams: Transport,
        _ beginning: AsyncStream<Result<LiveAnswer, LootError>>.Continuation
    ) async {
        var goesOn = true
        repeat {
            var failure: LootError?
            do throws(LootError) {
                try await streams.events(of: request, from: address) { event in
                    goesOn = take(event, beginning)
                    return goesOn
                }
            } catch { failure = error }
            if state.isEmpty {
                let missing = LootError(
                    .malformed, "Can't read the response.", reason: "Its outline is missing.")
                beginning.yield(.failure(failure ?? LootError.unreadable(address, missing)))
            }
            failures += 1
            goesOn = goesOn && !streams.isClosed && (failure == nil || failure?.code == .unavailable)
            if goesOn { try? await Task.sleep(for: ServerStore.pause(after: failures)) }
        } while goesOn && answer != nil && !Task.isCancelled
        beginning.finish()
        answer?.end()
    }

    /// Handles an event. Returns whether to continue.
    private mutating func take(
        _ event: ServerSentEvent, _ beginning: AsyncStream<Result<LiveAnswer, LootError>>.Continuation
    ) -> Bool {
        guard let liveEvent = try? API.followAnswer.answer.read(event) else { return false }
        let outline = liveEvent.sections.outline(of: query)
        switch liveEvent.kind {
        case .outline where state.isEmpty:
            let new = LiveAnswer(to: query, outline: outline)
            answer = new
            beginning.yield(.success(new))
        case .outline:
            // The connection was restored. Changes in the meantime weren't sent.
            if liveEvent.sections.state != state { return false }
            failures = 0
        case .step(let step):
            answer?.send(
                AnswerStep(
                    from: step.base, to: outline, removed: step.removed, inserted: step.inserted,
                    moved: step.moved, changed: step.changed))
        }
        state = liveEvent.sections.state
        return answer?.hasEnded == false
    }
}
