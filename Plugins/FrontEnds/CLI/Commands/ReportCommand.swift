import CommandLineKit
import LootActions
import LootCore
import LootPlugins

/// The `loot report` command.
struct ReportCommand: LootCommand {
    private static let format = Option.choice(
        "format", "FORMAT", "The format; default: by file extension, otherwise html",
        [("html", .html), ("csv", .csv)], default: Format?.none)
    private static let output = Option.value(
        "output", "FILE", short: "o", "The file; the default is standard output (-)", values: .file)
    private static let photos = Option.toggle(
        "photos", "Include the photos; the default for HTML")

    private static let pack = Option.flag(
        "pack",
        "Create an archive (tar or FILE.zip) with the report, photos, files and their SHA-256 checksums")
    private static let owner = Option.value("owner", "NAME", "The name of the owner, for the title")

    private static let chart = Option.choice(
        "chart", "KIND", "Add a chart to an HTML report",
        Chart.Kind.allCases.map { (word: $0.rawValue, value: Optional($0)) }, default: Chart.Kind?.none)

    private enum Format {
        case html, csv
    }

    let declaration: Command

    init(_ sectionings: [String]) {
        declaration = Command(
            "report", summary: "Create a report for insurance",
            discussion: """
                Lists all items with photo, serial number, purchase and value, in sections with totals. HTML is one \
                file with the photos, ready to print; CSV is for spreadsheets. --pack writes an archive with photos \
                and files, which “sha256sum -c SHA256SUMS” can verify.
                """,
            group: "Files",
            options: [
                Self.format, Self.output, Self.photos, Self.chart, Self.pack, Self.owner,
                CommandContext.force,
                QueryOptions.sections(of: sectionings),
            ] + QueryOptions.choosing + [QueryOptions.at],
            examples: [
                .init(
                    "loot report --output report.html",
                    "Create a report of everything, to print from a browser"),
                .init(
                    "loot report -o attic.csv --where 'location = Attic'",
                    "Export a selection for a spreadsheet"),
                .init("loot report --sections place --no-photos > list.html", "Create a report by room"),
                .init(
                    "loot report --chart year -o report.html",
                    "Add a chart of what you bought and disposed of"),
                .init("loot report --at 2025-12-31 -o 2025.html", "Report what you owned at the end of 2025"),
                .init("loot report --pack -o report.zip", "Include receipts in a ZIP archive, for Windows"),
                .init(
                    "loot report --pack --owner 'Ann Holt' -o report.tar",
                    "Include receipts and checksums"),
            ])
    }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let path = context[ReportCommand.output].flatMap { $0 == "-" ? nil : $0 }
        let format = try ReportCommand.format(context, path)
        let query = try await context.queryInSections()
        let inventory = try await context.inventory()
        let owner = context[ReportCommand.owner]
        let kind = context[ReportCommand.chart]
        if kind != nil, format == .csv {
            throw LootError(
                .usage, "Can't write the report.", reason: "A CSV file can't contain a chart.",
                advice: "Leave out --chart, or create an HTML file.")
        }
        var chart: Chart?
        if let kind { chart = try await inventory.chart(kind, of: query, context.presentation) }
        if context[ReportCommand.pack] {
            guard context[ReportCommand.format] == nil else {
                throw LootError(
                    .usage, "Can't write the report.", reason: "Both --format and --pack were given.",
                    advice: "Use only one of them.")
            }
            let pack = try await ReportPack(
                inventory, query, presentation: context.presentation, owner: owner, chart: chart,
                asZIP: path?.lowercased().hasSuffix(".zip") ?? false)
            return try await write(pack.count, path, context) { (sink) throws(LootError) in
                try await pack.write(to: sink)
            }
        }
        let report = try await InventoryReport(
            inventory, query, presentation: context.presentation, owner: owner)
        return try await write(report.outline.count, path, context) { [chart] (sink) throws(LootError) in
            if format == .csv {
                try await report.writeCSV(to: sink)
            } else {
                let hasPhotos = context[ReportCommand.photos] ?? true
                try await report.writeDocument(
                    photos: hasPhotos ? .embedded : .none, chart: chart, to: sink)
            }
        }
    }

    /// Returns the requested format, or else the one for the file's extension. If there is no extension, returns HTML.
    private static func format(_ context: CommandContext, _ path: String?) throws(LootError) -> Format {
        if let format = context[format] { return format }
        guard let path, let name = path.split(separator: "/").last,
            let dot = name.dropFirst().lastIndex(of: ".")
        else {
            return .html
        }
        switch name[name.index(after: dot)...].lowercased() {
        case "csv": return .csv
        case "html", "htm", "xhtml": return .html
        case "tar" where context[pack], "zip" where context[pack]: return .html
        case let ending:
            let isPDF = ending == "pdf"
            throw LootError(
                .usage, "Can't write the report to \(TextRules.visible(path: path)).",
                reason: isPDF
                    ? "Reports are HTML or CSV files, not PDF files."
                    : "Reports are HTML or CSV files, but the file has another extension.",
                advice: isPDF
                    ? "Create report.html, and print it to a PDF in a browser."
                    : "End the file name with .html or .csv, or choose a format with --format.")
        }
    }

    /// Runs `body` and writes the bytes it passes to its sink to a file or to standard output.
    private func write(
        _ count: Int, _ path: String?, _ context: CommandContext,
        _ body: (_ sink: ([UInt8]) async throws(LootError) -> Bool) async throws(LootError) -> Void
    ) async throws(LootError) -> ExitStatus {
        let file = try path.map { (path) throws(LootError) in try context.create(path) }
        let console = context.console
        try await body { (bytes) throws(LootError) in
            if let file { try file.write(bytes) } else { context.write(bytes) }
            return file != nil || !console.isBroken
        }
        guard let file, let path else { return .success }
        try file.commit()
        context.tell(String(localized: "Wrote a report of \(ItemPresentation.count(count)) to \(path)."))
        return .success
    }
}
