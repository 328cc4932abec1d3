import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Gives the terminal back when the process is about to end or to stop, from within a signal handler, where
/// only a few system calls are allowed: everything they need lies ready in memory that never moves.
package enum TerminalRescue {
    /// What signals tell.
    package enum Event {
        /// The process goes on after a stop: the screen is to be drawn anew.
        case continued
        /// The terminal has another size.
        case resized
        /// A signal asks the program to end.
        case asked(signal: Int32)
    }

    /// Why a terminal can't be taken over.
    package enum Failure: Error {
        /// This process has it already.
        case inUse(SystemFailure)
        case cannotReadMode(SystemFailure)
        case cannotSetMode(SystemFailure)
        case cannotWatchSignals(SystemFailure)
    }

    /// What a byte in the pipe says has happened.
    package static func event(of byte: UInt8) -> Event {
        switch byte {
        case continued: .continued
        case resized: .resized
        default: .asked(signal: Int32(byte) - firstSignal)
        }
    }

    private static let continued: UInt8 = 1
    private static let resized: UInt8 = 2
    /// The bytes from here on are signals that ask the program to end.
    private static let firstSignal: Int32 = 64
    private static let asking = [SIGINT, SIGTERM, SIGHUP]
    private static let ending = [
        SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGALRM,
    ]

    /// Saves the terminal's mode, switches to raw mode and watches signals. Returns the end of a pipe from
    /// which their bytes can be read.
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
        // A write to a terminal that is gone shall be an error, not the end.
        Signals.ignoreBrokenPipes()
        for number in asking { signal(number, endWhenDone) }
        for number in ending { signal(number, endByRescue) }
        signal(SIGTSTP, stopByRescue)
        signal(SIGCONT, noteContinued)
        signal(SIGWINCH, noteResized)
        return ready.pointee.readEnd
    }

    /// Adds to what is written when the terminal is given back, before the rest.
    package static func leaveAlso(_ bytes: [UInt8]) {
        let old = Array(UnsafeBufferPointer(start: ready.pointee.leave, count: ready.pointee.leaveCount))
        keep(bytes + old, in: \.leave, count: \.leaveCount)
    }

    /// Gives the terminal back and the signals their usual meaning.
    package static func disarm() {
        giveBack()
        alarm(0)
        for number in asking + ending + [SIGTSTP, SIGCONT, SIGWINCH] { signal(number, SIG_DFL) }
        ready.pointee.isArmed = 0
    }

    /// Unsafe because a signal handler must find it at a fixed place; written only while no handler is set or
    /// with the count at zero.
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

    /// Unsafe for the same reason: a pointer, so that a handler reads it without locks or checks.
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

    // MARK: In signal handlers: nothing but write, tcsetattr, signal, alarm and raise

    private static func giveBack() {
        guard ready.pointee.isArmed != 0 else { return }
        _ = write(ready.pointee.output, ready.pointee.leave, ready.pointee.leaveCount)
        _ = tcsetattr(ready.pointee.input, TCSANOW, &ready.pointee.saved)
    }

    private static let endByRescue: @convention(c) (Int32) -> Void = { number in
        giveBack()
        signal(number, SIG_DFL)
        // The signal is blocked while its handler runs; it comes again when this returns.
        raise(number)
    }

    /// The program is told, so that it can close what it has open. Where it does not end by itself, the next signal ends
    /// it, which is an alarm if nothing else.
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
