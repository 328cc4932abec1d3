package import LootCore

/// The input and output of commands: the process's standard streams, or a test's.
package protocol Console: Sendable {
    /// Whether standard output is a terminal.
    var isOutputTerminal: Bool { get }
    /// Whether a person can answer questions: standard input and standard error are terminals.
    var canAsk: Bool { get }
    /// The width of the terminal in columns, or `nil` for a pipe or file, where nothing is truncated or wrapped.
    var width: Int? { get }

    /// The width of standard error's terminal, where progress is shown, or `nil` if it isn't a terminal.
    var errorWidth: Int? { get }

    /// Whether times are shown in the system's time zone rather than in UTC.
    var isLocal: Bool { get }

    /// Pages all further output if standard output is a terminal and the output exceeds one screen. `program` is the
    /// pager's shell command.
    func page(through program: String)

    /// Writes to standard output. After the reader has closed the pipe, output is dropped; see ``isBroken``.
    func write(_ bytes: [UInt8])
    /// Writes to standard error.
    func writeError(_ text: String)
    /// Reads a line from standard input, without its line break. Returns `nil` at the end.
    func readLine() -> String?
    /// Reads a line from standard input. A terminal doesn't show what is typed. Returns `nil` at the end.
    func readSecret() -> String?
    /// Reads the next bytes from standard input. Returns an empty array at the end. Don't mix with ``readLine()``.
    func read() throws(LootError) -> [UInt8]
    /// Whether the reader of standard output has closed the pipe, so that further output is useless.
    var isBroken: Bool { get }
    /// Writes buffered output to standard output.
    ///
    /// - Throws: `LootError` if writing fails, unless the reader has closed the pipe.
    func flush() throws(LootError)
}

extension Console {
    /// The default is `false`.
    package var isLocal: Bool { false }

    /// Does nothing by default.
    package func page(through program: String) {}

    /// Writes text to standard output.
    package func write(_ text: String) { write(Array(text.utf8)) }
}
