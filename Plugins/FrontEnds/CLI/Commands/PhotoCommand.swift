import CommandLineKit
import LootActions
import LootCore
import LootPlugins

/// The `loot photo` command.
struct PhotoCommand: LootCommand {
    private static let file = Argument.optional("FILE", "The photo; - is standard input", values: .file)
    private static let removes = Option.flag("remove", "Remove the photo")
    private static let output = Option.value(
        "output", "FILE", short: "o", "Write the photo to this file (- is standard output)", values: .file)

    let declaration = Command(
        "photo", summary: "Set, save or remove the photo of items",
        discussion: """
            Accepts JPEG, PNG, WebP and GIF up to 16 MiB. Without a file or option, prints the current photo. Every \
            change can be undone.
            """,
        group: "Items",
        arguments: [ItemArguments.optional, file],
        options: [removes, output, CommandContext.force] + ChangeOptions.choosing,
        examples: [
            .init("loot photo '#1' lamp.jpg", "Set the photo of the first item"),
            .init("curl -s https://example.org/lamp.png | loot photo 2f1d -", "Read from a pipe"),
            .init("loot photo 2f1d --output lamp.jpg", "Save the photo as a file"),
            .init("loot photo 2f1d --remove", "Remove the photo"),
            .init("loot photo --where 'name ^ Box' box.jpg", "Set the photo of several items"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let (item, path) = try await PhotoCommand.words(context)
        let output = context[PhotoCommand.output]
        let removes = context[PhotoCommand.removes]
        if [path != nil, output != nil, removes].filter({ $0 }).count > 1 {
            throw LootError(
                .usage, "Can't set, write and remove the photo at once.",
                reason: "More than one of FILE, --output and --remove was given.",
                advice: "Use only one of them.")
        }
        if output != nil, context.isTrial {
            throw LootError(
                .usage, "Can't write the photo in a dry run.",
                reason: "A dry run only previews changes to the list.",
                advice: "Leave out --dry-run or --output.")
        }
        context.onlyShows = path == nil && !removes
        let inventory = try await context.inventory()
        if removes {
            try await remove(item, inventory, context)
        } else if let path {
            try await set(try PhotoCommand.read(path, context), item, inventory, context)
        } else if let output {
            try await write(item, to: output, inventory, context)
        } else {
            try await show(item, inventory, context)
        }
        return .success
    }

    /// Returns the item and the file. If a filter selects the items, a single argument is the file.
    private static func words(
        _ context: CommandContext
    ) async throws(LootError) -> (item: String?, path: String?) {
        let (item, path) = (context[ItemArguments.optional], context[file])
        guard try await context.selection() != nil else {
            guard item != nil else {
                throw ItemArguments.refusal(hasBoth: false)
            }
            return (item, path)
        }
        if path != nil { throw ItemArguments.refusal(hasBoth: true) }
        return (nil, item)
    }

    private func remove(_ item: String?, _ inventory: Inventory, _ context: CommandContext)
        async throws(LootError)
    {
        let messages = Chosen.Messages(
            question: { "Remove the photo of \($0)?" }, failure: { "Can't remove the photo of \($0)." })
        let chosen = try await Chosen(
            context, inventory, messages, named: [item].compactMap(\.self)
        ) { (items, inventory) async throws(LootError) in
            try await inventory.removePhoto(of: items.map(\.id))
        }
        guard let chosen else { return }
        let what = PhotoCommand.what(chosen)
        context.tell(
            chosen.commit == nil
                ? chosen.items.count == 1
                    ? String(localized: "\(what) has no photo.") : String(localized: "\(what) have no photo.")
                : String(localized: "Removed the photo of \(what)."))
    }

    private func set(
        _ file: StoredFile, _ item: String?, _ inventory: Inventory, _ context: CommandContext
    ) async throws(LootError) {
        let photo = inventory.asKept(file)
        let messages = Chosen.Messages(
            question: { "Set the photo of \($0)?" }, failure: { "Can't set the photo of \($0)." })
        let chosen = try await Chosen(
            context, inventory, messages, named: [item].compactMap(\.self)
        ) { (items, inventory) async throws(LootError) in
            try await inventory.setPhoto(photo, of: items.map(\.id))
        }
        if let chosen {
            context.tell(
                String(
                    localized:
                        "The photo of \(PhotoCommand.what(chosen)) is now \(ItemPresentation.text(of: photo))."
                ))
        }
    }

    private static func what(_ chosen: Chosen) -> String {
        chosen.items.count == 1
            ? Language.current.quoted(chosen.items[0].shownName) : ItemPresentation.count(chosen.items.count)
    }

    private func show(_ named: String?, _ inventory: Inventory, _ context: CommandContext)
        async throws(LootError)
    {
        var items = try await context.items([named].compactMap(\.self), in: inventory)
        if let query = try await context.selection() {
            try await inventory.forEachItem(of: query) { items.append($0) }
        }
        for item in items {
            let photo = try await inventory.photo(of: item)
            let text = photo.map {
                String(localized: "The photo of “\(item.shownName)” is \(ItemPresentation.text(of: $0)).")
            }
            context.line(text ?? String(localized: "“\(item.shownName)” has no photo."))
        }
    }

    private func write(
        _ named: String?, to path: String, _ inventory: Inventory, _ context: CommandContext
    ) async throws(LootError) {
        guard let named else {
            throw LootError(
                .usage, "Can't write the photos.", reason: "--output names a single file.",
                advice: "Name one item, or write all photos with “\(context.program.name) export FILE.tar”.")
        }
        let item = try await inventory.item(ItemReference(parsing: named))
        guard let photo = try await inventory.photo(of: item) else {
            throw LootError(
                .noSuchFile, "Can't write the photo.",
                reason: "“\(TextRules.visible(item.shownName))” has no photo.",
                advice: "Set its photo with “\(context.program.name) photo \(item.id.short) FILE”.",
                item: item.id)
        }
        guard path != "-" else { return context.write(photo.bytes) }
        let writer = try context.create(path)
        try writer.write(photo.bytes)
        try writer.commit()
        context.tell(
            String(
                localized: "Wrote \(ItemPresentation.text(of: photo)) to \(TextRules.visible(path: path))."))
    }

    /// Reads a photo from a file or standard input.
    private static func read(_ path: String, _ context: CommandContext) throws(LootError) -> StoredFile {
        let file: (any ByteReader)? = path == "-" ? nil : try context.files.openRegular(path)
        return try StoredFile(photoFrom: { () throws(LootError) in
            if let file { try file.read() } else { try context.console.read() }
        })
    }
}
