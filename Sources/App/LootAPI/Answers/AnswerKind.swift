import LootCore
import LootFormats
import LootQueryText

/// The encoding and decoding of an endpoint's response. If the response is a stream, it applies to a single event.
package struct AnswerKind<Output: Sendable>: Sendable {
    /// The description of the response.
    package private(set) var about: EndpointDescription.Success
    /// Returns the media type of a response.
    package let type: @Sendable (Output) -> String?
    /// Writes the body of a response.
    package let write: @Sendable (Output, inout [UInt8]) -> Void
    private let reading: @Sendable ([UInt8]) throws -> Output?
    /// Decodes an event, if the response is a stream.
    private var readingEvent: (@Sendable (ServerSentEvent) throws -> Output?)?

    /// Decodes an event of a stream. Returns `nil` for an event that this version doesn't support.
    package func read(_ event: ServerSentEvent) throws -> Output? { try readingEvent?(event) }

    /// Decodes the body of a response.
    ///
    /// - Throws: `LootError`, `FormatError` or `InvalidDocument` if this version doesn't support the body.
    package func read(_ bytes: [UInt8]) throws -> Output {
        if let output = try reading(bytes) { return output }
        throw LootError(
            .malformed, "Can't read the response.",
            reason: Message(verbatim: TextRules.visible(String(decoding: bytes.prefix(500), as: UTF8.self))))
    }

    /// Returns a copy that also describes the given header fields.
    func with(_ headers: String...) -> AnswerKind {
        var copy = self
        copy.about.headers += headers
        return copy
    }

    /// Returns a response with a JSON body that conforms to a schema.
    static func json(
        _ schema: String, _ summary: String, status: Int = 200,
        write: @escaping @Sendable (Output, inout [UInt8]) -> Void,
        read: @escaping @Sendable (DocumentValue) throws -> Output?
    ) -> AnswerKind {
        bytes(schema, summary, status: status, write: write) {
            try read(DocumentValue(json: $0.span, strict: true))
        }
    }

    /// Returns a response with a JSON body that conforms to a schema and is decoded directly from bytes.
    static func bytes(
        _ schema: String, _ summary: String, status: Int = 200,
        write: @escaping @Sendable (Output, inout [UInt8]) -> Void,
        read: @escaping @Sendable ([UInt8]) throws -> Output?
    ) -> AnswerKind {
        AnswerKind(
            about: .init(status: status, types: ["application/json"], schema: schema, summary: summary),
            type: { _ in "application/json" }, write: write, reading: read)
    }

    /// Returns an endless stream of events. If a schema is given, it applies to the JSON of each event.
    static func events(
        _ schema: String?, _ summary: String,
        write: @escaping @Sendable (Output, inout [UInt8]) -> Void,
        read: @escaping @Sendable (ServerSentEvent) throws -> Output?
    ) -> AnswerKind {
        AnswerKind(
            about: .init(
                status: 200, types: [ServerSentEvent.mediaType], schema: schema, summary: summary,
                headers: ["Cache-Control"]),
            type: { _ in ServerSentEvent.mediaType }, write: write,
            reading: { bytes in
                var parser = EventParser()
                return try parser.feed(bytes).first.flatMap(read)
            }, readingEvent: read)
    }
}

extension AnswerKind where Output == Void {
    /// Returns a response without a body.
    static func nothing(_ summary: String) -> Self {
        Self(
            about: .init(status: 204, types: [], schema: nil, summary: summary), type: { nil },
            write: { _, _ in }, reading: { _ in () })
    }
}

extension AnswerKind where Output == [UInt8] {
    /// Returns a response with a JSON body that another module encodes and decodes.
    static func made(_ schema: String, _ summary: String) -> Self {
        bytes(schema, summary, write: { $1 += $0 }, read: { $0 })
    }

    /// Returns a response with a body of the given media type.
    static func file(_ type: String, _ summary: String) -> Self {
        Self(
            about: .init(status: 200, types: [type], schema: nil, summary: summary), type: { _ in type },
            write: { $1 += $0 }, reading: { $0 })
    }
}

extension AnswerKind where Output == FileContents {
    /// A response with a stored file of any media type.
    static var keptFile: Self {
        Self(
            about: .init(
                status: 200, types: FileKind.allCases.map(\.mediaType), schema: nil, summary: "The file."),
            type: \.mediaType, write: { $1 += $0.bytes },
            reading: { FileContents($0, mediaType: FileKind(beginning: $0).mediaType) }
        ).with("ETag", "Cache-Control", "Content-Disposition", "Accept-Ranges")
    }
}

extension AnswerKind where Output == [SavedView] {
    static let views = json("ViewList", "The views, in order.") { views, bytes in
        let all = views.map { view in
            var fields = [ForeignField("name", .text(view.name))]
            if case .object(let rest) = view.json { fields += rest }
            return ForeignValue.object(fields)
        }
        ForeignValue.object([ForeignField("views", .array(all))]).appendJSON(to: &bytes)
    } read: { value in
        guard case .array(let views)? = value["views"]?.content else { return nil }
        return try views.map { view in
            guard case .object(let members) = ForeignValue(view) else {
                throw LootError(.malformed, "Can't read the views.", reason: "One of them isn't an object.")
            }
            var name = ""
            if case .text(let text)? = members.first(where: { $0.key == "name" })?.value { name = text }
            return try SavedView(name, json: .object(members.filter { $0.key != "name" }))
        }
    }
}

extension AnswerKind where Output == [FileEntry] {
    static let itemFiles = json("ItemFiles", "The files, in order.") { files, bytes in
        bytes += "{\"files\":".utf8
        FileEntries.value(of: files).appendJSON(to: &bytes)
        bytes.append(UInt8(ascii: "}"))
    } read: {
        $0["files"].flatMap(FileEntries.files)
    }
}

extension AnswerKind where Output == Item {
    static func item(_ summary: String, status: Int = 200) -> Self {
        let writer = JSONItemWriter()
        return json("Item", summary, status: status) { item, bytes in
            bytes.reserveCapacity(256)
            writer.append(item, to: &bytes)
        } read: {
            try ChangeReader.read($0) { $0.storedItem($1) }
        }.with("ETag", "Cache-Control")
    }
}

extension AnswerKind where Output == Commit {
    static let commit = json("Commit", "The commit.") { commit, bytes in
        ChangeWriter().append(commit, to: &bytes)
    } read: {
        try ChangeReader.read($0) { $0.commit($1) }
    }
}

extension AnswerKind where Output == [Commit] {
    static let itemHistory = json("ItemHistory", "The changes, oldest first.") { commits, bytes in
        ChangeWriter().append(history: commits, to: &bytes)
    } read: {
        try ChangeReader.read($0) { $0.commits($1) }
    }
}

extension AnswerKind where Output == HistoryAnswer {
    static let history = json("History", "The changes, oldest first.") { answer, bytes in
        answer.append(to: &bytes)
    } read: {
        HistoryAnswer(try ChangeReader.read($0) { $0.history($1) }, isWhole: true)
    }
}

extension AnswerKind where Output == Int {
    /// Returns a response with a number as its only member.
    static func number(_ name: String, _ schema: String, _ summary: String) -> Self {
        json(schema, summary) { number, bytes in
            bytes += JSON([(name, JSON(number))]).bytes
        } read: {
            $0[name]?.digits.flatMap { Int($0) }
        }
    }
}

extension AnswerKind where Output == Int? {
    static let row = json("Row", "The row, or null if the result doesn't contain the item.") { row, bytes in
        bytes += JSON([("position", row.map { JSON($0) } ?? JSON(.null))]).bytes
    } read: {
        $0["position"].map { $0.digits.flatMap { Int($0) } }
    }
}

extension AnswerKind where Output == Set<FileID> {
    static let keptFiles = json("KeptFiles", "The hashes.") { files, bytes in
        bytes += JSON([("files", JSON(files.sorted().map { JSON($0.description) }))]).bytes
    } read: {
        $0["files"]?.elements.map { Set($0.compactMap { $0.text.flatMap { FileID($0) } }) }
    }
}
