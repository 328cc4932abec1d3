/// A file of an item, such as a receipt, a manual or another picture. The item contains the properties that lists
/// show. The content is stored separately under the file's ``id``.
public struct FileEntry: Hashable, Sendable {
    /// The ID of the content in the ``FileKeeper``.
    public var id: FileID
    /// The name, for example `receipt.pdf`.
    public var name: String
    /// The media type, for example `application/pdf`.
    public var mediaType: String
    /// The size in bytes.
    public var size: Int

    /// The maximum number of files per item.
    static let greatestCount = 1000
    /// The maximum length of a name in bytes.
    static let greatestName = 255

    /// Creates an entry.
    package init(id: FileID, name: String, mediaType: String, size: Int) {
        self.id = id
        self.name = name
        self.mediaType = mediaType
        self.size = size
    }

    /// Creates an entry for a named file. The media type is determined by the content, or else by the extension.
    public init(_ file: StoredFile, name: String) {
        self.init(
            id: file.id, name: name, mediaType: MediaType.type(of: file.kind, name: name),
            size: file.bytes.count)
    }

    /// Whether the media type is valid for a photo.
    package var isPicture: Bool { FileKind.pictures.contains { $0.mediaType == mediaType } }

    /// Throws if a name isn't valid for a file.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` that explains the problem.
    package static func checkName(_ name: String) throws(LootError) {
        if let problem = problem(withName: name) {
            throw LootError(
                .invalidValue, "Can't name the file “\(TextRules.visible(name))”.", reason: problem,
                advice: "Use a name such as receipt.pdf.", field: "files")
        }
    }

    /// Whether the entry satisfies the rules that all stores enforce.
    package var isSound: Bool {
        size >= 0 && MediaType.isType(mediaType) && FileEntry.problem(withName: name) == nil
    }

    static func problem(withName name: String) -> Message? {
        if isUsual(name.utf8.span) { return nil }
        if name.isEmpty { return "The name is empty." }
        if name.utf8.count > greatestName { return "The name has more than \(greatestName) bytes." }
        if name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }) {
            return "The name contains a slash, but a file's name is the last component of its path."
        }
        if name.utf8.first == UInt8(ascii: ".") { return "The name begins with a dot." }
        if let scalar = TextRules.firstRefused(in: name, allowingLines: false) {
            return "The name contains the control character \(TextRules.name(of: scalar))."
        }
        let isSpace = { (scalar: Unicode.Scalar?) in scalar?.properties.isWhitespace ?? false }
        if isSpace(name.unicodeScalars.first) || isSpace(name.unicodeScalars.last) {
            return "The name begins or ends with a space."
        }
        return nil
    }

    /// Fast path for most names: returns whether a name is printable ASCII without invalid characters.
    private static func isUsual(_ name: Span<UInt8>) -> Bool {
        let count = name.count
        guard count > 0, count <= greatestName, name[0] != UInt8(ascii: "."), name[0] != UInt8(ascii: " "),
            name[count - 1] != UInt8(ascii: " ")
        else { return false }
        for index in 0..<count {
            let byte = name[index]
            if byte < 0x20 || byte > 0x7E || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") {
                return false
            }
        }
        return true
    }

    /// Returns the name for a file at a path: the last component without leading dots and spaces.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` if the name isn't valid.
    package static func name(ofPath path: String) throws(LootError) -> String {
        let last =
            path.unicodeScalars.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last
            ?? ""[...].unicodeScalars
        var name = last.drop { $0 == "." || $0.properties.isWhitespace }
        while name.last?.properties.isWhitespace == true { name.removeLast() }
        try checkName(String(name))
        return String(name)
    }

    /// Returns the name, or a unique variant such as `receipt (2).pdf` if another file has it.
    package static func name(_ name: String, besides others: Set<String>) -> String {
        if !others.contains(name) { return name }
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        var number = 2
        while true {
            let mark = " (\(number))\(name[dot...])"
            var stem = name[..<dot]
            while stem.utf8.count + mark.utf8.count > greatestName, !stem.isEmpty { stem.removeLast() }
            if !others.contains("\(stem)\(mark)") { return "\(stem)\(mark)" }
            number += 1
        }
    }
}

extension FileEntry: CustomStringConvertible {
    /// The entry as text, as in the field `files` and in spreadsheets: digest, size, media type and name, separated
    /// by spaces.
    public var description: String { "\(id) \(size) \(mediaType) \(name)" }

    /// Parses the format of ``description``. Returns `nil` for other text.
    package init?(_ text: String) {
        // Split bytes. A name may begin with a combining mark, which would form one character with the space.
        let parts = text.utf8.split(
            separator: UInt8(ascii: " "), maxSplits: 3, omittingEmptySubsequences: false
        )
        .map { Substring($0) }
        guard parts.count == 4, let id = FileID(parts[0]), let size = Int(parts[1]) else { return nil }
        self.init(id: id, name: String(parts[3]), mediaType: String(parts[2]), size: size)
        if !isSound { return nil }
    }
}

extension Item {
    /// All files of the item. If the photo isn't one of ``files``, it comes first, with a generated name and without
    /// a size and a media type, which only its content reveals.
    public var allFiles: [FileEntry] {
        guard hasDetails else { return [] }
        guard let photo, !files.contains(where: { $0.id == photo }) else { return files }
        let name = FileEntry.name("photo", besides: Set(files.map(\.name)))
        return [FileEntry(id: photo, name: name, mediaType: MediaType.unknown, size: 0)] + files
    }
}

extension Item {
    /// Returns the value for sorting. Files are sorted by their names.
    func sortValue(for key: FieldKey) -> FieldValue? {
        let isFiles = Field.with(key: key)?.traits.contains(.files) == true
        return isFiles && hasDetails && !files.isEmpty ? .list(files.map(\.name)) : value(for: key)
    }
}

extension Field {
    /// The entries of a list for filters and searches. Files are represented by their names.
    package var entries: (@Sendable (Item) -> [String])? {
        guard case .list(let get, _) = access else { return nil }
        return traits.contains(.files) ? { $0.hasDetails ? $0.files.map(\.name) : [] } : get
    }
}
