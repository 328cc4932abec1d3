/// The format of an export: a file of items, or an archive of items and their files.
@nonexhaustive
public enum ExportFormat: Hashable, Sendable {
    /// A file of items.
    case items(ItemFormat)
    /// A `tar` archive with `items.json` and the folder `files`.
    case archive

    /// The name, such as `json` or `tar`.
    package var name: String {
        switch self {
        case .items(let format): format.name
        case .archive: "tar"
        }
    }
}
