import Synchronization

/// The queue of events for the run loop. Events can be posted from any thread; several events wake the loop only
/// once.
final class Inbox: Sendable {
    enum Event: Sendable {
        case terminal(TerminalEvent)
        case work(@Sendable (TerminalApplication) -> Void)
    }

    let wakes: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let events = Mutex<[Event]>([])

    init() {
        (wakes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func post(_ event: Event) {
        events.withLock { $0.append(event) }
        ring()
    }

    func ring() { continuation.yield() }

    func take() -> [Event] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}

/// Accesses a running ``TerminalApplication`` from any task or thread.
public struct ApplicationRemote: Sendable {
    let inbox: Inbox

    /// Performs work in the run loop, between two events.
    public func post(_ work: @escaping @Sendable (TerminalApplication) -> Void) { inbox.post(.work(work)) }
}
