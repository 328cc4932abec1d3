import Platform

/// Where plain mode speaks: a line in, text out.
package protocol LineStreams: Sendable {
    /// Writes text at once.
    func write(_ text: String)
    /// The next line, without its end; nil when there are no more.
    func readLine() -> String?
}

/// Standard input and output.
package struct ProcessLines: LineStreams {
    /// The streams of the process.
    package init() {}

    /// Writes to standard output.
    package func write(_ text: String) {
        print(text, terminator: "")
        ThisProcess.flushOutput()
    }

    /// Reads from standard input.
    package func readLine() -> String? { Swift.readLine(strippingNewline: true) }
}
