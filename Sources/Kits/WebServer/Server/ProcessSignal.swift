import Dispatch
import Platform
import Synchronization

/// A signal that ends a server.
@nonexhaustive
public enum ProcessSignal: Sendable {
    /// Ctrl-C.
    case interrupt
    /// What `kill` and service managers send.
    case terminate

    private var number: Int32 {
        switch self {
        case .interrupt: Signals.interrupt
        case .terminate: Signals.terminate
        }
    }

    /// Waits for the first of the signals, or for the cancellation of the task. While it waits, the signals do
    /// not end the process. `prepared` is called when no signal is lost any more, though none is waited for yet.
    static func first(of signals: [ProcessSignal], prepared: () -> Void) async {
        await first(of: signals.map(\.number), prepared: prepared)
    }

    /// The signals that came before their source was ready.
    private static let early = Atomic<UInt64>(0)

    private static func mark(of number: Int32) -> UInt64 { 1 << UInt64(truncatingIfNeeded: number) }

    /// As above.
    static func first(of numbers: [Int32], prepared: () -> Void) async {
        let (arrivals, continuation) = AsyncStream.makeStream(of: Void.self)
        for number in numbers {
            // A source is set up by another thread, some time later: what comes before is remembered.
            early.bitwiseAnd(~mark(of: number), ordering: .relaxed)
            Signals.handle(number) {
                ProcessSignal.early.bitwiseOr(ProcessSignal.mark(of: $0), ordering: .relaxed)
            }
        }
        prepared()
        let sources = numbers.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield() }
            source.setRegistrationHandler {
                if early.load(ordering: .relaxed) & mark(of: number) != 0 { continuation.yield() }
            }
            source.activate()
            return source
        }
        for await _ in arrivals { break }
        for source in sources { source.cancel() }
        for number in numbers { Signals.reset(number) }
    }
}
