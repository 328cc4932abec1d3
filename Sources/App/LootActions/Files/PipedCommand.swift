package import LootCore
import Platform

/// A shell command that reads its input from this program.
package enum PipedCommand {
    /// Runs a command, and waits until it has ended. If it takes longer than `timeLimit`, it is killed.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `unavailable` if the command fails.
    package static func run(
        _ command: String, input: [UInt8], timeLimit: Duration? = nil
    ) throws(LootError) {
        func failure(_ reason: Message) -> LootError {
            LootError(
                .unavailable, "Can't pass data to “\(TextRules.visible(command))”.", reason: reason,
                advice: "Check the command.")
        }
        Signals.ignoreBrokenPipes()
        let reader: Programs.Reader
        do {
            reader = try Programs.startReading(
                "/bin/sh", ["sh", "-c", command], hasOwnGroup: timeLimit != nil)
        } catch { throw failure("\(error.reason).") }
        // A command can succeed, hang, or be killed without reading all of its input. Its exit status determines the outcome.
        let isWritten = Handoff<Void>()
        @Sendable func write() {
            try? Files.write(input, to: reader.input)
            Files.close(reader.input)
            isWritten.give(())
        }
        do { try Threads.start(write) } catch { write() }
        let status = timeLimit.map(reader.wait(atMost:)) ?? reader.wait()
        isWritten.take()
        guard let status else {
            let seconds = Int(timeLimit?.components.seconds ?? 0)
            throw failure("The command took longer than \(seconds, one: "second", other: "seconds").")
        }
        if status != 0 {
            let code = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
            throw failure("The command failed with status \(code).")
        }
    }
}
