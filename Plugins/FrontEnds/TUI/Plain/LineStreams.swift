import Platform

/// The input and output of plain mode.
package protocol LineStreams: Sendable {
    /// Writes text immediately.
    func write(_ text: String)
    /// Returns the next line without its line break, or `nil` at the end of the input.
    func readLine() -> String?
}

/// Standard input and standard output.
package struct ProcessLines: LineStreams {
    /// Creates an instance for the streams of the process.
    package init() {}

    /// Writes to standard output.
    package func write(_ text: String) {
        print(text, terminator: "")
        ThisProcess.flushOutput()
    }

    /// Reads from standard input.
    package func readLine() -> String? { Swift.readLine(strippingNewline: true) }
}
