public import LootCore
import LootFormats
import Synchronization

extension RemoteStore {
    /// Everything that happens at the server from now on. When the connection is lost it is made again, and what was
    /// missed is told; where the server does not know that any more, that everything is to be read again.
    public func events() -> AsyncStream<StoreEvent> {
        let relay = state.withLock { state in
            if let relay = state.relay { return relay }
            let relay = EventRelay(after: state.latest)
            state.relay = relay
            if state.isClosed { relay.finish() } else { state.following = following(relay) }
            return relay
        }
        return relay.events()
    }

    private func following(_ relay: EventRelay) -> Task<Void, Never> {
        weak let store = self
        return Task { [address, transport] in
            await RemoteStore.follow(relay, address, transport) { store }
        }
    }

    /// Follows the server's events for as long as there is a store, and it is not closed.
    private static func follow(
        _ relay: EventRelay, _ address: RemoteAddress, _ transport: Transport,
        _ store: @Sendable () -> RemoteStore?
    ) async {
        var failures = 0
        while !Task.isCancelled {
            var isConnected = false
            var failure: LootError?
            do {
                var parser = EventParser()
                guard let request = store()?.eventRequest(after: relay.revision) else { return }
                for try await piece in transport.stream(request) {
                    switch piece {
                    case .began(200, "text/event-stream"):
                        isConnected = true
                        // A watcher that was told of a failure has to know that it is over.
                        if failures > 1 { relay.relay(.reloaded(relay.revision), startsAnew: true) }
                        failures = 0
                    case .began(let status, let type):
                        let answer = Transport.Answer(status: status, type: type, body: [])
                        throw LootError(answer, from: address)
                    case .bytes(let bytes):
                        for event in parser.feed(bytes) { store()?.take(event, relay) }
                    }
                }
            } catch let error as Transport.Failure {
                failure = LootError(error, from: address)
            } catch {
                failure = error as? LootError
            }
            if Task.isCancelled { return }
            if isConnected { failures = 0 }
            failures += 1
            // A stream that ends is taken up again; only where that fails there is something to tell.
            if failures == 2 { relay.relay(.failed(failure ?? RemoteStore.ended(address))) }
            try? await Task.sleep(for: .milliseconds(min(5_000, 100 << min(failures, 6))))
        }
    }

    private func eventRequest(after revision: Revision) -> Request {
        let prefix = state.withLock(\.eventPrefix)
        // The server says that it is still there every 15 seconds.
        return address.request(
            "GET", "/api/events",
            headers: [("Accept", "text/event-stream"), ("Last-Event-ID", "\(prefix)\(revision)")],
            patience: .seconds(45))
    }

    private func take(_ event: EventParser.Event, _ relay: EventRelay) {
        let prefix = StoreDescription.eventPrefix(of: event.id)
        let data = try? DocumentValue(json: Array(event.data.utf8).span, strict: true)
        if event.kind == "failed" {
            let code = data?["code"]?.text ?? LootError.Code.unavailable.rawValue
            let error = LootError(problem: code, at: address, data?["detail"]?.text)
            state.withLock { $0.problem = error }
            return relay.relay(.failed(error))
        }
        guard let number = UInt64(event.id.dropFirst(prefix.count)) else { return }
        let startsAnew = state.withLock { state in
            defer { state.eventPrefix = prefix }
            if event.kind != "commit" { state.problem = nil }
            return state.eventPrefix != prefix
        }
        if event.kind == "commit", let data, let commit = try? ChangeReader.read(data, { $0.commit($1) }) {
            relay.relay(.committed(commit))
        } else {
            relay.relay(.reloaded(Revision(rawValue: number)), startsAnew: startsAnew)
        }
        note(relay.revision)
    }

    private static func ended(_ address: RemoteAddress) -> LootError {
        LootError(
            Transport.Failure(why: "the server went away", isUnsent: false, underlying: ""), from: address)
    }
}

/// Reads an event stream (text/event-stream) as it comes.
struct EventParser {
    struct Event {
        var id = ""
        var kind = ""
        var data = ""
    }

    private var line: [UInt8] = []
    private var event = Event()

    /// Takes some bytes; the events that they make whole.
    mutating func feed(_ bytes: [UInt8]) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if line.isEmpty {
                if !event.kind.isEmpty { events.append(event) }
                event = Event()
            } else {
                take(String(decoding: line, as: UTF8.self))
            }
            line.removeAll(keepingCapacity: true)
        }
        return events
    }

    private mutating func take(_ line: String) {
        if let id = line.value(of: "id") { event.id = id }
        if let kind = line.value(of: "event") { event.kind = kind }
        if let data = line.value(of: "data") { event.data += (event.data.isEmpty ? "" : "\n") + data }
    }
}

extension String {
    fileprivate func value(of name: String) -> String? {
        let start = Array("\(name):".utf8)
        guard utf8.starts(with: start) else { return nil }
        let rest = utf8.dropFirst(start.count)
        return String(rest.first == UInt8(ascii: " ") ? rest.dropFirst() : rest)
    }
}
