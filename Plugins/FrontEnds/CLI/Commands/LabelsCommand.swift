import CommandLineKit
import LootActions
import LootCore
import LootFormats
import LootPlugins
import QRCode
import TerminalText

/// The `loot labels` command.
struct LabelsCommand: LootCommand {
    private static let sheet = Option.value(
        "sheet", "PAPER",
        """
        The paper: \(list: papers, .or), a size such as 70x37 (A4) or 66x25@letter, or a roll such as 62mm; \
        \(papers[0]) by default
        """, values: .suggested(papers))
    private static let skip = Option.number(
        "skip", "N", "Skip this many used labels on the first sheet")
    private static let contents = Option.flag(
        "contents", "Print the contents of a box on its label, as far as they fit")
    private static let url = Option.value(
        "url", "URL",
        "The server address for the QR codes; the default is http.publicURL from the configuration")
    private static let format = Option.choice(
        "format", "FORMAT", "The format; default: by file extension, otherwise html",
        [("html", .html), ("svg", .svg)], default: Format?.none)
    private static let output = Option.value(
        "output", "FILE", short: "o", "The file; the default is standard output (-)", values: .file)

    private static let printer = Option.choice(
        "printer", "PRINTER",
        "Write data for a label printer: zpl for Zebra, or brother-ql for Brother QL with tape such as 62mm",
        LabelPrinter.allCases.map { ($0.rawValue, $0) }, default: LabelPrinter?.none)
    private static let resolution = Option.number(
        "dpi", "N", "The resolution of a ZPL printer in dots per inch; the default is 203", in: 100...1_200)
    private static let print = Option.value(
        "print", "COMMAND", "Pass the labels to a command, such as “lp -d labels -o raw”")

    /// The maximum number of content names. No label has room for more.
    private static let mostContents = 200
    private static let papers = LabelPaper.all.map(\.name)

    private enum Format {
        case html, svg
    }

    let declaration = Command(
        "labels", summary: "Create labels with QR codes",
        discussion: """
            Each label has the QR code, name, place and ID of an item. With the address of a server (loot serve), the \
            code opens the page of the item, /i/ID; without one, it contains the ID. HTML is one file with a page per \
            sheet; print it at 100% and without margins. SVG is one file per sheet, numbered if there are several. If \
            you name items in a terminal without --output, their codes are shown there.
            """,
        group: "Files",
        arguments: [ItemArguments.anyNumber],
        options: [
            sheet, skip, contents, url, format, printer, resolution, print, output, CommandContext.force,
        ]
            + QueryOptions.choosing,
        examples: [
            .init(
                "loot labels --url https://loot.example.org -o labels.html",
                "Create labels for all items, to print them from a browser"),
            .init(
                "loot labels --where 'location = Attic' --sheet 5160 --skip 4 -o attic.html",
                "Continue a partly used sheet"),
            .init(
                "loot labels --where 'name ^ Box' --contents -o boxes.html",
                "Create labels of boxes with their contents"),
            .init("loot labels '#1'", "Show a code in the terminal"),
            .init(
                "loot labels '#1' --printer brother-ql --print 'cat > /dev/usb/lp0'",
                "Print on a label printer"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let words = context[ItemArguments.anyNumber]
        let query = try await context.query()
        if !words.isEmpty, query != .kept {
            throw ItemArguments.refusal(hasBoth: true)
        }
        try LabelsCommand.checkOptions(context)
        let publicURL = context[LabelsCommand.url] ?? context.publicURL.map(context.addressOfList)
        let printer = context[LabelsCommand.printer]
        let paper = try LabelPaper(
            named: context[LabelsCommand.sheet] ?? printer?.usualPaper ?? LabelsCommand.papers[0])
        let inventory = try await context.inventory()
        var items = try await context.items(words, in: inventory)
        if words.isEmpty { try await inventory.forEachItem(of: query) { items.append($0) } }
        let path = context[LabelsCommand.output]
        let isWritten =
            path != nil || context[LabelsCommand.format] != nil || printer != nil
            || context[LabelsCommand.print] != nil
        if !words.isEmpty, !isWritten, context.console.isOutputTerminal {
            return try LabelsCommand.show(items, publicURL, context)
        }
        var contents: [ItemID: [Item]] = [:]
        if context[LabelsCommand.contents] {
            for item in items {
                contents[item.id] = try await inventory.contents(of: item, limit: LabelsCommand.mostContents)?
                    .items
            }
        }
        let sheets = try LabelSheet.sheets(
            for: items, on: paper, contents: contents, skipping: context[LabelsCommand.skip] ?? 0,
            publicURL: publicURL)
        guard !sheets.isEmpty else {
            throw LootError(
                .noSuchItem, "Can't create labels.",
                reason: query == .kept ? "There are no items." : "No items match the filter.")
        }
        if let printer {
            let labels = sheets.flatMap { $0.labels.compactMap(\.self) }
            let data = try printer.data(
                for: labels, on: paper,
                resolution: context[LabelsCommand.resolution] ?? LabelPrinter.usualResolution)
            return try LabelsCommand.write(printed: data, count: items.count, to: path, context)
        }
        return try LabelsCommand.write(sheets, count: items.count, to: path, context)
    }

    /// Throws if options exclude each other.
    private static func checkOptions(_ context: CommandContext) throws(LootError) {
        func refusal(_ reason: Message, _ advice: Message) -> LootError {
            LootError(.usage, "Can't create labels.", reason: reason, advice: advice)
        }
        if context[print] != nil, context[output] != nil {
            throw refusal("Both --print and --output were given.", "Use only one of them.")
        }
        let printer = context[printer]
        if printer != nil, context[format] != nil {
            throw refusal("Both --printer and --format were given.", "Use only one of them.")
        }
        if printer != nil, context[skip] != nil {
            throw refusal("Label printers have no sheets with used labels.", "Leave out --skip.")
        }
        if printer != .zpl, context[resolution] != nil {
            throw refusal(
                "Only ZPL printers have different resolutions.", "Use --printer zpl, or leave out --dpi.")
        }
    }

    /// Draws QR codes in the terminal.
    private static func show(
        _ items: [Item], _ publicURL: String?, _ context: CommandContext
    ) throws(LootError) -> ExitStatus {
        let labels = try items.map { (item) throws(LootError) in try ItemLabel(item, publicURL: publicURL) }
        context.beginItems()
        for label in labels {
            context.line([label.name, label.place].filter { !$0.isEmpty }.joined(separator: " · "))
            context.write(
                label.symbol.terminalText(
                    isColored: context.colors >= .ansi16, isASCII: context.glyphs == .ascii))
            context.line(label.content)
        }
        return .success
    }

    /// Writes the data for a label printer.
    private static func write(
        printed data: [UInt8], count: Int, to path: String?, _ context: CommandContext
    ) throws(LootError) -> ExitStatus {
        if try send([data], count: count, context) { return .success }
        guard let path, path != "-" else {
            if context.console.isOutputTerminal {
                throw LootError(
                    .usage, "Can't show the labels.", reason: "The output is data for a printer.",
                    advice: "Name a file with --output, or a command with --print.")
            }
            context.write(data)
            return .success
        }
        let writer = try context.create(path)
        try writer.write(data)
        try writer.commit()
        let labels: Message = "\(count, one: "label", other: "labels")"
        context.tell(String(localized: "Wrote \(labels) to \(path)."))
        return .success
    }

    /// Passes each file to the command for printing. Returns `false` if there is none.
    private static func send(
        _ files: [[UInt8]], count: Int, _ context: CommandContext
    ) throws(LootError) -> Bool {
        guard let command = context[print] else { return false }
        for file in files { try PipedCommand.run(command, input: file) }
        let labels: Message = "\(count, one: "label", other: "labels")"
        context.tell(String(localized: "Passed \(labels) to the printer."))
        return true
    }

    private static func write(
        _ sheets: [LabelSheet], count: Int, to output: String?, _ context: CommandContext
    ) throws(LootError) -> ExitStatus {
        let path = output.flatMap { $0 == "-" ? nil : $0 }
        if context[format] == nil, let path, path.lowercased().hasSuffix(".pdf") {
            throw LootError(
                .usage, "Can't write labels to \(TextRules.visible(path: path)).",
                reason: "Labels are HTML or SVG files, not PDF files.",
                advice: "Create labels.html, and print it in a browser.")
        }
        let isSVG = path?.lowercased().hasSuffix(".svg") ?? false
        let format = context[format] ?? (isSVG ? .svg : .html)
        let files = format == .html ? [LabelSheet.document(sheets)] : sheets.map(\.svg)
        if try send(files.map { Array($0.utf8) }, count: count, context) { return .success }
        guard let path else {
            if files.count > 1 {
                throw LootError(
                    .usage, "Can't write the labels to standard output.",
                    reason:
                        """
                        They need \(files.count, one: "sheet", other: "sheets"), and each sheet is a \
                        separate file.
                        """,
                    advice: "Name the files with --output labels.svg.")
            }
            context.write(files[0])
            return .success
        }
        let names = files.count == 1 ? [path] : files.indices.map { numbered(path, $0 + 1) }
        // Commit the files only after all of them were written.
        var writers: [any ByteWriter] = []
        for (name, file) in zip(names, files) {
            let writer = try context.create(name)
            try writer.write(Array(file.utf8))
            writers.append(writer)
        }
        for writer in writers { try writer.commit() }
        let labels: Message = "\(count, one: "label", other: "labels")"
        let pages: Message = "\(sheets.count, one: "sheet", other: "sheets")"
        let place = names.count == 1 ? names[0] : "\(names[0]) … \(names[names.count - 1])"
        context.tell(String(localized: "Wrote \(labels) on \(pages) to \(place)."))
        return .success
    }

    /// Inserts a number into a file name: `labels-2.svg` for `labels.svg`.
    private static func numbered(_ path: String, _ number: Int) -> String {
        let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        guard let dot = path[name...].lastIndex(of: "."), dot > name else { return "\(path)-\(number)" }
        return "\(path[..<dot])-\(number)\(path[dot...])"
    }
}
