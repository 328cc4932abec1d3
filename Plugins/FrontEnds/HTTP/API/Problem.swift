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
    /// The item as it is now, where the client knew it otherwise.
    var item: [UInt8]?

    init(_ error: LootError) {
        status = Problem.status(of: error.code)
        code = error.code.rawValue
        // An error of the machine may name its files.
        detail =
            switch status.code {
            case 500: "The store failed; whoever runs the server finds out more in its log."
            case 507: "The store has no space left; whoever runs the server can make room."
            default: "\(error)"
            }
        if status == .unprocessableContent, let field = error.field {
            errors = [(Problem.pointer(of: field), error.why)]
        }
    }

    init(_ status: Status, code: String, _ detail: String) {
        self.status = status
        self.code = code
        self.detail = detail
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
