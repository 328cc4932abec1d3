import LootCore
import LootPlugins
import Synchronization
import WebServer

/// A cache of responses that depend only on the request and the store's state. If many clients send the same request,
/// the response is created once. Responses are discarded when the state changes.
final class AnswerCache: Sendable {
    /// The state that a response depends on.
    struct State: Equatable {
        let epoch: String
        let revision: Revision
        var settings = ListSettings()
        /// The day that relative dates refer to.
        let day: Day
    }

    /// The request, and the role of the caller.
    struct Key: Hashable {
        /// The header fields that affect the response.
        private static let fields: [Headers.Name] = [
            .accept, .acceptEncoding, .ifNoneMatch, .ifRange, .origin, .range,
        ]

        fileprivate let request: [UInt8]
        fileprivate let role: Role
        /// The hash is computed once, because the request can be long.
        fileprivate let hash: Int

        init(_ request: Request, by caller: Caller) {
            self.request = request.identity(by: Key.fields) + (request.language ?? .english).tag.utf8
            role = caller.role
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
        /// The hashes of recent requests, each at an index derived from its hash.
        var askedFor = [Int](repeating: 0, count: AnswerCache.rememberedCount)
    }

    private static let greatestSize = 4 << 20
    /// The memory that a cached response needs in addition to its bytes.
    private static let ownSize = 256
    private static let rememberedCount = 1 << 10

    private let content = Mutex(Content())
    private let allowances: Allowances

    init(_ allowances: Allowances) { self.allowances = allowances }

    /// The total size of all cached responses in bytes.
    var size: Int { content.withLock(\.size) }

    /// Returns the cached response for the given key and state, or `nil` if there is none.
    func known(_ key: Key, in state: State) -> Response? {
        content.withLock { $0.state == state ? $0.answers[key]?.response : nil }
    }

    /// Returns the cached response for the state that `newest` returns, or a new response from `make`.
    ///
    /// A response is cached only if the same request was sent recently. For any other request, `newest` isn't called.
    func answer(
        to request: Request, _ key: Key, for person: String?, in newest: () async throws -> State,
        or make: () async throws -> Response
    ) async throws -> Response {
        // A response that is created after the state was determined is from this state or a later one. In the latter
        // case, it isn't found again.
        guard wasAskedFor(key), let state = try? await newest() else { return try await make() }
        if let known = known(key, in: state) { return known }
        let answer = try await make()
        // The response for a snapshot doesn't depend on the store's current state, and the snapshot will be
        // released.
        if answer.canBeKept, request.query["snapshot"] == nil {
            keep(answer, to: key, in: state, for: person)
        }
        return answer
    }

    /// Returns whether the request with the given key was sent recently, and records it as sent.
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
    /// Whether the response can be sent to other clients that send the same request.
    fileprivate var canBeKept: Bool {
        guard [.ok, .partialContent, .notModified].contains(status), headers["Loot-Problem"] == nil,
            headers[.cacheControl] != "no-store", headers[.setCookie] == nil
        else { return false }
        if case .stream = body { return false }
        return !closesConnection
    }
}
