import LootCore
import Platform

/// Talks on standard input and output, a line at a time, until the input ends.
struct LineTalk {
    /// The longest line, in bytes.
    static let longest = 16 << 20

    /// What is answered to a line; nil for nothing.
    let answer: @Sendable ([UInt8]) async -> [UInt8]?

    /// Reads and answers to the end, in order.
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
                    .malformed, "can't go on", because: "a line is longer than \(LineTalk.longest >> 20) MiB")
            }
        }
        if !rest.isEmpty { _ = try await say(rest, output) }
    }

    /// Answers a line.
    ///
    /// - Returns: whether the reader is still there.
    private func say(_ line: [UInt8], _ output: Int32) async throws(LootError) -> Bool {
        if line.allSatisfy({ $0 <= 0x20 }) { return true }
        guard let reply = await answer(line) else { return true }
        return (try? Files.write(reply + [0x0A], to: output)) != nil
    }
}
