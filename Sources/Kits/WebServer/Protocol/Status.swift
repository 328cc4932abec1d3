/// A response's status code.
public struct Status: Hashable, Sendable, CustomStringConvertible {
    /// The status code, from 200 to 599.
    public let code: Int

    /// Creates a status. A code outside 200 to 599 becomes 500, since a response needs a final status.
    public init(_ code: Int) {
        self.code = (200...599).contains(code) ? code : 500
    }

    /// The code and reason phrase, such as `404 Not Found`.
    public var description: String { "\(code) \(reason)" }

    /// The reason phrase, or an empty string for an unknown code.
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
    /// `200 OK`
    public static var ok: Status { Status(200) }
    /// `201 Created`
    public static var created: Status { Status(201) }
    /// `204 No Content`
    public static var noContent: Status { Status(204) }
    package static var partialContent: Status { Status(206) }
    /// `303 See Other`
    public static var seeOther: Status { Status(303) }
    /// `304 Not Modified`
    public static var notModified: Status { Status(304) }
    /// `400 Bad Request`
    public static var badRequest: Status { Status(400) }
    /// `401 Unauthorized`
    public static var unauthorized: Status { Status(401) }
    /// `403 Forbidden`
    public static var forbidden: Status { Status(403) }
    /// `404 Not Found`
    public static var notFound: Status { Status(404) }
    static var methodNotAllowed: Status { Status(405) }
    package static var notAcceptable: Status { Status(406) }
    static var requestTimeout: Status { Status(408) }
    /// `409 Conflict`
    public static var conflict: Status { Status(409) }
    package static var gone: Status { Status(410) }
    package static var lengthRequired: Status { Status(411) }
    static var preconditionFailed: Status { Status(412) }
    package static var contentTooLarge: Status { Status(413) }
    static var uriTooLong: Status { Status(414) }
    package static var unsupportedMediaType: Status { Status(415) }
    static var rangeNotSatisfiable: Status { Status(416) }
    static var expectationFailed: Status { Status(417) }
    package static var misdirectedRequest: Status { Status(421) }
    package static var unprocessableContent: Status { Status(422) }
    static var preconditionRequired: Status { Status(428) }
    /// `429 Too Many Requests`
    public static var tooManyRequests: Status { Status(429) }
    static var headersTooLarge: Status { Status(431) }
    /// `500 Internal Server Error`
    public static var internalServerError: Status { Status(500) }
    static var notImplemented: Status { Status(501) }
    /// `503 Service Unavailable`
    public static var serviceUnavailable: Status { Status(503) }
    static var versionNotSupported: Status { Status(505) }
}
