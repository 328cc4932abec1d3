import CommandLineKit
import LootActions
import LootCore
import LootPlugins
import LootQueryText
import TerminalText

/// The `loot show` command.
struct ShowCommand: LootCommand {
    let declaration = Command(
        "show", summary: "Show the details of items", group: "Items",
        arguments: [ItemArguments.anyNumber],
        options: QueryOptions.selecting + [QueryOptions.at] + ItemOutput.options,
        examples: [
            .init("loot show '#1'", "Show the first item"),
            .init("loot show 2f1d --format json", "Print the results for a script"),
            .init(
                "loot show --where 'lentTo is set' --fields name,lent,back",
                "Show some fields of several items"),
        ])

    var isPaged: Bool { true }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let output = try ItemOutput(context)
        let inventory = try await context.inventory()
        let items = try await context.shownItems(in: inventory)
        guard output.isTable else {
            try await output.write(items, in: inventory)
            return .success
        }
        var fields: [FieldKey]?
        if let names = try context.namedFields() {
            fields = try names.map { (name) throws(LootError) in try Field.shown(named: name) }
        }
        for (index, item) in items.enumerated() {
            if index > 0 { context.write("\n") }
            await show(item, fields, inventory, context)
        }
        return .success
    }

    private func show(
        _ item: Item, _ fields: [FieldKey]?, _ inventory: Inventory, _ context: CommandContext
    ) async {
        var keys =
            [Field.idKey] + Field.shownKeys + item.custom.keys.sorted().map(FieldKey.custom)
        keys.removeAll { context.presentation.value(of: $0, in: item) == nil || $0 == "files" }
        let photo = await ShowCommand.photo(of: item, inventory)
        var facts = (fields ?? keys).map { key in
            let text =
                key == "photo" ? photo : context.presentation.text(of: key, in: item, on: .today)
            return (ItemPresentation.title(of: key), StyledText(text, lineBreaks: .kept))
        }
        if fields != nil { return context.write(facts: facts) }
        if let day = context.presentation.day, !Filter.owned(on: day).matches(item) {
            context.line(String(localized: "“\(item.shownName)” wasn't owned on \(day)."))
        }
        if let holding = try? await inventory.holding(of: item) {
            let (count, total) = (holding.count, holding.total)
            let text = "\(ItemPresentation.count(count)), \(context.presentation.money.text(total))"
            facts.append((String(localized: "Contents"), StyledText(text)))
        }
        context.write(facts: facts)
        guard item.hasDetails, !item.files.isEmpty, let files = try? await inventory.files(of: item) else {
            return
        }
        context.line(StyledText(String(localized: "Files"), Style(.dim)))
        context.write(FileCommand.records(of: files, photo: item.photo).table(context, isHeaded: false))
    }

    /// Returns a description of an item's photo, or of the error if it can't be read.
    private static func photo(of item: Item, _ inventory: Inventory) async -> String {
        do {
            return try await inventory.photo(of: item).map(ItemPresentation.text) ?? ""
        } catch {
            return error.explanation.text
        }
    }
}
