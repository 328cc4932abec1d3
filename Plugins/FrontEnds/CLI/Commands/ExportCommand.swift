import CommandLineKit
import LootActions
import LootCore
import LootPlugins

/// The `loot export` command.
struct ExportCommand: LootCommand {
    private static let file = Argument.optional(
        "FILE", "The file; the default is standard output (-)", values: .file)
    private let format: Option<String?>

    /// Creates the command for a program with the given exporters.
    init(_ exporters: [String]) {
        let format = Option.value(
            "format", "FORMAT",
            """
            The format: \(list: exporters, .none) (default: by file extension, otherwise json)
            """,
            values: .suggested(exporters))
        self.format = format
        declaration = ExportCommand.declaration(format)
    }

    let declaration: Command

    private static func declaration(_ format: Option<String?>) -> Command {
        Command(
            "export", summary: "Export items to a file",
            discussion: """
                JSON, JSON lines and property lists contain everything, and importing them creates the same items. CSV \
                files and Excel workbooks have a column for each field, including custom fields; CSV lines end with a \
                line feed. A tar archive contains all data as JSON, and all files. The file is replaced only when the \
                export is complete.
                """,
            group: "Files",
            arguments: [file],
            options: [format, ItemOutput.fields, CommandContext.force] + QueryOptions.choosing,
            examples: [
                .init("loot export backup.tar", "Export everything with all files"),
                .init("loot export backup.json", "Export everything except files"),
                .init(
                    "loot export attic.csv --where 'location = Attic' --sort value:desc",
                    "Export a selection for a spreadsheet"),
                .init("loot export prices.csv --fields name,value", "Export some fields"),
                .init("loot export --format jsonl | grep -c Garage", "Use a pipe"),
            ])
    }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let path = context[ExportCommand.file].flatMap { $0 == "-" ? nil : $0 }
        let exporter = try exporter(context, path)
        let query = try await context.query(includesDisposed: true)
        let inventory = try await context.inventory()
        let file = try path.map { (path) throws(LootError) in try context.create(path) }
        if let names = try context.namedFields() {
            let output = try ItemOutput(context, try ExportCommand.rowFormat(exporter.name), fields: names)
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
        let export = try await ItemExport(inventory, query, as: exporter.make())
        let console = context.console
        let progress = ProgressLine(
            context, path.map { String(localized: "Writing \($0)") } ?? String(localized: "Writing items"),
            .bytes, of: nil)
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
        let more = missing.count - ExportCommand.told
        if more > 0 {
            context.say(String(localized: "\(more, one: "more file is", other: "more files are") missing."))
        }
        guard let path else { return .success }
        context.tell(ItemPresentation.exported(export.count, to: path, without: missing.count))
        return .success
    }

    /// Returns the format for exporting only some fields.
    private static func rowFormat(_ name: String) throws(LootError) -> OutputFormat {
        switch name {
        case "json": return .json
        case "jsonl": return .jsonLines
        case "csv": return .csv
        case "tsv": return .tsv
        default:
            throw LootError(
                .usage, "Can't export only some fields as \(name).",
                reason: "This format always exports complete items.",
                advice: "Leave out --fields, or use json, jsonl, csv or tsv.")
        }
    }

    /// The maximum number of missing files that are reported individually. Others are only counted.
    private static let told = 20

    /// Returns the requested exporter, or else the one for the file's extension. If there is no extension, returns the
    /// JSON exporter.
    private func exporter(_ context: CommandContext, _ path: String?) throws(LootError) -> FileExporter {
        if let named = context[format] { return try context.host.exporter(named) }
        guard let path, let file = path.split(separator: "/").last, file.dropFirst().contains(".") else {
            return try context.host.exporter("json")
        }
        if let exporter = try context.host.exporter(forFile: path) { return exporter }
        throw LootError(
            .usage, "Can't export to \(TextRules.visible(path: path)).",
            reason: "No format has this file extension.",
            advice: "Choose a format with --format: \(list: try context.host.exporters().map(\.name), .or).")
    }
}
