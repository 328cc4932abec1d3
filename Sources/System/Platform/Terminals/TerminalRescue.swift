import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Restores the terminal when the process is about to end or to be suspended. It runs in signal handlers, which can
/// only use a few system calls, so all required data is prepared at a fixed address.
package enum TerminalRescue {
    /// An event reported by a signal.
    package enum Event {
        /// The process was resumed. Redraw the screen.
        case continued
        /// The terminal's size has changed.
        case resized
        /// A signal requests the program to end.
        case asked(signal: Int32)
    }

    /// An error that occurs when preparing the terminal.
    package enum Failure: Error {
        /// This process already uses a terminal.
        case inUse(SystemFailure)
        case cannotReadMode(SystemFailure)
        case cannotSetMode(SystemFailure)
        case cannotWatchSignals(SystemFailure)
    }

    /// Returns the event that a byte from the pipe represents.
    package static func event(of byte: UInt8) -> Event {
        switch byte {
        case continued: .continued
        case resized: .resized
        default: .asked(signal: Int32(byte) - firstSignal)
        }
    }

    private static let continued: UInt8 = 1
    private static let resized: UInt8 = 2
    /// Bytes from this value on represent signals that request the program to end.
    private static let firstSignal: Int32 = 64
    private static let asking = [SIGINT, SIGTERM, SIGHUP]
    private static let ending = [
        SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGALRM,
    ]

    /// Saves the terminal's mode, switches to raw mode, and installs signal handlers. Returns the read end of a pipe
    /// from which the bytes of events can be read.
    package static func arm(
        input: Int32, output: Int32, enter: [UInt8], leave: [UInt8]
    ) throws(Failure) -> Int32 {
        guard ready.pointee.isArmed == 0 else { throw .inUse(.busy) }
        var saved = termios()
        guard tcgetattr(input, &saved) == 0 else { throw .cannotReadMode(.last) }
        var raw = saved
        cfmakeraw(&raw)
        guard tcsetattr(input, TCSANOW, &raw) == 0 else { throw .cannotSetMode(.last) }
        if ready.pointee.readEnd < 0 {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { throw .cannotWatchSignals(.last) }
            for end in ends { _ = cplatform_set_quiet(end) }
            ready.pointee.readEnd = ends[0]
            ready.pointee.writeEnd = ends[1]
        }
        ready.pointee.input = input
        ready.pointee.output = output
        ready.pointee.saved = saved
        ready.pointee.raw = raw
        keep(enter, in: \.enter, count: \.enterCount)
        keep(leave, in: \.leave, count: \.leaveCount)
        ready.pointee.isArmed = 1
        // Writing to a closed terminal should fail instead of ending the process.
        Signals.ignoreBrokenPipes()
        for number in asking { signal(number, endWhenDone) }
        for number in ending { signal(number, endByRescue) }
        signal(SIGTSTP, stopByRescue)
        signal(SIGCONT, noteContinued)
        signal(SIGWINCH, noteResized)
        return ready.pointee.readEnd
    }

    /// Prepends bytes to the sequence that is written when the terminal is restored.
    package static func leaveAlso(_ bytes: [UInt8]) {
        let old = Array(UnsafeBufferPointer(start: ready.pointee.leave, count: ready.pointee.leaveCount))
        keep(bytes + old, in: \.leave, count: \.leaveCount)
    }

    /// Restores the terminal and the default actions of the signals.
    package static func disarm() {
        giveBack()
        alarm(0)
        for number in asking + ending + [SIGTSTP, SIGCONT, SIGWINCH] { signal(number, SIG_DFL) }
        ready.pointee.isArmed = 0
    }

    /// The data that signal handlers need. It is at a fixed address and is modified only while no handler is
    /// installed or the corresponding count is zero.
    private struct Ready {
        var isArmed: Int32 = 0
        var input: Int32 = -1
        var output: Int32 = -1
        var readEnd: Int32 = -1
        var writeEnd: Int32 = -1
        var saved = termios()
        var raw = termios()
        var enter: UnsafeMutablePointer<UInt8>?
        var enterCount = 0
        var leave: UnsafeMutablePointer<UInt8>?
        var leaveCount = 0
    }

    /// A pointer, so that a handler can access the data without locks or exclusivity checks.
    nonisolated(unsafe) private static let ready: UnsafeMutablePointer<Ready> = {
        let place = UnsafeMutablePointer<Ready>.allocate(capacity: 1)
        place.initialize(to: Ready())
        return place
    }()

    private static func keep(
        _ bytes: [UInt8], in place: WritableKeyPath<Ready, UnsafeMutablePointer<UInt8>?>,
        count: WritableKeyPath<Ready, Int>
    ) {
        let fresh = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
        for (index, byte) in bytes.enumerated() { fresh[index] = byte }
        let old = ready.pointee[keyPath: place]
        ready.pointee[keyPath: count] = 0
        ready.pointee[keyPath: place] = fresh
        ready.pointee[keyPath: count] = bytes.count
        old?.deallocate()
    }

    // MARK: Signal handlers (only write, tcsetattr, signal, alarm and raise are safe)

    private static func giveBack() {
        guard ready.pointee.isArmed != 0 else { return }
        _ = write(ready.pointee.output, ready.pointee.leave, ready.pointee.leaveCount)
        _ = tcsetattr(ready.pointee.input, TCSANOW, &ready.pointee.saved)
    }

    private static let endByRescue: @convention(c) (Int32) -> Void = { number in
        giveBack()
        signal(number, SIG_DFL)
        // The signal is blocked while its handler runs. It is delivered again when the handler returns.
        raise(number)
    }

    /// Notifies the program, so that it can clean up. If it doesn't end, the next signal ends it, or the
    /// alarm after five seconds.
    private static let endWhenDone: @convention(c) (Int32) -> Void = { number in
        signal(number, endByRescue)
        var byte = UInt8(truncatingIfNeeded: number + firstSignal)
        _ = write(ready.pointee.writeEnd, &byte, 1)
        alarm(5)
    }

    private static let stopByRescue: @convention(c) (Int32) -> Void = { _ in
        giveBack()
        raise(SIGSTOP)
    }

    private static let noteContinued: @convention(c) (Int32) -> Void = { _ in
        guard ready.pointee.isArmed != 0 else { return }
        _ = tcsetattr(ready.pointee.input, TCSANOW, &ready.pointee.raw)
        _ = write(ready.pointee.output, ready.pointee.enter, ready.pointee.enterCount)
        var byte = continued
        _ = write(ready.pointee.writeEnd, &byte, 1)
    }

    private static let noteResized: @convention(c) (Int32) -> Void = { _ in
        var byte = resized
        _ = write(ready.pointee.writeEnd, &byte, 1)
    }
}
