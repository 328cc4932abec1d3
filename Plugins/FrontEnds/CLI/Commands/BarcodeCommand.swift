import CommandLineKit
import LootActions
import LootCore
import LootPlugins
import TerminalText

/// The `loot barcode` command.
struct BarcodeCommand: LootCommand {
    private static let code = Argument.required("CODE", "The barcode number")

    let declaration = Command(
        "barcode", summary: "Look up a product in the catalogs",
        discussion: """
            Queries the configured catalogs in order until one finds the product. Items with this barcode \
            are listed first.
            """,
        group: "Items", arguments: [code], options: OutputFormat.options,
        examples: [
            .init("loot barcode 036000291452", "Look up a product"),
            .init(
                "loot add --barcode 036000291452 --location Kitchen",
                "Add the product with data from the catalog"),
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
            for item in items {
                context.line(String(localized: "You already have “\(item.shownName)” (\(ids[item.id]))."))
            }
        }
        let product = try await context.host.product(barcode)
        var records = Records([
            .init("name", String(localized: "Name")), .init("value", String(localized: "Value"), wraps: true),
        ])
        func add(_ name: String, _ title: String, _ text: String) {
            records.append([.init(.text(name), StyledText(title, Style(.dim))), .init(text)])
        }
        add("catalog", String(localized: "Catalog"), product.catalog)
        for edit in product.values.edits {
            add(
                Field.name(of: edit.field), ItemPresentation.title(of: edit.field),
                edit.value?.description ?? "")
        }
        try context.write(records)
        return .success
    }
}
