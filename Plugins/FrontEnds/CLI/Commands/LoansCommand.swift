import CommandLineKit
import Localization
import LootActions
import LootCore
import LootPlugins
import TerminalText

/// The `loot loans` command.
struct LoansCommand: LootCommand {
    private static let borrower = Option.value(
        "to", "NAME", "Only the loans of this person", values: Known.field("lentTo").values)
    private static let past = Option.flag("past", "Show the past loans instead")
    private static let slip = Option.flag("slip", "Create a slip to print and sign, as HTML")
    private static let output = Option.value(
        "output", "FILE", short: "o", "The file for the slip", values: .file)

    let declaration = Command(
        "loans", summary: "List current loans, reservations and past loans",
        discussion: "Use “loot lend” and “loot return” to change loans.", group: "Overview",
        arguments: [ItemArguments.anyNumber],
        options: [borrower, past, slip, output, CommandContext.force] + QueryOptions.selecting
            + OutputFormat.options,
        examples: [
            .init("loot loans", "List all current loans and reservations"),
            .init("loot loans --to Ann", "List what Ann has"),
            .init("loot loans Drill --past", "List who had the drill"),
            .init("loot loans --to Ann --slip -o slip.html", "Create a slip for Ann to sign"),
        ])

    var isPaged: Bool { true }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let query = try await context.selection()
        let names = context[ItemArguments.anyNumber]
        if !names.isEmpty, query != nil { throw ItemArguments.refusal(hasBoth: true) }
        let (name, past) = (context[LoansCommand.borrower], context[LoansCommand.past])
        let inventory = try await context.inventory()
        var list = LoanList(on: .today)
        if names.isEmpty {
            // Disposed items had loans, too.
            list = try await inventory.loans(of: query ?? (past ? .all : .kept), past: past, to: name)
        } else {
            for item in try await context.items(names, in: inventory) { list.add(item, past: past, to: name) }
        }
        guard context[LoansCommand.slip] else {
            try context.write(
                records(list),
                empty: past
                    ? String(localized: "No past loans.") : String(localized: "Nothing is lent or reserved."))
            return .success
        }
        let slip = try LoanSlip(list, presentation: context.presentation)
        guard let path = context[LoansCommand.output] else {
            context.write(slip.document)
            return .success
        }
        let file = try context.create(path)
        try file.write(Array(slip.document.utf8))
        try file.commit()
        context.tell(String(localized: "Wrote a slip to \(path)."))
        return .success
    }

    private static func cell(_ day: Day?) -> Records.Cell {
        day.map { .init(.text($0.description), StyledText($0.text(in: .current))) } ?? .init(nil)
    }

    private func records(_ list: LoanList) -> Records {
        var records = Records(
            [
                .init("to", String(localized: "Borrower"), wraps: true),
                .init("name", String(localized: "Name"), wraps: true),
                .init("pieces", String(localized: "Pieces"), isNumber: true),
                .init("state", String(localized: "Status")), .init("from", String(localized: "From")),
                .init("until", String(localized: "Until")), .init("number", nil), .init("id", nil),
            ], sharing: ["to", "id", "name", "pieces", "state", "from", "until", "number"], id: "id")
        records.hasTitles = true
        for row in list.rows {
            records.append([
                .init(row.loan.borrower), .init(row.item.shownName),
                .init(row.loan.pieces(of: row.item)), .init(list.state(of: row.loan)),
                LoansCommand.cell(row.loan.from), LoansCommand.cell(LoanList.end(of: row.loan)),
                .init(row.item.number), .init(row.item.id.description),
            ])
        }
        return records
    }
}
