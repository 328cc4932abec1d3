import CommandLineKit
import LootActions
import LootCore
import LootPlugins
import TerminalText

/// The `loot barcode` command.
struct BarcodeCommand: LootCommand {
    private static let code = Argument.required("CODE", "The number below the bars")

    let declaration = Command(
        "barcode", summary: "Show what a catalog knows of a product",
        discussion: """
            Asks the catalogs that the configuration names, one after the other, until one knows the product. Items that \
            have this barcode already are shown before any is asked.
            """,
        group: "Items", arguments: [code], options: OutputFormat.options,
        examples: [
            .init("loot barcode 036000291452", "Look a product up"),
            .init("loot add --barcode 036000291452 --location Kitchen", "Add what the catalog knows"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let barcode = try Barcode(context[BarcodeCommand.code])
        let store = try await context.store()
        let items = try await store.items(of: Query(filter: barcode.filter))
        if context[OutputFormat.option] == .json {
            context.write(try await context.host.product(barcode).json(besides: items))
            return .success
        }
        if context[OutputFormat.option] == .table {
            let ids = ShortIDs(items.map(\.id))
            for item in items { context.line("In the list already: \(item.shownName) (\(ids[item.id]))") }
        }
        let product = try await context.host.product(barcode)
        var records = Records([.init("name", "Name"), .init("value", "Value", wraps: true)])
        func add(_ name: String, _ title: String, _ text: String) {
            records.append([.init(.text(name), StyledText(title, Style(.dim))), .init(text)])
        }
        add("catalog", "Catalog", product.catalog)
        for edit in product.values.edits {
            add(
                Field.name(of: edit.field), ItemPresentation.title(of: edit.field),
                edit.value?.description ?? "")
        }
        try context.write(records)
        return .success
    }
}
