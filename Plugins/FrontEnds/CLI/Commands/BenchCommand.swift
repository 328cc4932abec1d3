import CommandLineKit
import LootActions
import LootCore
import LootFormats
import LootPlugins
import TerminalText

/// The `loot bench-store` command.
struct BenchCommand: LootCommand {
    private static let address = Argument.required(
        "ADDRESS", "The store: json:bench.json, sqlite:bench.db, https://example.org",
        values: Known.addresses.values)
    private static let items = Option.number(
        "items", "N", "Measure with so many items; 1000 unless given", in: 1...10_000_000)
    private static let rounds = Option.number(
        "rounds", "N", "Do each thing so many times; 20 unless given", in: 1...10_000)
    private static let yes = Option.flag("yes", short: "y", "Measure with a store that holds items, too")

    let declaration = Command(
        "bench-store", summary: "Measure how quick a store is on this machine",
        discussion: """
            Adds items of its own, does with them what people do, and takes them away again. A store that holds items \
            is refused without --yes; a store with a history remembers what was done. Times are those of the middle \
            and of the slowest round; a change counts when the store has it for good.
            """,
        group: "Maintenance",
        arguments: [address],
        options: [items, rounds, yes] + OutputFormat.options,
        examples: [
            .init("loot bench-store json:bench.json", "A file of JSON, on this disk"),
            .init("loot bench-store memory: --items 100000 --format json", "For a script"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let count = context[BenchCommand.items] ?? 1_000
        let rounds = context[BenchCommand.rounds] ?? 20
        let store = try await context.host.store(at: context[BenchCommand.address])
        let figures: [StoreBench.Figure]
        do {
            figures = try await StoreBench(store, items: count, rounds: rounds).run(
                allowsItems: context[BenchCommand.yes])
        } catch {
            // Report only the first error.
            try? await store.close()
            throw error
        }
        try await store.close()
        if context[OutputFormat.option] == .json {
            context.write(StoreBench.json(of: figures))
        } else {
            try context.write(BenchCommand.records(figures))
        }
        return .success
    }

    private static func records(_ figures: [StoreBench.Figure]) -> Records {
        var records = Records([
            .init("name", "What"), .init("median", "Time", isNumber: true), .init("unit", "Unit"),
            .init("rest", "Besides", wraps: true),
        ])
        for figure in figures {
            let isBulk = figure.name.hasSuffix("-many")
            let rest =
                isBulk
                ? "\(Money(symbol: "").text(Int(figure.itemsPerSecond))) items/s"
                : "slowest of \(figure.rounds): \(milliseconds(figure.slowest))"
            records.append([
                .init(.text(figure.name), StyledText(figure.title)),
                .init(.number(milliseconds(figure.median)), StyledText(milliseconds(figure.median))),
                .init("ms"), .init(rest),
            ])
        }
        return records
    }

    /// Returns a duration in milliseconds, with fewer decimals the longer it is: `0.052`, `1.25`, `131`.
    private static func milliseconds(_ duration: Duration) -> String {
        let thousandths = Int(duration / .microseconds(1))
        if thousandths >= 100_000 { return String((thousandths + 500) / 1_000) }
        let digits = String(thousandths % 1_000 + 1_000).dropFirst()
        return "\(thousandths / 1_000).\(thousandths >= 1_000 ? digits.prefix(2) : digits)"
    }
}
