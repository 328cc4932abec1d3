package import LootCore

/// An item's files as documents have them: a list of objects, each with name, digest, type and size.
package enum FileEntries {
    /// What a document should hold for them.
    static let expectation = "a list of files, each with a name that is no path, sha256, type and bytes"

    /// The files as a list of objects.
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

    /// The files that such texts tell of, as documents have them.
    package static func value(of entries: [String]) -> ForeignValue {
        value(of: entries.compactMap { FileEntry($0) })
    }

    /// The texts of the entries of a list; nil where it holds anything else.
    static func texts(_ value: DocumentValue) -> [String]? { files(value)?.map(\.description) }

    /// The files of a list; nil where it holds anything else. An entry may be text as a spreadsheet has it.
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
