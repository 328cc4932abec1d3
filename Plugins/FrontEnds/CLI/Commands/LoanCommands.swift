import CommandLineKit
import LootActions
import LootCore
import LootPlugins

/// `loot lend`
struct LendCommand: LootCommand {
    private static let borrower = Option.value(
        "to", "NAME", "Who gets it", values: Known.field("lentTo").values)
    private static let until = Option.value(
        "until", "DAY", aliases: ["due"], "When it is to be back: 2026-11-30, +14d, tomorrow")

    let declaration = Command(
        "lend", summary: "Lend items to a person",
        discussion: "What is to be back, and what is late, 'loot due' tells.", group: "Items",
        arguments: [ItemArguments.anyNumber],
        options: [borrower, until] + ChangeOptions.choosing + ItemOutput.options,
        examples: [
            .init("loot lend '#3' --to Ann --until +14d", "For two weeks"),
            .init("loot lend '#3' '#7' --to Ann", "Two things, for as long as it takes"),
            .init("loot list --where 'lent is set'", "What is lent"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let borrower = try Inventory.name(ofBorrower: context[LendCommand.borrower] ?? "")
        let until = try Field.day(context[LendCommand.until], for: "lentUntil")
        let output = try ItemOutput(context)
        let inventory = try await context.inventory()
        let verb = Chosen.Verb(name: "lend", done: "lent")
        let chosen = try await Chosen(context, inventory, verb) {
            (items, inventory) async throws(LootError) in
            try await inventory.lend(items.map(\.id), to: borrower, until: until)
        }
        guard let chosen else { return .success }
        return try await output.write(chosen, in: inventory) { item in
            let end = item.lentUntil.map { " until \(ItemPresentation.short($0, on: .today))" } ?? ""
            return "“\(item.shownName)” is lent to \(item.lentTo ?? "")\(end)."
        }
    }
}

/// `loot return`
struct ReturnCommand: LootCommand {
    let declaration = Command(
        "return", summary: "Note that lent items are back", group: "Items",
        arguments: [ItemArguments.anyNumber],
        options: ChangeOptions.choosing + ItemOutput.options,
        examples: [
            .init("loot return '#3'", "One thing"),
            .init("loot return --where 'lent = Ann'", "All that Ann had"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let output = try ItemOutput(context)
        let inventory = try await context.inventory()
        let verb = Chosen.Verb(name: "return", done: "returned")
        let chosen = try await Chosen(context, inventory, verb) {
            (items, inventory) async throws(LootError) in
            try await inventory.giveBack(items.map(\.id))
        }
        guard let chosen else { return .success }
        let before = Dictionary(chosen.items.map { ($0.id, $0) }) { first, _ in first }
        return try await output.write(chosen, in: inventory) { item in
            guard let lent = before[item.id], lent.isLent else { return "“\(item.shownName)” is not lent." }
            return "“\(item.shownName)” is back\(lent.lentTo.map { " from \($0)" } ?? "")."
        }
    }
}

extension Field {
    /// Parses the day given by an option for a field. Returns `nil` if it wasn't given.
    static func day(_ text: String?, for key: FieldKey) throws(LootError) -> Day? {
        guard let text, case .day(let day)? = try Field.with(key: key)?.parse(text) else { return nil }
        return day
    }
}

extension ItemOutput {
    /// Writes the result for each item: a sentence, or the item in a machine-readable format.
    func write(
        _ chosen: Chosen, in inventory: Inventory, _ sentence: (Item) -> String
    ) async throws(LootError) -> ExitStatus {
        var items: [Item] = []
        for item in chosen.items { items.append(try await inventory.item(.id(item.id))) }
        if isTable {
            for item in items { tell(sentence(item)) }
        } else {
            try await write(items, in: inventory)
        }
        return .success
    }
}
