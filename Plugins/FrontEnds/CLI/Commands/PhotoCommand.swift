import CommandLineKit
import LootActions
import LootCore
import LootPlugins

/// `loot photo`
struct PhotoCommand: LootCommand {
    private static let file = Argument.optional("FILE", "The photo; - is standard input", values: .file)
    private static let removes = Option.flag("remove", "Take the photo away")
    private static let output = Option.value(
        "output", "FILE", short: "o", "Write the photo there; - is standard output", values: .file)

    let declaration = Command(
        "photo", summary: "Give an item a photo, write it out, or take it away",
        discussion: """
            JPEG, PNG, WebP and GIF up to 16 MiB are taken as they are. Without a file or an option it says which photo \
            the item has. Every change can be undone.
            """,
        group: "Items",
        arguments: [ItemArguments.one, file],
        options: [removes, output, CommandContext.force],
        examples: [
            .init("loot photo '#1' lamp.jpg", "Give the first item a photo"),
            .init("curl -s https://example.org/lamp.png | loot photo 2f1d -", "From a pipe"),
            .init("loot photo 2f1d --output lamp.jpg", "Write it out again"),
            .init("loot photo 2f1d --remove", "Take it away"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let path = context[PhotoCommand.file]
        let output = context[PhotoCommand.output]
        let removes = context[PhotoCommand.removes]
        if [path != nil, output != nil, removes].filter({ $0 }).count > 1 {
            throw LootError(
                .usage, "can't tell what to do with the photo",
                because: "more than one of FILE, --output and --remove were given", next: "Give one of them")
        }
        let inventory = try await context.inventory()
        let item = try await inventory.item(ItemReference(parsing: context[ItemArguments.one]))
        let name = "“\(item.shownName)”"
        if let path {
            let photo = inventory.asKept(try PhotoCommand.read(path, context))
            try await inventory.setPhoto(photo, of: item.id)
            context.line("The photo of \(name) is now \(ItemPresentation.text(of: photo)).")
            return .success
        }
        if removes {
            let commit = try await inventory.removePhoto(of: item.id)
            context.line(commit == nil ? "\(name) has no photo." : "Took the photo of \(name) away.")
            return .success
        }
        let photo = try await inventory.photo(of: item)
        if let output {
            guard let photo else {
                throw LootError(
                    .noSuchFile, "can't write the photo",
                    because: "\(TextRules.visible(item.shownName)) has none",
                    next: "Give it one with: \(context.program.name) photo \(item.id.short) FILE",
                    item: item.id)
            }
            try PhotoCommand.write(photo, to: output, context)
            return .success
        }
        let text = photo.map { "The photo of \(name) is \(ItemPresentation.text(of: $0))." }
        context.line(text ?? "\(name) has no photo.")
        return .success
    }

    /// The photo in a file, or on standard input.
    private static func read(_ path: String, _ context: CommandContext) throws(LootError) -> StoredFile {
        let file: (any ByteReader)? = path == "-" ? nil : try context.files.openRegular(path)
        return try StoredFile(photoFrom: { () throws(LootError) in
            if let file { try file.read() } else { try context.console.read() }
        })
    }

    private static func write(_ photo: StoredFile, to path: String, _ context: CommandContext)
        throws(LootError)
    {
        guard path != "-" else { return context.write(photo.bytes) }
        let writer = try context.create(path)
        try writer.write(photo.bytes)
        try writer.commit()
        context.line("Wrote \(ItemPresentation.text(of: photo)) to \(path).")
    }
}
