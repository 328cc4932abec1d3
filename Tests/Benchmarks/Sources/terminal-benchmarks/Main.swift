import LootCore
import MemoryStorePlugin
import TerminalKit

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Uses the terminal front end like a person, with a store of the given number of items, and prints a line for each
/// operation, separated by tabs: its name, the number of keys, the median and the 99th percentile of the time from
/// the key to the last byte of its frame in milliseconds, the 99th percentile of the processor time in milliseconds,
/// and the median and maximum bytes of a frame. `--size 120x40` sets the terminal's size; the default is 80x24.
@main
enum TerminalBenchmarks {
    static func main() async throws {
        let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000
        let samples = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 200
        let store = try MemoryStore((0..<count).map(Item.sample))
        let session = try Session(store, size(in: CommandLine.arguments))
        report("first screen", [await session.firstScreen()])
        try await operations(session, samples)
        // Work started by the last keys doesn't count as idle.
        _ = await session.idle(for: .seconds(1))
        let before = switches()
        let bytes = await session.idle(for: .seconds(samples > 50 ? 10 : 1))
        print("idle\t\(bytes) bytes\t\(switches() - before) wake-ups of the process")
        try await session.quit()
    }

    private static func size(in words: [String]) -> Size {
        guard let index = words.firstIndex(of: "--size"), index + 1 < words.count else {
            return Size(width: 80, height: 24)
        }
        let numbers = words[index + 1].split(separator: "x").compactMap { Int($0) }
        precondition(numbers.count == 2, "--size is WIDTHxHEIGHT")
        return Size(width: numbers[0], height: numbers[1])
    }

    private static func operations(_ session: Session, _ samples: Int) async throws {
        // The first keys fill the caches and aren't measured.
        _ = await session.frames(["\u{1B}[6~"], count: 5)
        _ = await session.frames(["g"], count: 1)
        // Far enough down that every further line scrolls.
        _ = await session.frames(["j"], count: 30)
        report("one line down", await session.frames(["j"], count: samples))
        report("one line up, within the screen", await session.frames(["k", "j"], count: samples))
        report("page down", await session.frames(["\u{1B}[6~"], count: samples))
        report("jump to the end, and to the top", await session.frames(["G", "g"], count: samples))
        report("toggle favorite", await session.frames(["f"], count: samples, drains: true))
        report("move a row", await session.frames(["J", "K"], count: samples, drains: true))
        var letters: [Frame] = []
        var answers: [Frame] = []
        // The letters are all different, and more than fit into the cache, so every query is evaluated.
        for letter in "mb7sacefhiklnoprtuxy012345689dgjqvwz".prefix(max(2, samples / 5)) {
            _ = await session.frame("/", drains: true)
            let (shown, found) = await session.search(String(letter))
            letters.append(shown)
            answers.append(found)
            _ = await session.frame("\u{1B}", drains: true)
        }
        report("type a search letter", letters)
        report("… until what was found is there", answers)
        _ = await session.frame("s", drains: true)
        _ = await session.frame("\u{1B}[B\r", drains: true)
        var jumps: [Frame] = []
        for _ in 0..<samples / 3 {
            for letter in ["r", "s", "f"] {
                _ = await session.frame("'")
                jumps.append(await session.frame(letter))
            }
        }
        report("jump by index", jumps)
    }

    private static func report(_ name: String, _ frames: [Frame]) {
        if frames.isEmpty { return }
        let times = frames.map(\.milliseconds).sorted()
        let work = frames.map(\.work).sorted()
        let bytes = frames.map(\.bytes).sorted()
        let (half, late) = (frames.count / 2, frames.count * 99 / 100)
        let numbers =
            "\(times[half])\t\(times[late])\t\(work[late])\t\(bytes[half])\t\(bytes[frames.count - 1])"
        print("\(name)\t\(frames.count)\t\(numbers)")
        fflush(nil)
    }

    /// Returns how often the process woke up so far.
    private static func switches() -> Int {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        return usage.ru_nvcsw
    }
}

extension Item {
    private static let created = Moment("2026-01-01") ?? .now

    fileprivate static func sample(_ number: Int) -> Item {
        let adjectives = ["Fluffy", "Rusty", "Shiny"]
        let nouns = ["Bear", "Spork", "Mac"]
        return Item(
            name: "\(adjectives[number % 3]) \(nouns[number / 3 % 3]) number \(number)",
            valueInDollars: number * 7 % 1000, serialNumber: number % 4 == 0 ? "SN-\(number)" : nil,
            dateCreated: created)
    }
}
