package import LootCore
package import LootFormats

/// An error in the form of a problem document (RFC 9457).
package struct Problem: Error, Sendable {
    package let status: Int
    /// The code that programs match, in addition to the status.
    package let code: String
    package let detail: String
    /// The invalid values: their location as a JSON Pointer, and a description of the error.
    package var errors: [(pointer: String, detail: String)] = []
    /// The affected item.
    package private(set) var item: ItemID?
    /// The affected field.
    package private(set) var field: FieldKey?
    /// A remedy, if there is one.
    package private(set) var remedy: LootError.Remedy?
    /// The index of the change in a batch that failed.
    package private(set) var change: Int?
    /// The part of a parameter or value that can't be parsed.
    package private(set) var excerpt: Excerpt?
    /// The values that the client can choose from.
    package private(set) var candidates: [String] = []
    /// The current item, if the client's version is outdated.
    package var current: Item?

    /// Creates the document for an error. For a batch, it identifies the change that failed.
    package init(_ error: LootError, inBatch isInBatch: Bool = false) {
        status = Problem.status(of: error.code)
        code = error.code.rawValue
        item = error.item
        field = error.field
        remedy = error.remedy
        change = isInBatch ? error.change : nil
        excerpt = error.excerpt
        candidates = error.candidates
        // The error can contain paths on the server, which clients must not learn.
        detail =
            switch status {
            case 500 where error.code == .damaged || error.code == .newerFormat: error.publicDescription()
            case 500 where error.code == .cannotCreate:
                String(
                    localized:
                        "The server isn't allowed to write to the list, so nothing was saved. See its log for details."
                )
            case 500 where error.code == .configuration:
                String(localized: "The server can't change its configuration. See its log for the reason.")
            case 403, 503: error.publicDescription()
            case 500: String(localized: "The store failed. See the server's log for details.")
            case 507: String(localized: "The store has no space left. Free some space on the server.")
            default: error.text
            }
        if let change {
            errors = [("/changes/\(change)", error.explanation.text)]
        } else if status == 422, let field = error.field {
            errors = [(Problem.pointer(of: field), error.explanation.text)]
        }
    }

    /// Creates the document for an invalid argument of an action.
    package init(_ error: LootError, inArgument name: String) {
        self.init(error)
        if !errors.isEmpty { errors = [("/arguments/\(name)", error.explanation.text)] }
    }

    /// Creates the document for a request body with invalid values.
    package init(_ error: InvalidDocument) {
        self.init(
            422, code: LootError.Code.invalidValue.rawValue,
            error.problems.first.map { $0.error.text } ?? String(localized: "The values are invalid."))
        errors = error.problems.map { ($0.pointer, $0.error.explanation.text) }
    }

    /// Creates the document for a health check of a store that has failed.
    package init(unhealthy problem: LootError) {
        self.init(503, code: problem.code.rawValue, problem.publicDescription())
        remedy = problem.remedy
    }

    package init(_ status: Int, code: String, _ detail: String) {
        self.status = status
        self.code = code
        self.detail = detail
    }

    // MARK: Encoding and decoding

    /// Returns the document with the given title, which must correspond to the status.
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
        if !candidates.isEmpty { members.append(("candidates", JSON(candidates.map { JSON($0) }))) }
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

    /// Returns the type of problems with a code: a URI that identifies it, but can't be dereferenced. It is the same
    /// for all servers and versions.
    package static func type(of code: String) -> String { "urn:lootlogger:problem:\(code)" }

    /// Decodes a document, or returns `nil` if the body isn't one. Reads only the members that are needed to recreate
    /// the error.
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
        case .ambiguousItem, .otherCurrency, .duplicateItem, .conflict, .nothingToUndo: 409
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
    /// The item has changed since the client last read it.
    package static let preconditionFailed = Self(rawValue: "precondition-failed")
    /// The snapshot no longer exists.
    package static let snapshotGone = Self(rawValue: "snapshot-gone")
    /// A person has exceeded their share of the server's resources.
    package static let overAllowance = Self(rawValue: "over-allowance")
    /// The limit on snapshots is reached.
    package static let tooManySnapshots = Self(rawValue: "too-many-snapshots")
}

extension LootError {
    /// Returns the message with the server's paths reduced to file names. `words` describes the front end's remedies.
    package func publicDescription(offering words: (Remedy) -> String? = { _ in nil }) -> String {
        let description = text(offering: words)
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
