#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Signals, by their numbers.
package enum Signals {
    /// Ctrl-C.
    package static var interrupt: Int32 { SIGINT }
    /// What `kill` and service managers send.
    package static var terminate: Int32 { SIGTERM }

    /// Means what a program says that it does.
    package static var user: Int32 { SIGUSR2 }

    /// Sends a signal to this process.
    package static func send(_ number: Int32) { kill(getpid(), number) }

    /// Has a function called when a signal comes, which may use little more than atomics.
    package static func handle(_ number: Int32, _ body: @convention(c) (Int32) -> Void) {
        signal(number, body)
    }

    /// Gives a signal its usual meaning.
    package static func reset(_ number: Int32) { signal(number, SIG_DFL) }

    /// Lets a signal mean nothing.
    package static func ignore(_ number: Int32) { signal(number, SIG_IGN) }

    /// Lets writing to a pipe or a socket whose reader is gone be an error, not the end of the process.
    package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
}
