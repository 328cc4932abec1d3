import Dispatch
import Platform
import Synchronization

/// A signal that stops a server.
@nonexhaustive
public enum ProcessSignal: Sendable {
    /// `SIGINT`, sent by Ctrl-C.
    case interrupt
    /// `SIGTERM`, sent by `kill` and by service managers.
    case terminate

    private var number: Int32 {
        switch self {
        case .interrupt: Signals.interrupt
        case .terminate: Signals.terminate
        }
    }

    /// Waits for the first of the signals or for the cancellation of the task. The signals don't end the process
    /// during the wait. Calls `prepared` when the signals are handled, before the wait begins.
    static func first(of signals: [ProcessSignal], prepared: () -> Void) async {
        await first(of: signals.map(\.number), prepared: prepared)
    }

    /// A bit mask of the signals that arrived before their dispatch source was registered.
    private static let early = Atomic<UInt64>(0)

    private static func mark(of number: Int32) -> UInt64 { 1 << UInt64(truncatingIfNeeded: number) }

    /// Waits for the first of the signals with the given numbers.
    static func first(of numbers: [Int32], prepared: () -> Void) async {
        let (arrivals, continuation) = AsyncStream.makeStream(of: Void.self)
        for number in numbers {
            // Dispatch registers a source asynchronously. Record signals that arrive before then.
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
