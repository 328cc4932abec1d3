import Localization
import Synchronization
import WebServer

/// The responses to requests that clients may repeat because they haven't received the response. A repeated request
/// isn't executed again, and receives the same response. Only a failed request is executed again, because it has
/// changed nothing.
final class RepeatedRequests: Sendable {
    private typealias Answering = Task<Response, any Error>

    private struct Entry {
        /// The hash of the request.
        let request: Int
        let answering: Answering
        /// The size of the response, once it is known.
        var bytes = 0
    }

    private struct State {
        var entries: [String: Entry] = [:]
        /// The keys, oldest first.
        var order: [String] = []
        /// The total size of the responses.
        var bytes = 0
    }

    /// The header field of a repeated response.
    private static let replayed: Headers.Name = "Idempotency-Replayed"
    private static let keptAnswers = 1_000
    private static let keptBytes = 8 << 20
    private static let greatestKey = 256

    private let state = Mutex(State())

    /// Returns the response to the caller's earlier request with the given key, or waits for it. If there is no such
    /// request, returns a new response from `answer`.
    ///
    /// - Throws: `HTTPError` if the key is empty or too long, or was used for a different request. Also throws the
    ///   errors of `answer`.
    func answer(
        to key: String, of caller: Caller, asking request: [[UInt8]],
        _ answer: @escaping @Sendable () async throws -> Response
    ) async throws -> Response {
        guard !key.isEmpty, key.utf8.count <= RepeatedRequests.greatestKey else {
            throw HTTPError(
                .badRequest,
                String(
                    localized: "An Idempotency-Key must be 1 to \(RepeatedRequests.greatestKey) bytes long."))
        }
        let asked = request.hashValue
        // Keys are separate for each person.
        let key = caller.account.map { "\($0)\n\(key)" } ?? key
        let (entry, isReplay) = state.withLock { state in
            if let known = state.entries[key] { return (known, true) }
            let entry = Entry(request: asked, answering: Answering { try await answer() })
            state.entries[key] = entry
            state.order.append(key)
            return (entry, false)
        }
        guard entry.request == asked else {
            throw HTTPError(
                .unprocessableContent,
                String(localized: "This Idempotency-Key was already used for a different request."))
        }
        do {
            var response = try await entry.answering.value
            if isReplay { response.headers[RepeatedRequests.replayed] = "true" }
            if case .bytes(let bytes) = response.body { keep(bytes.count, for: key) }
            return response
        } catch {
            state.withLock { state in
                // Another request may already use the key.
                guard state.entries[key]?.answering == entry.answering else { return }
                state.entries[key] = nil
                state.order.removeAll { $0 == key }
            }
            throw error
        }
    }

    /// Records the size of a response, and removes the oldest ones beyond the limits.
    private func keep(_ bytes: Int, for key: String) {
        state.withLock { state in
            guard let known = state.entries[key]?.bytes else { return }
            state.entries[key]?.bytes = bytes
            state.bytes += bytes - known
            while state.order.count > RepeatedRequests.keptAnswers
                || state.bytes > RepeatedRequests.keptBytes && state.order.count > 1
            {
                let oldest = state.order.removeFirst()
                state.bytes -= state.entries.removeValue(forKey: oldest)?.bytes ?? 0
            }
        }
    }
}
