import LootCore
import LootFormats
import WebServer

/// An error as a problem document (RFC 9457).
struct Problem {
    let status: Status
    /// What a program matches, beside the status.
    let code: String
    let detail: String
    /// Each wrong value: its place and what is wrong with it.
    var errors: [(pointer: String, detail: String)] = []
    /// The id of the item concerned, and the key of the field, if there are any.
    private let itemID: ItemID?
    private let field: FieldKey?
    /// The item as it is now, where the client knew it otherwise.
    var item: [UInt8]?

    init(_ error: LootError) {
        status = Problem.status(of: error.code)
        code = error.code.rawValue
        itemID = error.item
        field = error.field
        // An error of the machine may name its files.
        detail =
            switch status.code {
            case 500 where error.code == .damaged || error.code == .newerFormat: error.publicDescription
            case 500 where error.code == .cannotCreate:
                "The server may not write the list, and nothing was saved. Its log says what was refused."
            case 403: error.publicDescription
            case 500: "The store failed. What failed is in its log."
            case 507: "The store has no space left. Make room where the server keeps it."
            default: "\(error)"
            }
        if status == .unprocessableContent, let field = error.field {
            errors = [(Problem.pointer(of: field), error.why)]
        }
    }

    /// What is wrong with the store, as an answer to who asks how it is.
    init(unhealthy problem: LootError) {
        self.init(.serviceUnavailable, code: problem.code.rawValue, problem.publicDescription)
    }

    init(_ status: Status, code: String, _ detail: String) {
        self.status = status
        self.code = code
        self.detail = detail
        itemID = nil
        field = nil
    }

    /// A document with wrong values. Where all of them fail for another reason than their looks, that is the status.
    static func response(_ error: InvalidDocument) -> Response {
        var problem = Problem(
            .unprocessableContent, code: LootError.Code.invalidValue.rawValue,
            error.problems.first.map { "\($0.error)" } ?? "The values are wrong.")
        problem.errors = error.problems.map { ($0.pointer, "\($0.error)") }
        return problem.response
    }

    var response: Response {
        var members: [(String, JSON)] = [
            ("type", "about:blank"), ("title", JSON(status.reason)), ("status", JSON(status.code)),
            ("detail", JSON(detail)), ("code", JSON(code)),
        ]
        if let itemID { members.append(("itemID", JSON(itemID.description))) }
        if let field { members.append(("field", JSON(field.rawValue))) }
        if !errors.isEmpty {
            let list = errors.map { JSON([("pointer", JSON($0.pointer)), ("detail", JSON($0.detail))]) }
            members.append(("errors", JSON(list)))
        }
        var bytes = JSON(members).bytes
        if let item {
            bytes.removeLast()
            bytes += ",\"item\":".utf8
            bytes += item
            bytes.append(UInt8(ascii: "}"))
        }
        var response = Response(status, bytes: bytes, type: "application/problem+json")
        if status == .serviceUnavailable { response.headers[.retryAfter] = "1" }
        return response
    }

    private static func pointer(of field: FieldKey) -> String {
        guard let name = field.customName else { return "/\(field.rawValue)" }
        return "/custom/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
    }

    private static func status(of code: LootError.Code) -> Status {
        switch code {
        case .malformed, .usage, .unknownField, .unknownSectioning: .badRequest
        case .invalidValue, .positionOutOfRange: .unprocessableContent
        case .noSuchItem: .notFound
        case .ambiguousItem, .duplicateItem, .conflict, .nothingToUndo: .conflict
        case .preconditionFailed: .preconditionFailed
        case .snapshotGone: .gone
        case .tooManySnapshots: .tooManyRequests
        case .readOnly: .forbidden
        case .closed, .unavailable, .locked, .cancelled: .serviceUnavailable
        case .unsupported: .notImplemented
        case .noSpace, .storeFull: Status(507)
        default: .internalServerError
        }
    }
}

extension LootError.Code {
    /// The item is not as the client last saw it.
    static let preconditionFailed = Self(rawValue: "precondition-failed")
}

extension LootError {
    /// The sentence without the machine's folders: of a path, the file's name stays.
    var publicDescription: String {
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
