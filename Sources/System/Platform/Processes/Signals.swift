#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Functions for signals.
package enum Signals {
    /// `SIGINT`, sent by Ctrl-C.
    package static var interrupt: Int32 { SIGINT }
    /// `SIGTERM`, sent by `kill` and by service managers.
    package static var terminate: Int32 { SIGTERM }

    /// `SIGUSR2`, whose meaning a program defines.
    package static var user: Int32 { SIGUSR2 }

    /// Sends a signal to this process.
    package static func send(_ number: Int32) { kill(getpid(), number) }

    /// Sets the handler of a signal. It must be async-signal-safe, so it can do little more than use atomics.
    package static func handle(_ number: Int32, _ body: @convention(c) (Int32) -> Void) {
        signal(number, body)
    }

    /// Restores the default action of a signal.
    package static func reset(_ number: Int32) { signal(number, SIG_DFL) }

    /// Ignores a signal.
    package static func ignore(_ number: Int32) { signal(number, SIG_IGN) }

    /// Ignores `SIGPIPE`, so that writing to a pipe or socket without a reader fails instead of ending the process.
    package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
}
