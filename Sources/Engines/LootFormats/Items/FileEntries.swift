package import LootCore

/// Encodes and decodes the files of an item in documents: a list of objects with name, digest, type and size.
package enum FileEntries {
    /// The sentence about the expected value.
    static let expectation: Message =
        "This must be a list of files, each with a name without a path, sha256, type and bytes."

    /// Returns the files as a list of objects.
    package static func value(of files: [FileEntry]) -> ForeignValue {
        .array(
            files.map { file in
                .object([
                    ForeignField("name", .text(file.name)),
                    ForeignField("sha256", .text(file.id.description)),
                    ForeignField("type", .text(file.mediaType)),
                    ForeignField("bytes", .number(String(file.size))),
                ])
            })
    }

    /// Returns the files described by strings as a list of objects.
    package static func value(of entries: [String]) -> ForeignValue {
        value(of: entries.compactMap { FileEntry($0) })
    }

    /// Returns the files of a list as strings, or `nil` if the list is invalid.
    static func texts(_ value: DocumentValue) -> [String]? { files(value)?.map(\.description) }

    /// Returns the files of a list, or `nil` if it is invalid. An entry can also be a string, as in
    /// spreadsheets.
    package static func files(_ value: DocumentValue) -> [FileEntry]? {
        guard case .array(let elements) = value.content else { return nil }
        var files: [FileEntry] = []
        files.reserveCapacity(elements.count)
        for element in elements {
            guard let file = file(element) else { return nil }
            files.append(file)
        }
        return files
    }

    private static func file(_ value: DocumentValue) -> FileEntry? {
        if case .text(let text) = value.content { return FileEntry(text) }
        func text(_ key: String) -> String? {
            if case .text(let text) = value[key]?.content { text } else { nil }
        }
        guard let name = text("name"), let id = text("sha256").flatMap({ FileID($0) }),
            case .number(let digits) = value["bytes"]?.content, let size = Int(digits)
        else { return nil }
        let type = text("type") ?? "application/octet-stream"
        let file = FileEntry(id: id, name: name, mediaType: type, size: size)
        return file.isSound ? file : nil
    }
}
