public import Localization

/// The connection to a terminal: output, events, and a mode that is always restored.
///
/// By default, a ``TerminalApplication`` uses the terminal of the process. Use a ``MemoryTerminal`` in tests.
public protocol Terminal: AnyObject {
    /// The current number of columns and rows.
    var size: Size { get }
    /// Switches the terminal to raw mode, and calls `report` for each event, on any thread.
    ///
    /// `enter` is written now and whenever the process continues after being stopped. `leave` is written to restore
    /// the screen.
    func open(
        enter: [UInt8], leave: [UInt8], report: @escaping @Sendable (TerminalEvent) -> Void
    ) throws(TerminalError)
    /// Writes all bytes.
    func write(_ bytes: [UInt8]) throws(TerminalError)
    /// Adds a sequence to write when the screen is restored, because another mode has been turned on.
    func leaveAlso(_ bytes: [UInt8])
    /// Restores the terminal and stops the process, like Ctrl-Z. A ``TerminalEvent/continued`` event follows.
    func suspend()
    /// Restores the terminal. Does nothing if it isn't open.
    func close()
}

/// An event of a terminal.
@nonexhaustive
public enum TerminalEvent: Sendable, Hashable {
    /// Bytes were typed, or sent as a reply.
    case input([UInt8])
    /// The size may have changed.
    case resized
    /// The process continues after it was stopped. The screen has to be redrawn.
    case continued
    /// The input has ended.
    case closed
    /// A signal asked the process to end.
    case asked(signal: Int32)
}

/// A terminal error.
public struct TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error.
    @nonexhaustive
    public enum Reason: Hashable, Sendable {
        /// Input or output is a file or a pipe.
        case notATerminal
        /// The terminal can't move the cursor: `TERM` is empty or `dumb`.
        case tooSimple
        /// The system reported an error with this number.
        case systemError(Int32)
        /// Input or output was closed while it was in use.
        case closed
    }

    /// The kind of error.
    public var reason: Reason
    /// The reason and the advice, in complete sentences.
    public var message: Message

    /// The message in the language of the current task.
    public var description: String { message.text }

    /// Creates an error.
    public init(_ reason: Reason, _ message: Message) {
        self.reason = reason
        self.message = message
    }

    static let inputNotATerminal = TerminalError(
        .notATerminal,
        "Standard input isn't a terminal. Run the program in a terminal, without a pipe or redirection.")

    static let outputNotATerminal = TerminalError(
        .notATerminal,
        "Standard output isn't a terminal. Run the program in a terminal, without a pipe or redirection.")

    static func tooSimple(_ term: String) -> TerminalError {
        TerminalError(
            .tooSimple,
            """
            TERM is “\(term)”, which can't position the cursor. Set TERM to the type of your terminal, for example \
            xterm-256color.
            """)
    }

    static let closed = TerminalError(.closed, "The terminal was closed.")
}
