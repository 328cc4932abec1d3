import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A signal that ends a server.
public enum ProcessSignal: Sendable {
    /// Ctrl-C.
    case interrupt
    /// What `kill` and service managers send.
    case terminate

    private var number: Int32 {
        switch self {
        case .interrupt: SIGINT
        case .terminate: SIGTERM
        }
    }

    /// Waits for the first of the signals, or for the cancellation of the task. While it waits, the signals do
    /// not end the process.
    static func first(of signals: [ProcessSignal]) async {
        let (arrivals, continuation) = AsyncStream.makeStream(of: Void.self)
        let sources = signals.map { kind in
            signal(kind.number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: kind.number, queue: .global())
            source.setEventHandler { continuation.yield() }
            source.activate()
            return source
        }
        for await _ in arrivals { break }
        for source in sources { source.cancel() }
        for kind in signals { signal(kind.number, SIG_DFL) }
    }
}
