/// A response's status code.
public struct Status: Hashable, Sendable, CustomStringConvertible {
    /// The code, 100 to 599.
    public let code: Int

    /// A status by its code. A code outside 200 to 599 becomes 500: a final response needs a final status.
    public init(_ code: Int) {
        self.code = (200...599).contains(code) ? code : 500
    }

    /// Code and reason, as `404 Not Found`.
    public var description: String { "\(code) \(reason)" }

    /// The reason phrase of RFC 9110, or an empty string for a code that has none.
    package var reason: String {
        switch code {
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 204: "No Content"
        case 206: "Partial Content"
        case 300: "Multiple Choices"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 303: "See Other"
        case 304: "Not Modified"
        case 307: "Temporary Redirect"
        case 308: "Permanent Redirect"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 406: "Not Acceptable"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 410: "Gone"
        case 411: "Length Required"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 416: "Range Not Satisfiable"
        case 417: "Expectation Failed"
        case 421: "Misdirected Request"
        case 422: "Unprocessable Content"
        case 428: "Precondition Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        case 507: "Insufficient Storage"
        default: ""
        }
    }

    /// Whether a response with this status never has a body (RFC 9110, 6.4.1).
    var forbidsBody: Bool { code == 204 || code == 304 }
}

extension Status {
    /// 200
    public static var ok: Status { Status(200) }
    /// 201
    public static var created: Status { Status(201) }
    /// 204
    public static var noContent: Status { Status(204) }
    /// 206
    package static var partialContent: Status { Status(206) }
    /// 303
    public static var seeOther: Status { Status(303) }
    /// 304
    public static var notModified: Status { Status(304) }
    /// 400
    public static var badRequest: Status { Status(400) }
    /// 401
    public static var unauthorized: Status { Status(401) }
    /// 403
    public static var forbidden: Status { Status(403) }
    /// 404
    public static var notFound: Status { Status(404) }
    /// 405
    static var methodNotAllowed: Status { Status(405) }
    /// 406
    package static var notAcceptable: Status { Status(406) }
    /// 408
    static var requestTimeout: Status { Status(408) }
    /// 409
    public static var conflict: Status { Status(409) }
    /// 410
    package static var gone: Status { Status(410) }
    /// 411
    package static var lengthRequired: Status { Status(411) }
    /// 412
    static var preconditionFailed: Status { Status(412) }
    /// 413
    package static var contentTooLarge: Status { Status(413) }
    /// 414
    static var uriTooLong: Status { Status(414) }
    /// 415
    package static var unsupportedMediaType: Status { Status(415) }
    /// 416
    static var rangeNotSatisfiable: Status { Status(416) }
    /// 417
    static var expectationFailed: Status { Status(417) }
    /// 421
    package static var misdirectedRequest: Status { Status(421) }
    /// 422
    package static var unprocessableContent: Status { Status(422) }
    /// 428
    static var preconditionRequired: Status { Status(428) }
    /// 429
    public static var tooManyRequests: Status { Status(429) }
    /// 431
    static var headersTooLarge: Status { Status(431) }
    /// 500
    public static var internalServerError: Status { Status(500) }
    /// 501
    static var notImplemented: Status { Status(501) }
    /// 503
    public static var serviceUnavailable: Status { Status(503) }
    /// 505
    static var versionNotSupported: Status { Status(505) }
}
