import CommandLineKit
import LootActions
import LootCore
import LootFormats
import LootPlugins

/// `loot export`
struct ExportCommand: LootCommand {
    private static let file = Argument.optional(
        "FILE", "The file; standard output if none is given, or -", values: .file)
    private static let format = Option<ExportFormat?>.choice(
        "format", "FORMAT", "Its format; else the file's ending tells it, else it is json",
        ExportFormat.all.map { ($0.name, $0) }, default: nil)

    let declaration = Command(
        "export", summary: "Write items to a file",
        discussion: """
            JSON, JSON lines and property lists hold everything, and importing one gives the same items again. CSV has \
            a column for every field, custom ones among them; its lines end with a line feed, in files as in pipes. A tar archive holds everything as JSON and the files too. A \
            file gets its content at once, when all is written.
            """,
        group: "Files",
        arguments: [file],
        options: [format, ItemOutput.fields, CommandContext.force] + QueryOptions.choosing,
        examples: [
            .init("loot export backup.tar", "Everything, with the files"),
            .init("loot export backup.json", "Everything but the files"),
            .init(
                "loot export attic.csv --where 'location = Attic' --sort value:desc",
                "A part, for a spreadsheet"),
            .init("loot export prices.csv --fields name,value", "Some fields"),
            .init("loot export --format jsonl | grep -c Garage", "Into a pipe"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let path = context[ExportCommand.file].flatMap { $0 == "-" ? nil : $0 }
        let format = try ExportCommand.format(context[ExportCommand.format], path)
        let query = try context.query()
        let inventory = try await context.inventory()
        let file = try path.map { (path) throws(LootError) in try context.create(path) }
        if let names = context[ItemOutput.fields]?.fieldNames {
            let output = try ItemOutput(context, try ExportCommand.rowFormat(format), fields: names)
            let count = try await inventory.store.withRows(of: query) { rows throws(LootError) in
                try await output.write(rows) { (bytes) throws(LootError) in
                    if let file { try file.write(bytes) } else { context.write(bytes) }
                    return file != nil || !context.console.isBroken
                }
                return rows.outline.count
            }
            try file?.commit()
            if let path { context.tell(ItemPresentation.exported(count, to: path, without: 0)) }
            return .success
        }
        let export = try await ItemExport(inventory, query, as: format)
        let console = context.console
        let progress = ProgressLine(context, "Writing \(path ?? "items")", .bytes, of: nil)
        defer { progress.clear() }
        var written = 0
        let missing = try await export.write { (bytes) throws(LootError) in
            if let file { try file.write(bytes) } else { context.write(bytes) }
            written += bytes.count
            if file != nil || !console.isOutputTerminal { progress.show(written) }
            return file != nil || !console.isBroken
        }
        progress.clear()
        try file?.commit()
        for error in missing.prefix(ExportCommand.told) { context.complain(error) }
        if missing.count > ExportCommand.told {
            context.say("\(missing.count - ExportCommand.told) more files are not there")
        }
        guard let path else { return .success }
        context.tell(ItemPresentation.exported(export.count, to: path, without: missing.count))
        return .success
    }

    /// The format of a part of the fields.
    private static func rowFormat(_ format: ExportFormat) throws(LootError) -> OutputFormat {
        switch format {
        case .items(.json): return .json
        case .items(.jsonLines): return .jsonLines
        case .items(.csv): return .csv
        case .items(.tsv): return .tsv
        default:
            throw LootError(
                .usage, "can't export some fields as \(format.name)", because: "it holds whole items",
                next: "Leave --fields out, or choose json, jsonl, csv or tsv")
        }
    }

    /// Missing files that are told one by one; more are only counted.
    private static let told = 20

    /// The format that was asked for, or that the file's ending tells; JSON where there is none.
    private static func format(_ named: ExportFormat?, _ path: String?) throws(LootError) -> ExportFormat {
        if let named { return named }
        guard let path, let file = path.split(separator: "/").last, file.dropFirst().contains(".") else {
            return .items(.json)
        }
        if let format = ExportFormat.ofFile(named: path) { return format }
        throw LootError(
            .usage, "can't export to \(TextRules.visible(path: path))", because: "no format has that ending",
            next: "Say which it is with --format \(ExportFormat.all.map(\.name).joined(separator: "|"))")
    }
}
