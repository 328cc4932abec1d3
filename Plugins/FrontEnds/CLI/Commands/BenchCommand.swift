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
        "items", "N", "The number of items; the default is 1000", in: 1...10_000_000)
    private static let rounds = Option.number(
        "rounds", "N", "The number of rounds; the default is 20", in: 1...10_000)
    private static let yes = Option.flag("yes", short: "y", "Allow a store that contains items")

    let declaration = Command(
        "bench-store", summary: "Measure the speed of a store on this machine",
        discussion: """
            Adds items, performs typical operations on them, and removes them. A store that contains items requires \
            --yes. The changes remain in the store's history. Prints the median and the slowest times. A change counts \
            as complete once it is saved durably.
            """,
        group: "Maintenance",
        arguments: [address],
        options: [items, rounds, yes] + OutputFormat.options,
        examples: [
            .init("loot bench-store json:bench.json", "Measure a JSON file on this disk"),
            .init("loot bench-store memory: --items 100000 --format json", "Print the results for a script"),
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
            .init("name", String(localized: "Operation")),
            .init("median", String(localized: "Time"), isNumber: true),
            .init("unit", String(localized: "Unit")),
            .init("rest", String(localized: "Details"), wraps: true),
        ])
        for figure in figures {
            let isBulk = figure.name.hasSuffix("-many")
            let rest: Message =
                isBulk
                ? "\(Int(figure.itemsPerSecond), one: "item/s", other: "items/s")"
                : "slowest of \(figure.rounds): \(milliseconds(figure.slowest))"
            records.append([
                .init(.text(figure.name), StyledText(figure.title.text)),
                .init(.number(milliseconds(figure.median)), StyledText(milliseconds(figure.median))),
                .init("ms"), .init(rest.text),
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
