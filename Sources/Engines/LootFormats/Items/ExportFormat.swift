/// What an export may be: a file of items, or an archive of all items and their files.
@nonexhaustive
public enum ExportFormat: Hashable, Sendable {
    /// A file of items.
    case items(ItemFormat)
    /// A `tar` archive: `items.json`, and the folder `files`.
    case archive

    /// The name: `json`, `tar`.
    package var name: String {
        switch self {
        case .items(let format): format.name
        case .archive: "tar"
        }
    }
}
