public import LootCore

/// What an export may be: a file of items, or an archive of all items and their files.
@nonexhaustive
public enum ExportFormat: Hashable, Sendable {
    /// A file of items.
    case items(ItemFormat)
    /// A `tar` archive: `items.json`, and the folder `files`.
    case archive

    /// All of them.
    static let all: [ExportFormat] = ItemFormat.all.map(ExportFormat.items) + [.archive]

    /// The name: `json`, `tar`.
    package var name: String {
        switch self {
        case .items(let format): format.name
        case .archive: "tar"
        }
    }

    /// The usual ending of its files' names.
    var fileExtension: String {
        switch self {
        case .items(let format): format.fileExtensions.first ?? format.name
        case .archive: name
        }
    }

    /// The format with this name.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `usage` that lists the nearest names.
    public static func named(_ name: String) throws(LootError) -> ExportFormat {
        if name.lowercased() == ExportFormat.archive.name { return .archive }
        do { return .items(try ItemFormat.named(name)) } catch {
            var error = error
            error.next = Suggestions.sentence(for: name, among: all.map(\.name))
            throw error
        }
    }

    /// The format that a file's name tells by its ending; nil if it tells none.
    static func ofFile(named name: String) -> ExportFormat? {
        name.lowercased().hasSuffix(".tar")
            ? .archive : ItemFormat.ofFile(named: name).map(ExportFormat.items)
    }
}
