import CommandLineKit
import LootActions
import LootCore
import LootPlugins
import TerminalText

/// `loot barcode`
struct BarcodeCommand: LootCommand {
    private enum Format {
        case table, json
    }

    private static let code = Argument.required("CODE", "The number below the bars")
    private static let format = Option.choice(
        "format", "FORMAT", "Write it for a program, and not as a table",
        [("table", .table), ("json", .json)], default: Format.table)

    let declaration = Command(
        "barcode", summary: "Show what a catalog knows of a product",
        discussion: """
            Asks the catalogs that the configuration names, one after the other, until one knows the product. Items that \
            have this barcode already are shown before any is asked.
            """,
        group: "Items", arguments: [code], options: [format],
        examples: [
            .init("loot barcode 036000291452", "Look a product up"),
            .init("loot add --barcode 036000291452 --location Kitchen", "Add what the catalog knows"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let barcode = try Barcode(context[BarcodeCommand.code])
        let store = try await context.store()
        let items = try await store.items(of: Query(filter: barcode.filter))
        if context[BarcodeCommand.format] == .json {
            context.write(try await context.host.product(barcode).json(besides: items))
            return .success
        }
        let ids = ShortIDs(items.map(\.id))
        for item in items { context.line("In the list already: \(item.shownName) (\(ids[item.id]))") }
        let product = try await context.host.product(barcode)
        var table = Table([.init(overflow: .never), .init(overflow: .wrap)], glyphs: context.glyphs)
        var rows = [[StyledText("Catalog", Style(.dim)), StyledText(product.catalog)]]
        rows += product.values.edits.map { edit in
            [
                StyledText(ItemPresentation.title(of: edit.field), Style(.dim)),
                StyledText(edit.value?.description ?? ""),
            ]
        }
        for row in rows { table.measure(row) }
        let layout = table.layout(width: context.console.width, colors: context.colors)
        var text = ""
        for row in rows { layout.append(row, to: &text) }
        context.write(text)
        return .success
    }
}
