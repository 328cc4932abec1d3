import LootCore

/// The name of a file in an archive.
struct ArchivedFileName {
    /// The name of the file with the items.
    static let items = "items.json"
    private static let folder = "files/"
    private static let thumbnailMark = ".thumbnail"

    let id: FileID
    let isThumbnail: Bool

    static func name(of file: StoredFile) -> String { "\(folder)\(file.id).\(file.kind.fileEnding)" }

    static func name(of id: FileID, thumbnail: StoredFile?) -> String {
        "\(folder)\(id)\(thumbnailMark).\(thumbnail?.kind.fileEnding ?? "")"
    }

    /// Parses the last component of a path. Returns `nil` if it isn't the name of an item's file or thumbnail.
    init?(_ path: String) {
        let name = path.split(separator: "/").last ?? ""
        guard let id = FileID(name.prefix(64)), name.dropFirst(64).first == "." else { return nil }
        self.id = id
        isThumbnail = name.dropFirst(64).hasPrefix("\(ArchivedFileName.thumbnailMark).")
    }

    /// Returns whether a path in an archive is that of the file with the items.
    static func isItems(_ path: String) -> Bool {
        let parts = path.split(separator: "/").filter { $0 != "." }
        return parts.count <= 2 && parts.last.map { $0 == items } ?? false
    }
}
