import LootAPI
import LootCore
import Synchronization
import WebClient

extension ServerStore {
    /// Returns a stream of all subsequent events of the server's store. A lost connection is restored, and
    /// missed events are sent again. If the server no longer has them, `reloaded` is sent instead.
    func events() -> AsyncStream<StoreEvent> {
        state.withLock { state in
            if let relay = state.relay { return relay.events() }
            let relay = EventRelay(after: state.latest)
            state.relay = relay
            // Subscribe before the task starts, so that the first events aren't lost.
            let events = relay.events()
            if state.isClosed { relay.finish() } else { state.following = following(relay) }
            return events
        }
    }

    private func following(_ relay: EventRelay) -> Task<Void, Never> {
        weak let store = self
        return Task { [address, streams] in
            await ServerStore.follow(relay, address, streams) { store }
        }
    }

    /// Receives the server's events until the store is closed or deallocated.
    private static func follow(
        _ relay: EventRelay, _ address: RemoteAddress, _ transport: Transport,
        _ store: @Sendable () -> ServerStore?
    ) async {
        var failures = 0
        while !Task.isCancelled {
            var isConnected = false
            var failure: LootError?
            guard let request = store()?.eventRequest(after: relay.revision) else { return }
            do throws(LootError) {
                try await transport.events(of: request, from: address) {
                    isConnected = true
                    // After a failure was reported, notify observers that it is over.
                    if failures > 1 { relay.relay(.reloaded(relay.revision), startsAnew: true) }
                    failures = 0
                } taking: { event in
                    store()?.receive(event, relay)
                    return true
                }
            } catch { failure = error }
            if Task.isCancelled { return }
            if isConnected { failures = 0 }
            failures += 1
            // A stream that ends is reopened. Only if that fails is the error reported.
            if failures == 2 { relay.relay(.failed(failure ?? ServerStore.ended(address))) }
            try? await Task.sleep(for: pause(after: failures))
        }
    }

    /// Returns the delay before a stream is reopened.
    static func pause(after failures: Int) -> Duration { .milliseconds(min(5_000, 100 << min(failures, 6))) }

    /// The maximum time without data on a stream. The server sends a heartbeat every 15 seconds.
    static let beatPatience = Duration.seconds(45)

    private func eventRequest(after revision: Revision) -> Request {
        let prefix = state.withLock(\.eventPrefix)
        var request = API.followChanges.request("\(prefix)\(revision)")
        request.headers.append(("Accept", ServerSentEvent.mediaType))
        return address.request(request, patience: ServerStore.beatPatience)
    }

    private func receive(_ event: ServerSentEvent, _ relay: EventRelay) {
        // An unknown event can mean anything, so the list is reloaded.
        let feedEvent = try? API.followChanges.answer.read(event)
        if event.kind == "failed" {
            var (code, said) = (LootError.Code.unavailable, String?.none)
            if case .failed(let named, let detail) = feedEvent?.kind { (code, said) = (named, detail) }
            let error = LootError(problem: code, at: address, said)
            state.withLock { $0.problem = error }
            return relay.relay(.failed(error))
        }
        let prefix = StoreDescription.eventPrefix(of: event.id)
        guard let number = UInt64(event.id.dropFirst(prefix.count)) else { return }
        let startsAnew = state.withLock { state in
            defer { state.eventPrefix = prefix }
            if event.kind != "commit" { state.problem = nil }
            return state.eventPrefix != prefix
        }
        if case .commit(let commit) = feedEvent?.kind {
            relay.relay(.committed(commit))
        } else {
            relay.relay(.reloaded(Revision(rawValue: number)), startsAnew: startsAnew)
        }
        note(relay.revision)
    }

    private static func ended(_ address: RemoteAddress) -> LootError {
        LootError(
            Transport.Failure("The server closed the connection.", isUnsent: false, underlying: ""),
            from: address)
    }
}

extension Transport {
    /// Passes the events of a stream to `take` until the stream ends or `take` returns `false`.
    ///
    /// - Throws: `LootError` if the stream can't be opened or is lost.
    func events(
        of request: Request, from address: RemoteAddress, whenBegun begun: () -> Void = {},
        taking take: (ServerSentEvent) -> Bool
    ) async throws(LootError) {
        var parser = EventParser()
        var refusal: Answer?
        do {
            for try await piece in stream(request) {
                switch piece {
                case .began(200, ServerSentEvent.mediaType): begun()
                case .began(let status, let type):
                    refusal = Answer(status: status, type: type, body: [])
                    if status < 400 {
                        throw LootError(Answer(status: status, type: type, body: []), from: address)
                    }
                case .bytes(let bytes):
                    refusal?.body += bytes
                    if refusal != nil { continue }
                    for event in parser.feed(bytes) where !take(event) { return }
                }
            }
        } catch let error as Failure {
            throw LootError(error, from: address)
        } catch {
            throw error as? LootError ?? LootError.unreadable(address, error)
        }
        if let refusal { throw LootError(refusal, from: address) }
    }
}
