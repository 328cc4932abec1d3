import CommandLineKit
import LootActions
import LootCore
import LootPlugins

/// The `loot add` command.
struct AddCommand: LootCommand {
    private static let name = Argument.optional("NAME", "The name of the item")
    private static let nameFlag = Option.value(
        "name", "TEXT", "The name of the item, instead of NAME", group: "Fields")
    private static let random = Option.optionalValue(
        "random", "COUNT", "Add this many random items; the default is 1")
    private static let template = Option.value(
        "template", "NAME", "Start with the values of a template",
        values: Known.templates.values)
    private static let barcode = Option.value(
        "barcode", "CODE", "Look up the product in the configured catalogs, and start with its data")
    private static let position = Option.number(
        "at", "POSITION", "Insert the item at this position; the first is 1", in: 1...Int.max)

    let declaration = Command(
        "add", summary: "Add an item", group: "Items",
        arguments: [name],
        options: [random, template, barcode, position, ChangeOptions.trial] + ItemOutput.options + [nameFlag]
            + FieldOptions.declared(except: ["name"]),
        examples: [
            .init("loot add Lamp --value 40 --serial L-1", "Add a lamp"),
            .init(
                "loot add Bike --value 900 --tags sport,outdoor --custom 'frame:integer=56'",
                "Add an item with more fields"),
            .init("loot add --barcode 036000291452", "Add a product with data from a catalog"),
            .init("loot add --random 10", "Add ten random items"),
        ])

    var listNeed: ListNeed { .beginning }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        var items = try AddCommand.items(context)
        let own = context.host.ownFields
        let template = try context[AddCommand.template].map { (name) throws(LootError) in
            try own.template(named: name)
        }
        let edit = try FieldOptions.edit(context.invocation, own: own, except: ["name"])
        if let change = edit.relativeChange {
            // For a negative number, throw the more specific error.
            if change.text.hasPrefix("-") { _ = try change.field.parse(change.text) }
            throw change.field.refusal(
                "“\(change.text)” changes an existing number, but a new item has none.",
                advice: "Enter the number itself.")
        }
        let product = try await AddCommand.product(context)
        for index in items.indices {
            try template?.values.apply(to: &items[index])
            try product?.apply(to: &items[index])
            try edit.patch(for: items[index], in: context.presentation.money).apply(to: &items[index])
        }
        let position = context[AddCommand.position].map { $0 - 1 }
        let output = try ItemOutput(context)
        let inventory = try await context.inventory()
        if let position {
            let count = try await inventory.store.summary().count
            guard position <= count else {
                throw LootError(
                    .positionOutOfRange, "Can't add an item at position \(position + 1).",
                    reason: "The position must be from 1 to \(count + 1).",
                    advice: "Leave out --at to add at the end.")
            }
        }
        try await inventory.add(items, at: position.map { .position($0) } ?? .last)
        try await output.write(added: items, in: inventory)
        return .success
    }

    /// Returns a catalog's values for the product of `--barcode`, without the name if one was given.
    private static func product(_ context: CommandContext) async throws(LootError) -> Patch? {
        guard let code = context[barcode] else { return nil }
        if context[random] != nil {
            throw LootError(
                .usage, "Can't add random items with a barcode.",
                reason: "A barcode belongs to a single product.", advice: "Leave out --random or --barcode.")
        }
        var values = try await context.host.product(Barcode(code)).values
        if try named(context) != nil { values["name"] = nil }
        return values
    }

    /// Returns the name from the argument or the option.
    private static func named(_ context: CommandContext) throws(LootError) -> String? {
        guard let name = context[name], context[nameFlag] != nil else {
            return context[nameFlag] ?? context[name]
        }
        throw LootError(
            .usage, "Can't add an item.",
            reason: "Two names were given, “\(TextRules.visible(name))” and --name.",
            advice: "Give only one name. Quote a name of several words.")
    }

    private static func items(_ context: CommandContext) throws(LootError) -> [Item] {
        guard let random = context[random] else {
            guard let name = try named(context) ?? context[barcode].map({ _ in "" }) else {
                throw LootError(
                    .usage, "Can't add an item.", reason: "No name was given.",
                    advice: """
                        Run “\(context.program.name) add NAME”, or “\(context.program.name) add ''” to name the item \
                        later.
                        """)
            }
            return [Item(name: name, value: nil)]
        }
        let text = random ?? context[name] ?? "1"
        guard let count = Int(text), (1...10_000_000).contains(count) else {
            throw LootError(
                .usage, "Can't add random items.",
                reason: "“\(TextRules.visible(text))” isn't a number from 1 to 10000000.",
                advice: "Run, for example, “\(context.program.name) add --random 10”.")
        }
        // Request a single seed from the system, since each request takes as long as creating an item.
        var generator = SeededGenerator(seed: .random(in: .min ... .max))
        return (0..<count).map { _ in Item.random(using: &generator) }
    }
}
