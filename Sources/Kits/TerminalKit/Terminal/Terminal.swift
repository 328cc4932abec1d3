/// Where a program meets its terminal: bytes out, events in, and a mode that is always given back.
///
/// A ``TerminalApplication`` that is given none runs in the terminal of the process; ``MemoryTerminal`` is one for tests.
public protocol Terminal: AnyObject {
    /// How many columns and rows there are now.
    var size: Size { get }
    /// Takes the terminal over: raw mode, and `report` called from anywhere for whatever happens.
    ///
    /// `enter` is written now and after each return from being stopped; `leave` is what gives the screen back.
    func open(
        enter: [UInt8], leave: [UInt8], report: @escaping @Sendable (TerminalEvent) -> Void
    ) throws(TerminalError)
    /// Writes bytes, all of them.
    func write(_ bytes: [UInt8]) throws(TerminalError)
    /// Adds to what is written when the screen is given back, because more has been switched on since.
    func leaveAlso(_ bytes: [UInt8])
    /// Gives the terminal back and stops the process, as Ctrl-Z does; a ``TerminalEvent/continued`` follows.
    func suspend()
    /// Gives the terminal back. Nothing happens when that has been done.
    func close()
}

/// What a terminal has to say.
@nonexhaustive
public enum TerminalEvent: Sendable, Hashable {
    /// Bytes were typed, or sent in reply.
    case input([UInt8])
    /// The size may have changed.
    case resized
    /// The process was stopped and goes on; the screen has to be drawn anew.
    case continued
    /// There will be no more input.
    case closed
    /// The process was asked to end, by this signal.
    case asked(signal: Int32)
}

/// Why a terminal can't be used.
public struct TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    @nonexhaustive
    public enum Reason: Hashable, Sendable {
        /// Input or output is a file or a pipe.
        case notATerminal
        /// The terminal can't place a cursor (`TERM` is empty or `dumb`).
        case tooSimple
        /// The system refused.
        case systemError(Int32)
        /// Input or output was closed under way.
        case closed
    }

    /// What kind of failure it is.
    public var reason: Reason
    /// What failed and what to do next, for people.
    public var description: String

    /// An error for people and programs.
    public init(_ reason: Reason, _ description: String) {
        self.reason = reason
        self.description = description
    }

    static func notATerminal(_ stream: String) -> TerminalError {
        TerminalError(
            .notATerminal,
            "can't show a screen: \(stream) is no terminal. Run it in a terminal, without a pipe or redirection."
        )
    }

    static func tooSimple(_ term: String) -> TerminalError {
        TerminalError(
            .tooSimple,
            "can't show a screen: TERM is “\(term)”, which can't place a cursor. "
                + "Set TERM to what your terminal is, xterm-256color for example.")
    }

    static let closed = TerminalError(.closed, "the terminal was closed.")
}
