import CommandLineKit
import LootActions
import LootCore
import LootPlugins
import TerminalText

/// `loot show`
struct ShowCommand: LootCommand {
    let declaration = Command(
        "show", summary: "Show everything about an item", group: "Items",
        arguments: [ItemArguments.several],
        options: [ItemOutput.format],
        examples: [
            .init("loot show '#1'", "The first item"), .init("loot show 2f1d --format json", "For a script"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let output = try ItemOutput(context, fields: nil)
        let inventory = try await context.inventory()
        let items = try await context.items(context[ItemArguments.several], in: inventory)
        guard output.isTable else {
            try await output.write(items, in: inventory)
            return .success
        }
        for (index, item) in items.enumerated() {
            if index > 0 { context.write("\n") }
            await show(item, inventory, context)
        }
        return .success
    }

    private func show(
        _ item: Item, _ inventory: Inventory, _ context: CommandContext
    ) async {
        var keys = [Field.idKey] + Field.all.map(\.key) + item.custom.keys.sorted().map(FieldKey.custom)
        keys.removeAll { item.value(for: $0) == nil || $0 == "files" }
        var table = Table([.init(overflow: .never), .init(overflow: .wrap)], glyphs: context.glyphs)
        let photo = await ShowCommand.photo(of: item, inventory)
        var rows = keys.map { key in
            let text =
                key == "photo" ? photo : context.presentation.text(of: key, in: item, on: .today)
            return [
                StyledText(ItemPresentation.title(of: key), Style(.dim)), StyledText(text, lineBreaks: .kept),
            ]
        }
        if let contents = try? await inventory.contents(of: item, limit: 0) {
            let (count, total) = (contents.all.count, contents.all.total)
            let text = "\(ItemPresentation.count(count)), \(context.presentation.money.text(total))"
            rows.append([StyledText("In it", Style(.dim)), StyledText(text)])
        }
        for row in rows { table.measure(row) }
        let layout = table.layout(width: context.console.width, colors: context.colors)
        var text = ""
        for row in rows { layout.append(row, to: &text) }
        context.write(text)
        guard item.hasDetails, !item.files.isEmpty, let files = try? await inventory.files(of: item) else {
            return
        }
        context.line(StyledText("Files", Style(.dim)))
        context.write(FileCommand.table(of: files, photo: item.photo, context))
    }

    /// What there is to say of an item's photo, also where something is wrong with it.
    private static func photo(of item: Item, _ inventory: Inventory) async -> String {
        do {
            return try await inventory.photo(of: item).map(ItemPresentation.text) ?? ""
        } catch {
            return error.why
        }
    }
}
