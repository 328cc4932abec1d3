import CommandLineKit
import LootControllers
import LootCore

/// `loot add`
struct AddCommand: LootCommand {
    let declaration = Command(
        "add", summary: "Add an item", group: "Items",
        arguments: [Argument("NAME", "What it is called", isOptional: true)],
        options: [
            .value("random", "COUNT", "Add items at random, one if no count is given", isOptional: true),
            .value("at", "POSITION", "Put it at a position; the first is 1"),
            ItemOutput.formatOption,
        ] + FieldOptions.declared(except: ["name"]),
        examples: [
            .init("loot add Lamp --value 40 --serial L-1", "Add a lamp"),
            .init(
                "loot add Bike --value 900 --tags sport,outdoor --custom 'frame:integer=56'",
                "With more fields"),
            .init("loot add --random 10", "Add ten items at random"),
        ])

    var listNeed: ListNeed { .beginning }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        var items = try AddCommand.items(context.parsed)
        let patch = try FieldOptions.patch(context.parsed)
        for index in items.indices { try patch.apply(to: &items[index]) }
        let position = try context.position("at")
        let output = try ItemOutput(context, fields: nil)
        let inventory = try await context.inventory()
        if let position {
            let count = try await inventory.store.summary().count
            guard position <= count else {
                throw LootError(
                    .positionOutOfRange, "can't add at position \(position + 1)",
                    because: "positions go from 1 to \(count + 1)", next: "Leave --at out to add at the end")
            }
        }
        try await inventory.add(items, at: position.map { .position($0) } ?? .last)
        try await output.write(added: items, in: inventory)
        return .success
    }

    private static func items(_ parsed: ParsedCommand) throws(LootError) -> [Item] {
        guard parsed.contains("random") else {
            guard let name = parsed.argument("NAME") else {
                throw LootError(
                    .usage, "can't add an item", because: "no name was given",
                    next: "Write: loot add NAME, or loot add --random")
            }
            guard let field = Field.with(key: "name") else { return [] }
            try field.checkEntry(.text(name))
            return [Item(name: name)]
        }
        let text = parsed.value(of: "random") ?? parsed.argument("NAME") ?? "1"
        guard let count = Int(text), (1...10_000_000).contains(count) else {
            throw LootError(
                .usage, "can't add items at random",
                because: "“\(TextRules.visible(text))” is no count from 1 to 10000000",
                next: "Write: loot add --random 10")
        }
        // One question to the system for all of them: each costs as much as an item.
        var generator = SeededGenerator(seed: .random(in: .min ... .max))
        return (0..<count).map { _ in Item.random(using: &generator) }
    }
}
