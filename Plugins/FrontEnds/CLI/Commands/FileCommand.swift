import CommandLineKit
import LootActions
import LootCore
import LootFormats
import LootPlugins
import TerminalText

/// The `loot file` command.
struct FileCommand: LootCommand {
    private static let paths = Argument.repeated("PATH", "The files; - is standard input", values: .file)
    private static let numbers = Argument.repeated(
        "N", "The numbers or names of files, as shown by “file list”", values: Known.files.values)
    private static let number = Argument.required(
        "N", "The number or name of the file, as shown by “file list”", values: Known.files.values)
    private static let target = Argument.required("TO", "The new number; the first is 1")
    private static let newName = Argument.required("NAME", "The new name")
    private static let name = Option.value(
        "name", "NAME", "The name of the file; the default is the last part of its path")
    private static let output = Option.value(
        "output", "PATH", short: "o",
        "The file to write (- is standard output); the default is its name in the current folder",
        values: .file)

    let declaration = Command(
        "file", summary: "Manage receipts, manuals and additional pictures of an item",
        discussion: """
            Files can have any type and a size of up to 100 MiB. They are stored in a folder next to the list. The \
            first picture of an item without a photo becomes its photo. The GPS location is removed from pictures, \
            unless the configuration sets keepPosition. Every change can be undone.
            """,
        group: "Items", needsSubcommand: true,
        subcommands: [
            Command(
                "add", summary: "Attach files to an item", arguments: [ItemArguments.one, paths],
                options: [name, ChangeOptions.trial],
                examples: [
                    .init("loot file add '#1' receipt.pdf manual.pdf", "Attach two files"),
                    .init(
                        "curl -s https://example.org/a.pdf | loot file add 2f1d - --name manual.pdf",
                        "Read from a pipe"),
                ]),
            Command(
                "list", summary: "List the files of an item", arguments: [ItemArguments.one],
                options: OutputFormat.options,
                examples: [.init("loot file list '#1'", "List numbers, names, types and sizes")]
            ),
            Command(
                "open", summary: "Open a file in its default program",
                arguments: [ItemArguments.one, number],
                examples: [.init("loot file open '#1' manual", "Open a file by part of its name")]),
            Command(
                "get", summary: "Save a copy of a file", arguments: [ItemArguments.one, number],
                options: [output, CommandContext.force],
                examples: [.init("loot file get '#1' 2 -o receipt.pdf", "Save a copy under another name")]),
            Command(
                "remove", summary: "Remove files from an item", arguments: [ItemArguments.one, numbers],
                options: [ChangeOptions.trial],
                examples: [.init("loot file remove '#1' 2 3", "Remove two files")]),
            Command(
                "move", summary: "Change the order of an item's files",
                arguments: [ItemArguments.one, number, target], options: [ChangeOptions.trial],
                examples: [
                    .init("loot file move '#1' 3 1", "Move a file to the front; a picture becomes the photo")
                ]),
            Command(
                "rename", summary: "Rename a file",
                arguments: [ItemArguments.one, number, newName], options: [ChangeOptions.trial],
                examples: [.init("loot file rename '#1' 2 warranty.pdf", "Rename the second file")]),
        ],
        examples: [
            .init("loot file add '#1' receipt.pdf", "Attach a receipt to the first item"),
            .init("loot list --where 'files ~ receipt'", "List items with a receipt"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let action = context.invocation.path.last ?? ""
        let inventory = try await context.inventory()
        let item = try await inventory.item(ItemReference(parsing: context[ItemArguments.one]))
        if action == "add" {
            try await add(to: item, inventory, context)
            return .success
        }
        let files = try await inventory.files(of: item)
        switch action {
        case "list":
            try context.write(
                FileCommand.records(of: files, photo: item.photo),
                empty: String(localized: "“\(item.shownName)” has no files."))
        case "remove":
            var gone: [FileEntry] = []
            for text in context[FileCommand.numbers] {
                let file = files[try FileEntry.index(of: text, in: files, of: item)]
                if !gone.contains(file) { gone.append(file) }
            }
            try await inventory.removeFiles(gone, of: item.id)
            context.tell(String(localized: "Removed \(names(gone)) from “\(item.shownName)”."))
        default:
            let index = try FileEntry.index(of: context[FileCommand.number], in: files, of: item)
            try await change(action, index, of: files, item, inventory, context)
        }
        return .success
    }

    // MARK: Adding

    private func add(
        to item: Item, _ inventory: Inventory, _ context: CommandContext
    ) async throws(LootError) {
        let paths = context[FileCommand.paths]
        if context[FileCommand.name] != nil, paths.count > 1 {
            throw LootError(
                .usage, "Can't name the files.",
                reason: "--name names a single file, but \(paths.count) were given.",
                advice: "Add them one by one.")
        }
        var new: [NewFile] = []
        for path in paths { new.append(try read(path, context)) }
        let commit = try await inventory.addFiles(new, to: item.id)
        if commit == nil {
            return context.tell(
                new.count == 1
                    ? String(localized: "“\(item.shownName)” already has this file.")
                    : String(localized: "“\(item.shownName)” already has these files."))
        }
        let before = Set(item.files)
        let now = try await inventory.item(.id(item.id))
        context.tell(
            String(
                localized: "Added \(names(now.files.filter { !before.contains($0) })) to “\(item.shownName)”."
            ))
    }

    private func read(_ path: String, _ context: CommandContext) throws(LootError) -> NewFile {
        let given = context[FileCommand.name]
        if path == "-" {
            guard let given else {
                throw LootError(
                    .usage, "Can't name the file.", reason: "Standard input has no name.",
                    advice: "Enter a name with --name.")
            }
            let file = try StoredFile(size: nil) { () throws(LootError) in try context.console.read() }
            return NewFile(file, name: given)
        }
        let name = if let given { given } else { try FileEntry.name(ofPath: path) }
        try FileEntry.checkName(name)
        let reader = try context.files.openRegular(path)
        do throws(LootError) {
            return NewFile(
                try StoredFile(size: reader.size) { () throws(LootError) in try reader.read() }, name: name)
        } catch {
            throw error.code == .invalidValue
                ? error.during("Can't add the file \(TextRules.visible(path: path)).") : error
        }
    }

    // MARK: Showing

    /// Returns a record for each file: number, name, type and size. In a table, marks the photo.
    static func records(of files: [FileEntry], photo: FileID?) -> Records {
        var records = Records([
            .init("number", "#", isNumber: true), .init("name", String(localized: "Name"), wraps: true),
            .init("type", String(localized: "Type"), wraps: true),
            .init("bytes", String(localized: "Size"), isNumber: true), .init("sha256", nil),
        ])
        for (index, file) in files.enumerated() {
            var name = StyledText(file.name)
            if file.id == photo {
                name =
                    name + StyledText(" " + String(localized: "(Photo)"), Style(foreground: .ansi(.yellow)))
            }
            records.append([
                .init(index + 1, Style(.dim)), .init(.text(file.name), name),
                .init(file.mediaType, Style(.dim)),
                .init(.number("\(file.size)"), StyledText(ItemPresentation.size(of: file))),
                .init("\(file.id)"),
            ])
        }
        return records
    }

    private func names(_ files: [FileEntry]) -> String {
        Language.current.list(files.map { Language.current.quoted($0.name) })
    }

    // MARK: One file

    private func change(
        _ action: String, _ index: Int, of files: [FileEntry], _ item: Item, _ inventory: Inventory,
        _ context: CommandContext
    ) async throws(LootError) {
        let file = files[index]
        let name = Language.current.quoted(file.name)
        switch action {
        case "move":
            guard let target = Int(context[FileCommand.target]), files.indices.contains(target - 1) else {
                throw LootError(
                    .usage, "Can't move the file \(name).",
                    reason: """
                        “\(TextRules.visible(context[FileCommand.target]))” isn't a number from 1 to \
                        \(files.count).
                        """, advice: "Enter the new number of the file.")
            }
            try await inventory.moveFile(file, to: target - 1, of: item.id)
            context.tell(String(localized: "\(name) is now file \(target) of “\(item.shownName)”."))
        case "rename":
            let newName = context[FileCommand.newName]
            try await inventory.renameFile(file, to: newName, of: item.id)
            context.tell(String(localized: "Renamed \(name) to “\(newName)”."))
        case "open":
            let contents = try await inventory.contents(of: file, of: item)
            let path = try FileOpener(environment: context.host.environment, files: context.files)
                .open(contents, named: file.name)
            context.tell(String(localized: "Opened a copy: \(TextRules.visible(path: path))"))
        default:
            let contents = try await inventory.contents(of: file, of: item)
            let path = context[FileCommand.output] ?? file.name
            guard path != "-" else { return context.write(contents.bytes) }
            let writer = try context.create(path)
            try writer.write(contents.bytes)
            try writer.commit()
            context.tell(
                String(
                    localized:
                        "Wrote \(name) (\(ItemPresentation.size(of: file))) to \(TextRules.visible(path: path))."
                ))
        }
    }
}
