import LootCore
import Synchronization
import WebServer

/// Finished answers that are made of nothing but what is asked for and the store's state, kept while the state is the
/// newest: what many ask for is made once, as it goes to the client.
final class AnswerCache: Sendable {
    /// Of what an answer is made besides the request.
    struct State: Equatable {
        let epoch: String
        let revision: Revision
        /// Dates in conditions are told by it.
        let day: Day
    }

    /// What is asked for, and by whom.
    struct Key: Hashable {
        /// The fields by which an answer is chosen, made or finished.
        private static let fields: [Headers.Name] = [
            .accept, .acceptEncoding, .ifNoneMatch, .ifRange, .origin, .range,
        ]

        fileprivate let request: [UInt8]
        fileprivate let canWrite: Bool
        /// Worked out once, of what can be long.
        fileprivate let hash: Int

        init(_ request: Request, by caller: Caller) {
            self.request = request.identity(by: Key.fields)
            canWrite = caller.canWrite
            var hasher = Hasher()
            self.request.withUnsafeBytes { hasher.combine(bytes: $0) }
            hash = hasher.finalize()
        }

        func hash(into hasher: inout Hasher) { hasher.combine(hash) }
    }

    private struct Answer {
        let response: Response
        let share: Allowances.Share
    }

    private struct Content {
        var state: State?
        var answers: [Key: Answer] = [:]
        var size = 0
        /// The hashes of what was asked for last, each at a place of its own.
        var askedFor = [Int](repeating: 0, count: AnswerCache.rememberedCount)
    }

    private static let greatestSize = 4 << 20
    /// What an answer takes beside its bytes.
    private static let ownSize = 256
    private static let rememberedCount = 1 << 10

    private let content = Mutex(Content())
    private let allowances: Allowances

    init(_ allowances: Allowances) { self.allowances = allowances }

    /// How many bytes are kept.
    var size: Int { content.withLock(\.size) }

    /// The answer that is kept for a state, nil if there is none.
    func known(_ key: Key, in state: State) -> Response? {
        content.withLock { $0.state == state ? $0.answers[key]?.response : nil }
    }

    /// The answer to a request in the state that `newest` finds, as it is kept or as `make` makes it. What was not asked for
    /// lately is made and not kept, without a look at the state.
    func answer(
        to request: Request, _ key: Key, for person: String?, in newest: () async throws -> State,
        or make: () async throws -> Response
    ) async throws -> Response {
        // What is made once the state is known is of that, or of a later one in which it is asked for no more.
        guard wasAskedFor(key), let state = try? await newest() else { return try await make() }
        if let known = known(key, in: state) { return known }
        let answer = try await make()
        // A snapshot is no state of the store, and is let go of.
        if answer.canBeKept, request.query["snapshot"] == nil {
            keep(answer, to: key, in: state, for: person)
        }
        return answer
    }

    /// Whether something was asked for lately; from now on it was.
    private func wasAskedFor(_ key: Key) -> Bool {
        content.withLock { content in
            let place = key.hash & (AnswerCache.rememberedCount - 1)
            if content.askedFor[place] == key.hash { return true }
            content.askedFor[place] = key.hash
            return content.answers[key] != nil
        }
    }

    private func keep(_ answer: Response, to key: Key, in state: State, for person: String?) {
        let size = (answer.body.length ?? 0) + key.request.count + AnswerCache.ownSize
        guard size <= AnswerCache.greatestSize / 8,
            let share = try? allowances.take(size, of: .answers, for: person)
        else { return }
        content.withLock { content in
            if let known = content.state, known.epoch == state.epoch, known.revision > state.revision {
                return
            }
            if content.state != state || content.size + size > AnswerCache.greatestSize {
                content.state = state
                content.answers = [:]
                content.size = 0
            }
            content.size += size
            content.answers[key] = Answer(response: answer, share: share)
        }
    }
}

extension Response {
    /// Whether the same bytes may be sent to others who ask for the same.
    fileprivate var canBeKept: Bool {
        guard [.ok, .partialContent, .notModified].contains(status), headers["Loot-Problem"] == nil,
            headers[.cacheControl] != "no-store", headers[.setCookie] == nil
        else { return false }
        if case .stream = body { return false }
        return !closesConnection
    }
}
