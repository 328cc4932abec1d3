import Synchronization

/// What has happened and waits for the run loop. Any thread may post; the loop is woken once, however much came.
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

/// Reaches a running ``TerminalApplication`` from any task or thread.
public struct ApplicationRemote: Sendable {
    let inbox: Inbox

    /// Has the run loop do something, soon, between two events.
    public func post(_ work: @escaping @Sendable (TerminalApplication) -> Void) { inbox.post(.work(work)) }
}
