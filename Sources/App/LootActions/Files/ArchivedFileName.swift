import LootCore

/// How an archive names what is in it.
struct ArchivedFileName {
    /// The file with the items.
    static let items = "items.json"
    private static let folder = "files/"
    private static let thumbnailMark = ".thumbnail"

    let id: FileID
    let isThumbnail: Bool

    static func name(of file: StoredFile) -> String { "\(folder)\(file.id).\(file.kind.fileEnding)" }

    static func name(of id: FileID, thumbnail: StoredFile?) -> String {
        "\(folder)\(id)\(thumbnailMark).\(thumbnail?.kind.fileEnding ?? "")"
    }

    /// What a file of an archive is; nil if it is none that an item names. Of a path only the last part counts.
    init?(_ path: String) {
        let name = path.split(separator: "/").last ?? ""
        guard let id = FileID(name.prefix(64)), name.dropFirst(64).first == "." else { return nil }
        self.id = id
        isThumbnail = name.dropFirst(64).hasPrefix("\(ArchivedFileName.thumbnailMark).")
    }

    /// Whether a file of an archive holds items.
    static func isItems(_ path: String) -> Bool {
        let parts = path.split(separator: "/").filter { $0 != "." }
        return parts.count <= 2 && parts.last.map { $0 == items } ?? false
    }
}
