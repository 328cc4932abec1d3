import Synchronization
import WebServer

/// Answers to requests that a client may have to repeat because an answer was lost: what was done once is not done
/// again, the same answer is given. Requests that failed did nothing, so they are made anew.
final class RepeatedRequests: Sendable {
    private typealias Answering = Task<Response, any Error>

    private struct Entry {
        /// What was asked, in short.
        let request: Int
        let answering: Answering
        /// What the answer comes to, as soon as there is one.
        var bytes = 0
    }

    private struct State {
        var entries: [String: Entry] = [:]
        /// The keys, the oldest first.
        var order: [String] = []
        /// What the answers come to.
        var bytes = 0
    }

    /// The field of an answer that was given before.
    private static let replayed: Headers.Name = "Idempotency-Replayed"
    private static let keptAnswers = 1_000
    private static let keptBytes = 8 << 20
    private static let greatestKey = 256

    private let state = Mutex(State())

    /// The answer to the request of a client with this key: the one that was given, or is about to be, or else a new one.
    func answer(
        to key: String, of caller: Caller, asking request: [[UInt8]],
        _ answer: @escaping @Sendable () async throws -> Response
    ) async throws -> Response {
        guard !key.isEmpty, key.utf8.count <= RepeatedRequests.greatestKey else {
            throw HTTPError(
                .badRequest, "An Idempotency-Key has from 1 to \(RepeatedRequests.greatestKey) bytes.")
        }
        let asked = request.hashValue
        // Keys of others are none of a person's business.
        let key = caller.name.map { "\($0)\n\(key)" } ?? key
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
                "Another request had this Idempotency-Key, which asked for something else.")
        }
        do {
            var response = try await entry.answering.value
            if isReplay { response.headers[RepeatedRequests.replayed] = "true" }
            if case .bytes(let bytes) = response.body { keep(bytes.count, for: key) }
            return response
        } catch {
            state.withLock { state in
                // By now another request may be under way with that key.
                guard state.entries[key]?.answering == entry.answering else { return }
                state.entries[key] = nil
                state.order.removeAll { $0 == key }
            }
            throw error
        }
    }

    /// Notes what an answer comes to, and forgets the oldest ones beyond what is kept.
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
