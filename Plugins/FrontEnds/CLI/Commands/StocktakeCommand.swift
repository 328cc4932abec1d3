import CommandLineKit
import Localization
import LootActions
import LootCore
import LootPlugins
import TerminalText

/// The `loot stocktake` command.
struct StocktakeCommand: LootCommand {
    private static let place = Argument.optional(
        "PLACE", "The place to count; the whole list by default", values: Known.field("location").values
    )
    private static let codes = Argument.repeated(
        "CODE", "A number, ID, name, barcode or label address; if omitted, the lines of standard input",
        isOptional: true)
    private static let count = Option.value(
        "count", "NUMBER", "The number of pieces that were counted; the last count applies")
    private static let quantities = Option.flag(
        "quantities", "Set the quantities of counted items to the number of pieces")
    private static let moves = Option.flag(
        "move", "Move misplaced items to the place being counted")
    private static let output = Option.value(
        "output", "FILE", short: "o", "Save the report as a CSV file", values: .file)

    let declaration = Command(
        "stocktake", summary: "Compare the list with what is actually there",
        discussion: """
            A stocktake is kept in the list until it is finished or canceled. Several people can scan at the \
            same time, including on the web page. Finishing it sets the fields seen and seenBy of the scanned items in \
            a single change, which can be undone.
            """,
        group: "Items", implied: "status",
        subcommands: [
            Command("start", summary: "Start a stocktake of a place", arguments: [place]),
            Command("scan", summary: "Record items by their codes", arguments: [codes], options: [count]),
            Command(
                "status", summary: "List the items with their results", options: OutputFormat.options),
            Command(
                "finish", summary: "Record the scanned items as seen, and show the report",
                options: [moves, quantities, output, CommandContext.force, ChangeOptions.yes]
                    + OutputFormat.options),
            Command("cancel", summary: "End the stocktake without recording anything"),
        ],
        examples: [
            .init("loot stocktake start Attic", "Start counting the items in the attic"),
            .init("loot stocktake scan A-0017 4006381333931", "Record two items"),
            .init("loot stocktake scan Chairs --count 37", "Record the number of pieces"),
            .init("loot stocktake scan", "Record items with a scanner that works like a keyboard"),
            .init("loot stocktake status", "List what is missing"),
            .init("loot stocktake finish --move", "Finish it, and move misplaced items to the attic"),
            .init(
                "loot list --where 'not seen since 2026-01-01'", "List items that weren't counted this year"
            ),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let inventory = try await context.inventory()
        switch context.invocation.path.last {
        case "start":
            let place = context[StocktakeCommand.place] ?? ""
            try await context.tell(run(.startStocktake, ["place": place], inventory).message.text)
        case "scan": return try await scan(context, inventory)
        case "finish": try await finish(context, inventory)
        case "cancel": try await context.tell(run(.cancelStocktake, [:], inventory).message.text)
        default:
            let report = try await inventory.stocktakeReport()
            try write(report, context)
            if context[OutputFormat.option] == .table { context.line(report.summary.text) }
        }
        return .success
    }

    private func run(
        _ action: Action, _ arguments: [String: String], _ inventory: Inventory
    ) async throws(LootError) -> ActionOutcome {
        try await ActionRunner(inventory).prepareAndCommit(
            ActionRequest(action, on: .items([]), arguments: arguments))
    }

    /// Records the codes one by one, so that each confirmed scan is kept. An ambiguous or overlong code doesn't stop the others.
    private func scan(
        _ context: CommandContext, _ inventory: Inventory
    ) async throws(LootError) -> ExitStatus {
        _ = try await inventory.stocktake()
        var codes = context[StocktakeCommand.codes]
        let isInteractive = codes.isEmpty
        codes.reverse()
        let count = context[StocktakeCommand.count].map { ["count": $0] } ?? [:]
        var status = ExitStatus.success
        while let code = isInteractive ? context.console.readLine() : codes.popLast() {
            if code.allSatisfy(\.isWhitespace) { continue }
            do throws(LootError) {
                let arguments = count.merging(["code": code]) { first, _ in first }
                try await context.tell(run(.scan, arguments, inventory).message.text)
            } catch {
                if error.code != .ambiguousItem, error.field != "code" { throw error }
                context.console.writeError("\(error.text)\n")
                status = .badData
            }
        }
        return status
    }

    private func finish(_ context: CommandContext, _ inventory: Inventory) async throws(LootError) {
        var report = try await inventory.stocktakeReport()
        var moves = context[StocktakeCommand.moves]
        var quantities = context[StocktakeCommand.quantities]
        let misplaced = report.count(.misplaced)
        if !moves, misplaced > 0, let place = report.stocktake.place, context.console.canAsk {
            let question: Message =
                "Move \(misplaced, one: "misplaced item", other: "misplaced items") to \(place)?"
            moves = context.isAffirmed(question.text)
        }
        let miscounted = report.miscounted(moving: moves).count
        if !quantities, miscounted > 0, context.console.canAsk {
            let question: Message =
                "Set the quantity of \(miscounted, one: "item", other: "items") to the count?"
            quantities = context.isAffirmed(question.text)
        }
        // Others may have scanned while the questions were shown.
        report = try await inventory.stocktakeReport()
        let file = try context[StocktakeCommand.output].map { (path) throws(LootError) in
            try context.create(path)
        }
        let outcome = try await run(
            .finishStocktake, ["move": "\(moves)", "quantities": "\(quantities)"], inventory)
        if let file {
            try file.write(report.csv)
            try file.commit()
        } else {
            try write(report, context)
        }
        context.tell(outcome.message.text)
    }

    private func write(_ report: StocktakeReport, _ context: CommandContext) throws(LootError) {
        var records = Records(
            [
                .init("result", String(localized: "Result")),
                .init("number", String(localized: "Asset number")),
                .init("name", String(localized: "Name"), wraps: true),
                .init("location", String(localized: "Location"), wraps: true), .init("id", nil),
                .init("quantity", String(localized: "Quantity"), isNumber: true),
                .init("counted", String(localized: "Counted"), isNumber: true),
            ], sharing: ["result", "number", "name", "location", "id", "quantity", "counted"], id: "id")
        records.hasTitles = true
        for row in report.rows {
            var cells = row.map { Records.Cell($0) }
            if let result = row.first ?? nil {
                let title = StocktakeReport.Result(rawValue: result)?.title ?? "Unknown"
                cells[0] = .init(.text(result), StyledText(title.text))
            }
            records.append(cells)
        }
        try context.write(records, empty: String(localized: "Nothing to count."))
    }
}
