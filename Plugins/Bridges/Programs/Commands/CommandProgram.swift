import LootCore
import Platform

/// An external command: `loot foo` runs the program `loot-foo`.
struct CommandProgram {
    private let path: String
    private let environment: [String]

    init(_ path: String, _ environment: [String: String]) {
        self.path = path
        self.environment = environment.map { "\($0.key)=\($0.value)" }
    }

    /// Returns the completions that the program prints for the words within a second.
    func completions(_ words: [String]) -> [String] {
        guard
            let child = try? ChildProcess(
                path, ["--loot-complete"] + words,
                environment: environment + ["LOOT=\(ThisProcess.path ?? "loot")"],
                folder: nil)
        else { return [] }
        Files.close(child.input)
        var output: [UInt8] = []
        let end = ContinuousClock.now + .seconds(1)
        while output.count < 1 << 16, ContinuousClock.now < end {
            guard Poller.waitForBytes(on: child.output, milliseconds: 1_000) else { break }
            guard let bytes = try? Files.read(child.output, atMost: 1 << 14), !bytes.isEmpty else { break }
            output += bytes
        }
        child.kill()
        child.end()
        Files.close(child.output)
        Files.close(child.errors)
        _ = child.status(waits: true)
        return String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline).map {
            TextRules.shown(String($0))
        }
    }
}
