package import LootCore
import Platform

/// A shell command that reads its input from this program.
package enum PipedCommand {
    /// Runs a command, and waits until it has read the input and has ended.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `unavailable` if the command fails.
    package static func run(_ command: String, input: [UInt8]) throws(LootError) {
        func failure(_ reason: Message) -> LootError {
            LootError(
                .unavailable, "Can't pass data to “\(TextRules.visible(command))”.", reason: reason,
                advice: "Check the command.")
        }
        Signals.ignoreBrokenPipes()
        let reader: Programs.Reader
        do { reader = try Programs.startReading("/bin/sh", ["sh", "-c", command]) } catch {
            throw failure("\(error.reason).")
        }
        // A command can succeed without reading all of its input. Its status decides.
        try? Files.write(input, to: reader.input)
        Files.close(reader.input)
        let status = reader.wait()
        if status != 0 {
            let code = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
            throw failure("The command failed with status \(code).")
        }
    }
}
