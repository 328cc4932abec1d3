import CommandLineKit
import LootActions
import LootCore
import LootPlugins

/// `loot report`
struct ReportCommand: LootCommand {
    private static let format = Option.choice(
        "format", "FORMAT", "Its format; else the file's ending tells it, else it is html",
        [("html", .html), ("csv", .csv)], default: Format?.none)
    private static let output = Option.value(
        "output", "FILE", short: "o", "The file; standard output if none is given, or -", values: .file)
    private static let photos = Option.toggle(
        "photos", "Put the photos in; HTML has them unless --no-photos is given")

    private enum Format {
        case html, csv
    }

    let declaration: Command

    init(_ sectionings: [String]) {
        declaration = Command(
            "report", summary: "Write a report for an insurance",
            discussion: """
                Every item with photo, serial number, purchase and value, in sections with totals. HTML is one file with \
                the photos in it, made to be printed; CSV is for a spreadsheet.
                """,
            group: "Files",
            options: [
                Self.format, Self.output, Self.photos, CommandContext.force,
                QueryOptions.sections(of: sectionings),
            ] + QueryOptions.choosing,
            examples: [
                .init("loot report --output report.html", "Everything, to be printed from a browser"),
                .init("loot report -o attic.csv --where 'location = Attic'", "A part, for a spreadsheet"),
                .init("loot report --sections field:location --no-photos > list.html", "Room by room"),
            ])
    }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let path = context[ReportCommand.output].flatMap { $0 == "-" ? nil : $0 }
        let format =
            context[ReportCommand.format] ?? (path?.lowercased().hasSuffix(".csv") ?? false ? .csv : .html)
        let query = try context.queryInSections()
        let inventory = try await context.inventory()
        let report = try await InventoryReport(inventory, query, presentation: context.presentation)
        let file = try path.map { (path) throws(LootError) in try context.create(path) }
        let console = context.console
        let sink = { (bytes: [UInt8]) throws(LootError) -> Bool in
            if let file { try file.write(bytes) } else { context.write(bytes) }
            return file != nil || !console.isBroken
        }
        if format == .csv {
            try await report.writeCSV(to: sink)
        } else {
            let hasPhotos = context[ReportCommand.photos] ?? true
            try await report.writeDocument(photos: hasPhotos ? .embedded : .none, to: sink)
        }
        guard let file, let path else { return .success }
        try file.commit()
        context.line("Reported \(ItemPresentation.count(report.outline.count)) to \(path).")
        return .success
    }
}
