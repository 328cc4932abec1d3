import LootCore
import Platform

/// Responds to lines from standard input on standard output until the input ends.
struct LineTalk {
    /// The maximum length of a line in bytes.
    static let longest = 16 << 20

    /// Returns the response to a line, or `nil` for none.
    let answer: @Sendable ([UInt8]) async -> [UInt8]?

    /// Reads lines and writes the responses in order.
    func run(input: Int32 = ThisProcess.input, output: Int32 = ThisProcess.output) async throws(LootError) {
        Signals.ignoreBrokenPipes()
        var rest: [UInt8] = []
        while true {
            let piece = await Threads.waiting { (try? Files.read(input, atMost: 1 << 16)) ?? [] }
            if piece.isEmpty { break }
            rest += piece
            var start = rest.startIndex
            while let end = rest[start...].firstIndex(of: 0x0A) {
                guard try await say(Array(rest[start..<end]), output) else { return }
                start = end + 1
            }
            rest.removeFirst(start)
            if rest.count > LineTalk.longest {
                throw LootError(
                    .malformed, "Can't continue.",
                    reason: "A line is longer than \(LineTalk.longest >> 20) MiB.")
            }
        }
        if !rest.isEmpty { _ = try await say(rest, output) }
    }

    /// Responds to a line.
    ///
    /// - Returns: Whether the output is still open.
    private func say(_ line: [UInt8], _ output: Int32) async throws(LootError) -> Bool {
        if line.allSatisfy({ $0 <= 0x20 }) { return true }
        guard let reply = await answer(line) else { return true }
        return (try? Files.write(reply + [0x0A], to: output)) != nil
    }
}
