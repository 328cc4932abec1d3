import LootAPI
import LootCore
import Synchronization
import WebClient

extension ServerStore {
    /// The most answers that the server is asked to follow at one time, each over a connection of its own.
    private static let greatestFollowed = 64

    /// The answer to a query, followed by the steps that the server tells. A connection that is lost is made again: then
    /// the answer goes on where nothing has happened meanwhile, and ends where something has.
    ///
    /// What the server can't be told is compared with what becomes of it, and so are answers beyond the first 64.
    func liveAnswer(to query: Query) async throws(LootError) -> LiveAnswer {
        try requireOpen()
        guard let text = reading.text(of: query),
            state.withLock({ $0.followed.count { $0.isFollowed } }) < ServerStore.greatestFollowed
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
        throw LootError(.unavailable, "can't follow the list", because: "the task was canceled")
    }
}

/// An answer that the server is asked to follow, for as long as a reader holds it.
struct FollowedAnswer: Sendable {
    private(set) weak var answer: LiveAnswer?

    init(answer: LiveAnswer) { self.answer = answer }

    var isFollowed: Bool { answer.map { !$0.hasEnded } ?? false }
}

/// Follows the answer to a query at a server.
private struct AnswerFollowing {
    private let query: Query
    private let request: Request
    private weak var answer: LiveAnswer?
    /// The name of the state that was told last.
    private var state = ""
    private var failures = 0

    init(_ query: Query, _ request: Request) { (self.query, self.request) = (query, request) }

    /// Hands over the answer as soon as it has begun, and then its steps until it ends.
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
                    .malformed, "can't read the answer", because: "its outline is missing")
                beginning.yield(.failure(failure ?? LootError.unreadable(address, missing)))
            }
            failures += 1
            goesOn = goesOn && !streams.isClosed && (failure == nil || failure?.code == .unavailable)
            if goesOn { try? await Task.sleep(for: ServerStore.pause(after: failures)) }
        } while goesOn && answer != nil && !Task.isCancelled
        beginning.finish()
        answer?.end()
    }

    /// Takes an event; whether more are wanted.
    private mutating func take(
        _ event: ServerSentEvent, _ beginning: AsyncStream<Result<LiveAnswer, LootError>>.Continuation
    ) -> Bool {
        guard let told = try? API.followAnswer.answer.read(event) else { return false }
        let outline = told.sections.outline(of: query)
        switch told.kind {
        case .outline where state.isEmpty:
            let new = LiveAnswer(to: query, outline: outline)
            answer = new
            beginning.yield(.success(new))
        case .outline:
            // Made again: what has happened meanwhile is not told.
            if told.sections.state != state { return false }
            failures = 0
        case .step(let step):
            answer?.send(
                AnswerStep(
                    from: step.base, to: outline, removed: step.removed, inserted: step.inserted,
                    moved: step.moved, changed: step.changed))
        }
        state = told.sections.state
        return answer?.hasEnded == false
    }
}
