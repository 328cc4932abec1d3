import CommandLineKit
import LootActions
import LootCore
import LootPlugins

/// The `loot import` command.
struct ImportCommand: LootCommand {
    private static let file = Argument.required("FILE", "The file; - is standard input", values: .file)
    private let format: Option<String?>
    private static let columns = Option.values(
        "map", "COLUMN=FIELD", "The field for a CSV column; an empty field ignores the column")
    private static let updateBy = Option.value(
        "update-by", "FIELD", "Update items that have the same value in this field",
        values: .suggested(FieldOptions.names))
    private static let sheet = Option.value(
        "sheet", "NAME", "The name or number of the sheet; the default is the first one")
    private static let decimal = Option.choice(
        "decimal", "MARK", "The decimal separator; the default is detected",
        [("point", AmountText.DecimalMark?.some(.point)), ("comma", .some(.comma))], default: nil)
    private static let duplicates = Option.choice(
        "duplicates", "WHAT",
        "How to treat likely duplicates; the default is to skip items with a known serial number",
        ImportOptions.Duplicates.allCases.map { (word: $0.rawValue, value: Optional($0)) },
        default: nil)
    private static let isTrial = Option.flag("dry-run", short: "n", "Only preview the import")
    private static let skipsBad = Option.flag(
        "skip-bad", "Skip invalid entries and save them in FILE.rejected")

    /// Creates the command for a program with the given importers.
    init(_ importers: [String]) {
        let format = Option.value(
            "format", "FORMAT", "The format of the file (\(list: importers, .none))",
            values: .suggested(importers))
        self.format = format
        declaration = ImportCommand.declaration(format)
    }

    let declaration: Command

    private static func declaration(_ format: Option<String?>) -> Command {
        Command(
            "import", summary: "Import items from a file",
            discussion: """
                An entry updates the item with the same ID, or with --update-by the item with the same value in a \
                field, ignoring case and accents. The item gets the fields in the file and keeps the others. All other \
                entries are added at the end. If an entry is invalid, nothing is imported. A single undo reverts an \
                import.

                An entry with the serial number of an item or of an earlier entry is skipped as a duplicate, and so is \
                a row with the totals of the table. --dry-run lists them, and entries with the same name, value and \
                place.

                The file extension or the content determines the format and the encoding: UTF-8, UTF-16 or \
                Windows-1252. An exported tar archive includes its files. Excel workbooks and OpenDocument \
                spreadsheets are imported as well; their numbers and dates are never ambiguous.

                CSV can use commas, semicolons or tabs. Columns with the name of a field or a similar name are \
                recognized, and so are the columns of HomeBox, Snipe-IT, Grocy and Sortly. Folders, rooms and boxes \
                become the place, and a warranty of 36 months becomes a date. Other columns become custom fields, with \
                the type of their cells. The cells of a column determine the decimal separator and the order of day \
                and month; --dry-run shows how each column is read.
                """,
            group: "Files",
            arguments: [file],
            options: [
                format, sheet, columns, decimal, ListCurrency.option, updateBy, duplicates, isTrial, skipsBad,
            ],
            examples: [
                .init("loot import homebox.csv --dry-run", "Preview an import"),
                .init("loot import household.xlsx --sheet Attic", "Import one sheet of a spreadsheet"),
                .init("loot import list.csv --map Neupreis=value --map Notiz=", "Assign columns to fields"),
                .init(
                    "loot import prices.csv --update-by serial", "Update items by their serial numbers"),
                .init("curl -s https://example.org/items.json | loot import -", "Read from a pipe"),
            ])
    }

    var listNeed: ListNeed { .beginning }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        await context.readDeclarations()
        // A file can contain the currency, and an import that fails changes nothing.
        context.storesCurrency = true
        let path = context[ImportCommand.file]
        let isInput = path == "-"
        let options = try options(context, fileName: isInput ? "" : path)
        let name = isInput ? "stdin" : TextRules.visible(path: path)
        let inventory = try await context.inventory()
        let plan = try await ListCurrency.choose(context) { (currency) throws(LootError) in
            var options = options
            (options.currency, options.newCurrency) = (currency, context.chosenCurrency)
            let file: (any ByteReader)? = isInput ? nil : try context.files.open(path)
            return try await ImportCommand.plan(context, file, inventory, options, name)
        }
        let output = ImportOutput(context, name: name)
        let skipsBad = context[ImportCommand.skipsBad]
        if context[ImportCommand.isTrial] {
            context.page()
            output.writePlan(plan, carrying: try await inventory.carried(by: plan))
            return plan.refusals.isEmpty || skipsBad ? .success : .badData
        }
        var refusedFile: String?
        if !plan.refusals.isEmpty {
            output.writeRefusals(plan)
            guard skipsBad else { throw ImportCommand.refusal(plan, name) }
            let file = isInput ? "stdin.rejected" : path + ".rejected"
            let writer = try context.files.create(file, replaces: true)
            try writer.write(plan.refusedFile)
            try writer.commit()
            refusedFile = file
        }
        let (added, changed, remarks) = (plan.added, plan.changed, output.remarks(on: plan, isTrial: false))
        let rest = output.rest(of: plan, refusedFile: refusedFile)
        let commit = try await inventory.commit(plan, title: String(localized: "Import \(name)"))
        output.writeOutcome(added: added, changed: changed, rest: rest)
        // Only changes to a container affect its contents.
        let concerned = changed == 0 ? added : Set(commit?.changes.compactMap(\.change.item) ?? []).count
        let carried = concerned - added - changed
        if carried > 0 {
            context.tell(ItemPresentation.carried(carried, in: changed))
        }
        for remark in remarks { context.say(remark) }
        return .success
    }

    private func options(
        _ context: CommandContext, fileName: String
    ) throws(LootError) -> ImportOptions {
        var options = ImportOptions(isTrial: context[Self.isTrial])
        options.importers = try context.host.importers()
        options.importer = try context.host.importer(forFile: fileName)
        options.ownFields = context.host.ownFields
        options.sheet = context[Self.sheet]
        options.decimalMark = context[Self.decimal]
        options.duplicates = context[Self.duplicates]
        if let format = context[format] { options.importer = try context.host.importer(format) }
        if let field = context[Self.updateBy] { options.updateBy = try Field.named(field) }
        for text in context[Self.columns] { try options.map(column: text) }
        return options
    }

    private static func plan(
        _ context: CommandContext, _ file: (any ByteReader)?, _ inventory: Inventory,
        _ options: ImportOptions, _ name: String
    ) async throws(LootError) -> ImportPlan {
        let progress = ProgressLine(context, String(localized: "Reading \(name)"), .bytes, of: file?.size)
        defer { progress.clear() }
        var planner = try await ImportPlanner(inventory.store, options, name: name, size: file?.size)
        while true {
            let chunk = if let file { try file.read() } else { try context.console.read() }
            if chunk.isEmpty { return try await planner.finish() }
            try await planner.feed(chunk)
            progress.show(planner.bytesRead)
        }
    }

    private static func refusal(_ plan: ImportPlan, _ name: String) -> LootError {
        let refused = plan.refusals.count
        let reason: Message =
            plan.count == 1
            ? "The only entry was rejected, so nothing was imported."
            : refused == 1
                ? "1 of \(plan.count) entries was rejected, so nothing was imported."
                : "\(refused) of \(plan.count) entries were rejected, so nothing was imported."
        return LootError(
            .malformed, "Can't import \(name).", reason: reason,
            advice: refused == 1
                ? "Fix the entry, or import the rest with --skip-bad."
                : "Fix the entries, or import the rest with --skip-bad.")
    }
}
