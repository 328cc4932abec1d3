package import LootCore
package import LootFormats

/// An error as a problem document (RFC 9457).
package struct Problem: Error, Sendable {
    package let status: Int
    /// What a program matches, beside the status.
    package let code: String
    package let detail: String
    /// Each wrong value: its place as a JSON Pointer, and what is wrong with it.
    package var errors: [(pointer: String, detail: String)] = []
    /// The item concerned, if there is one.
    package private(set) var item: ItemID?
    /// The field concerned, if there is one.
    package private(set) var field: FieldKey?
    /// What can be done about it, if there is a way.
    package private(set) var remedy: LootError.Remedy?
    /// The change of a batch that can't be made, by its place in the list.
    package private(set) var change: Int?
    /// The place in a parameter or value that can't be read.
    package private(set) var excerpt: Excerpt?
    /// The item as it is now, where the client knew it otherwise.
    package var current: Item?

    /// What a client is told of an error. Of several changes the one that can't be made is named.
    package init(_ error: LootError, inBatch isInBatch: Bool = false) {
        status = Problem.status(of: error.code)
        code = error.code.rawValue
        item = error.item
        field = error.field
        remedy = error.remedy
        change = isInBatch ? error.change : nil
        excerpt = error.excerpt
        // An error of the machine may name its files.
        detail =
            switch status {
            case 500 where error.code == .damaged || error.code == .newerFormat: error.publicDescription()
            case 500 where error.code == .cannotCreate:
                "The server may not write the list, and nothing was saved. Its log says what was refused."
            case 500 where error.code == .configuration:
                "The server can't change its configuration. Its log says why."
            case 403, 503: error.publicDescription()
            case 500: "The store failed. What failed is in its log."
            case 507: "The store has no space left. Make room where the server keeps it."
            default: "\(error)"
            }
        if let change {
            errors = [("/changes/\(change)", error.why)]
        } else if status == 422, let field = error.field {
            errors = [(Problem.pointer(of: field), error.why)]
        }
    }

    /// A document with wrong values.
    package init(_ error: InvalidDocument) {
        self.init(
            422, code: LootError.Code.invalidValue.rawValue,
            error.problems.first.map { "\($0.error)" } ?? "The values are wrong.")
        errors = error.problems.map { ($0.pointer, "\($0.error)") }
    }

    /// What is wrong with the store, as an answer to who asks how it is.
    package init(unhealthy problem: LootError) {
        self.init(503, code: problem.code.rawValue, problem.publicDescription())
        remedy = problem.remedy
    }

    package init(_ status: Int, code: String, _ detail: String) {
        self.status = status
        self.code = code
        self.detail = detail
    }

    // MARK: Both ways

    /// The document, under the title that its status has.
    package func bytes(title: String) -> [UInt8] {
        var members: [(String, JSON)] = [
            ("type", JSON(Problem.type(of: code))), ("title", JSON(title)), ("status", JSON(status)),
            ("detail", JSON(detail)), ("code", JSON(code)),
        ]
        if let item { members.append(("itemID", JSON(item.description))) }
        if let field { members.append(("field", JSON(field.rawValue))) }
        if let remedy { members.append(("remedy", JSON(remedy.rawValue))) }
        if let change { members.append(("change", JSON(change))) }
        if let excerpt {
            members += [
                ("text", JSON(excerpt.text)), ("position", JSON(excerpt.position)),
                ("length", JSON(excerpt.length)),
            ]
        }
        if !errors.isEmpty {
            let list: [JSON] = errors.map { ["pointer": JSON($0.pointer), "detail": JSON($0.detail)] }
            members.append(("errors", JSON(list)))
        }
        var bytes = JSON(members).bytes
        if let current {
            bytes.removeLast()
            bytes += ",\"item\":".utf8
            JSONItemWriter().append(current, to: &bytes)
            bytes.append(UInt8(ascii: "}"))
        }
        return bytes
    }

    /// The type of problems with a code, a URI that names it and has nothing at its address. It stays the same for all
    /// servers and versions.
    package static func type(of code: String) -> String { "urn:lootlogger:problem:\(code)" }

    /// Reads a document, as far as the error is told again by it; nil where it is none.
    package init?(reading body: [UInt8], status: Int) {
        guard let document = try? DocumentValue(json: body.span, strict: true),
            let detail = document["detail"]?.text, !detail.isEmpty
        else { return nil }
        self.init(status, code: document["code"]?.text ?? LootError.Code.unavailable.rawValue, detail)
        item = document["itemID"]?.text.flatMap { ItemID($0) }
        field = document["field"]?.text.map { FieldKey(rawValue: $0) }
        remedy = document["remedy"]?.text.map { LootError.Remedy(rawValue: $0) }
        change = document["change"]?.digits.flatMap { Int($0) }
    }

    private static func pointer(of field: FieldKey) -> String {
        guard let name = field.customName else { return "/\(field.rawValue)" }
        return "/custom/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
    }

    private static func status(of code: LootError.Code) -> Int {
        switch code {
        case .malformed, .usage, .unknownField, .unknownSectioning: 400
        case .unknownView: 404
        case .invalidValue, .positionOutOfRange, .tooCostly: 422
        case .noSuchItem, .noSuchProduct: 404
        case .catalogFailed: 502
        case .ambiguousItem, .duplicateItem, .conflict, .nothingToUndo: 409
        case .preconditionFailed: 412
        case .snapshotGone: 410
        case .tooManySnapshots, .overAllowance: 429
        case .readOnly: 403
        case .closed, .unavailable, .locked, .cancelled: 503
        case .unsupported: 501
        case .noSpace, .storeFull: 507
        default: 500
        }
    }
}

extension LootError.Code {
    /// The item is not as the client last saw it.
    package static let preconditionFailed = Self(rawValue: "precondition-failed")
    /// A snapshot is not held any more.
    package static let snapshotGone = Self(rawValue: "snapshot-gone")
    /// A person uses more of the server than one person may.
    package static let overAllowance = Self(rawValue: "over-allowance")
    /// As many snapshots are held as there may be.
    package static let tooManySnapshots = Self(rawValue: "too-many-snapshots")
}

extension LootError {
    /// The sentence without the machine's folders: of a path, the file's name stays. `words` say what a front end has for
    /// what can be done.
    package func publicDescription(offering words: (Remedy) -> String? = { _ in nil }) -> String {
        let description = text(in: .english, offering: words)
        let name = place.map { String($0.split(separator: "/").last ?? "") }
        let text = place.map { description.replacing($0, with: name ?? "") } ?? description
        return text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            guard let first = word.firstIndex(of: "/"), let last = word.lastIndex(of: "/"), first != last,
                !word.contains("://")
            else { return String(word) }
            return String(word[..<first]) + String(word[word.index(after: last)...])
        }.joined(separator: " ")
    }
}
