package import LootCore

/// Where a command reads and writes: the process's own streams, or a test's.
package protocol Console: Sendable {
    /// Whether a person reads the output as it comes.
    var isOutputTerminal: Bool { get }
    /// Whether a person can be asked: they type the input and see what is written as an error.
    var canAsk: Bool { get }
    /// Columns of the terminal; nil in a pipe or a file, where nothing is cut or wrapped.
    var width: Int? { get }

    /// Columns of the terminal to which standard error goes, where progress is shown; nil elsewhere.
    var errorWidth: Int? { get }

    /// Whether moments are told by the clock of the system that it belongs to, and not in UTC.
    var isLocal: Bool { get }

    /// Has what is written to standard output from now on read by another program, page by page, where it is a terminal
    /// and there is more than one screen of it. The program is a line for the shell.
    func page(through program: String)

    /// Writes to standard output. What is written once the reader is gone is dropped, see ``isBroken``.
    func write(_ bytes: [UInt8])
    /// Writes to standard error.
    func writeError(_ text: String)
    /// Reads a line from standard input, without its end; nil when there is none.
    func readLine() -> String?
    /// Reads the next bytes from standard input; none at its end. Not to be mixed with ``readLine()``.
    func read() throws(LootError) -> [UInt8]
    /// Whether the reader of standard output has gone; there is no use in going on then.
    var isBroken: Bool { get }
    /// Writes everything that was collected to standard output.
    ///
    /// - Throws: `LootError` when it could not be written, unless its reader has gone.
    func flush() throws(LootError)
}

extension Console {
    /// They are not.
    package var isLocal: Bool { false }

    /// Nothing is: what is written is there to be looked at as it is.
    package func page(through program: String) {}

    /// Writes text to standard output.
    package func write(_ text: String) { write(Array(text.utf8)) }
}
