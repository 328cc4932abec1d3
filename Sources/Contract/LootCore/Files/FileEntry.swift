/// A file that belongs to an item: a receipt, a manual, another picture. The item holds what a list shows of it; the bytes
/// lie beside the items, under its ``id``.
public struct FileEntry: Hashable, Sendable {
    /// The name of its bytes, see ``FileKeeper``.
    public var id: FileID
    /// What a person calls it: `receipt.pdf`.
    public var name: String
    /// What it is: `application/pdf`.
    public var mediaType: String
    /// How many bytes it has.
    public var size: Int

    /// How many files an item may have.
    static let greatestCount = 1000
    /// How many bytes a name may have.
    static let greatestName = 255

    /// An entry of an item's files.
    package init(id: FileID, name: String, mediaType: String, size: Int) {
        self.id = id
        self.name = name
        self.mediaType = mediaType
        self.size = size
    }

    /// The entry for a file under a name. Its type is told by its bytes, or else by the name's ending.
    public init(_ file: StoredFile, name: String) {
        self.init(
            id: file.id, name: name, mediaType: MediaType.type(of: file.kind, name: name),
            size: file.bytes.count)
    }

    /// Whether its type is one that a photo may have.
    package var isPicture: Bool { FileKind.pictures.contains { $0.mediaType == mediaType } }

    /// Fails unless a file may have this name.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` that says what is wrong with it.
    package static func checkName(_ name: String) throws(LootError) {
        if let why = problem(withName: name) {
            throw LootError(
                .invalidValue, "can't name the file “\(TextRules.visible(name))”", because: why,
                next: "Give a name like receipt.pdf", field: "files")
        }
    }

    /// Whether it keeps the rules that every store keeps.
    package var isSound: Bool {
        size >= 0 && MediaType.isType(mediaType) && FileEntry.problem(withName: name) == nil
    }

    static func problem(withName name: String) -> String? {
        if isUsual(name.utf8.span) { return nil }
        if name.isEmpty { return "it is empty" }
        if name.utf8.count > greatestName { return "it has more than \(greatestName) bytes" }
        if name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }) {
            return "it holds a slash, and a file's name is the last part of its path"
        }
        if name.utf8.first == UInt8(ascii: ".") { return "it begins with a dot" }
        if let scalar = TextRules.firstRefused(in: name, allowingLines: false) {
            return "it holds the control character \(TextRules.name(of: scalar))"
        }
        let isSpace = { (scalar: Unicode.Scalar?) in scalar?.properties.isWhitespace ?? false }
        if isSpace(name.unicodeScalars.first) || isSpace(name.unicodeScalars.last) {
            return "it begins or ends with a space"
        }
        return nil
    }

    /// Whether it is printable ASCII with nothing in it that a name may not have, as nearly all names are.
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

    /// The name under which the file at a path belongs to an item: the path's last part, without dots and spaces before
    /// it.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` when that can't be a name.
    package static func name(ofPath path: String) throws(LootError) -> String {
        let last =
            path.unicodeScalars.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last
            ?? ""[...].unicodeScalars
        var name = last.drop { $0 == "." || $0.properties.isWhitespace }
        while name.last?.properties.isWhitespace == true { name.removeLast() }
        try checkName(String(name))
        return String(name)
    }

    /// The name, or else `receipt (2).pdf`, so that no other file has it.
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
    /// The entry as text, as the field `files` and spreadsheets hold it: digest, bytes, type and name with spaces between.
    public var description: String { "\(id) \(size) \(mediaType) \(name)" }

    /// The entry that ``description`` spells; nil for anything else.
    package init?(_ text: String) {
        // By bytes: a name may begin with what a person sees as one sign with the space before it.
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
    /// Everything that is kept of it: the photo first, under a name of its own where ``files`` has it under none, then the
    /// files in their order. A photo that no entry tells of has no size and no type here, which only its bytes tell.
    public var allFiles: [FileEntry] {
        guard hasDetails else { return [] }
        guard let photo, !files.contains(where: { $0.id == photo }) else { return files }
        let name = FileEntry.name("photo", besides: Set(files.map(\.name)))
        return [FileEntry(id: photo, name: name, mediaType: MediaType.unknown, size: 0)] + files
    }
}

extension Item {
    /// What it is sorted by: of files by their names.
    func sortValue(for key: FieldKey) -> FieldValue? {
        let isFiles = Field.with(key: key)?.traits.contains(.files) == true
        return isFiles && hasDetails && !files.isEmpty ? .list(files.map(\.name)) : value(for: key)
    }
}

extension Field {
    /// What a list holds for filters and searches: of files their names.
    package var entries: (@Sendable (Item) -> [String])? {
        guard case .list(let get, _) = access else { return nil }
        return traits.contains(.files) ? { $0.hasDetails ? $0.files.map(\.name) : [] } : get
    }
}
