/// A form that holds files, as a browser sends it: `multipart/form-data` (RFC 7578).
///
/// ```swift
/// let form = try MultipartForm(try await request.body.bytes(), of: request)
/// let photo = form["photo"]?.bytes
/// ```
public struct MultipartForm: Sendable {
    /// A field, or a file.
    public struct Part: Sendable {
        /// The field's name.
        public let name: String
        /// The name that the file had on the client's machine; nil for a field. Nothing to trust.
        public let fileName: String?
        /// What was typed, or the file.
        public let bytes: [UInt8]
    }

    /// The fields and files, in order.
    public let parts: [Part]

    /// How many fields and files a form may have.
    static let greatestCount = 1000

    /// Takes a request's body apart.
    ///
    /// - Throws: ``HTTPError``: 415 when the request says that it is something else, 400 when it is malformed.
    public init(_ body: [UInt8], of request: Request) throws(HTTPError) {
        guard request.mediaType == "multipart/form-data" else {
            throw HTTPError(.unsupportedMediaType, "The body has to be multipart/form-data.")
        }
        guard let boundary = MultipartForm.boundary(in: request.headers[.contentType] ?? "") else {
            throw HTTPError(.badRequest, "The form has no boundary.")
        }
        var reader = MultipartReader(body, boundary: boundary)
        guard let parts = reader.parts() else { throw HTTPError(.badRequest, "The form is malformed.") }
        self.parts = parts
    }

    /// The first part with a name.
    public subscript(name: String) -> Part? { parts.first { $0.name == name } }

    /// The text of the first part with a name.
    public func text(_ name: String) -> String? {
        self[name].map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    private static func boundary(in contentType: String) -> [UInt8]? {
        let value = HeaderParameters(contentType)["boundary"] ?? ""
        return (1...70).contains(value.utf8.count) ? Array(value.utf8) : nil
    }
}

/// Takes a body apart.
private struct MultipartReader {
    private let body: [UInt8]
    /// The line that stands between parts, with the line break before it.
    private let delimiter: [UInt8]
    private var position = 0

    init(_ body: [UInt8], boundary: [UInt8]) {
        self.body = body
        delimiter = Array("\r\n--".utf8) + boundary
    }

    /// The parts; nil where the body is malformed.
    mutating func parts() -> [MultipartForm.Part]? {
        // The first delimiter may stand at the very beginning, without a line break before it.
        if body.starts(with: delimiter.dropFirst(2)) {
            position = delimiter.count - 2
        } else {
            guard let start = find(delimiter) else { return nil }
            position = start + delimiter.count
        }
        var parts: [MultipartForm.Part] = []
        while true {
            if take("--") { return parts }
            guard parts.count < MultipartForm.greatestCount, take("\r\n"), let part = part() else {
                return nil
            }
            parts.append(part)
        }
    }

    private mutating func part() -> MultipartForm.Part? {
        guard let headers = headers(), let end = find(delimiter) else { return nil }
        let bytes = Array(body[position..<end])
        position = end + delimiter.count
        guard let parameters = headers.first(where: { $0.name == "content-disposition" })?.value,
            let name = HeaderParameters(parameters)["name"]
        else { return nil }
        return MultipartForm.Part(
            name: name, fileName: HeaderParameters(parameters)["filename"], bytes: bytes)
    }

    /// The part's header fields, of which there are few.
    private mutating func headers() -> [(name: String, value: String)]? {
        var headers: [(String, String)] = []
        while !take("\r\n") {
            guard headers.count < 10, let end = find([0x0D, 0x0A], within: 4096) else { return nil }
            let line = body[position..<end]
            position = end + 2
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
            headers.append((name, String(decoding: line[(colon + 1)...], as: UTF8.self)))
        }
        return headers
    }

    private mutating func take(_ text: String) -> Bool {
        guard body[position...].starts(with: text.utf8) else { return false }
        position += text.utf8.count
        return true
    }

    /// Where the bytes begin next.
    private func find(_ bytes: [UInt8], within limit: Int = .max) -> Int? {
        let last = min(body.count, position + min(limit, body.count)) - bytes.count
        var start = position
        while start <= last, let next = body[start...last].firstIndex(of: bytes[0]) {
            if body[next...].starts(with: bytes) { return next }
            start = next + 1
        }
        return nil
    }
}

/// The parameters behind a header field's value: `form-data; name="photo"; filename="a b.png"`.
private struct HeaderParameters {
    private var values: [String: String] = [:]

    init(_ text: String) {
        var rest = text.unicodeScalars.drop { $0 != ";" }
        while rest.first == ";" {
            rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
            let name = String(String.UnicodeScalarView(rest.prefix { $0 != "=" && $0 != ";" })).lowercased()
            rest = rest.drop { $0 != "=" && $0 != ";" }
            var value = String.UnicodeScalarView()
            if rest.first == "=" {
                rest = rest.dropFirst()
                if rest.first == "\"" {
                    rest = rest.dropFirst()
                    while let scalar = rest.first, scalar != "\"" {
                        rest = rest.dropFirst()
                        // Browsers write a quote as %22; others put a backslash before it.
                        if scalar == "\\", let escaped = rest.first {
                            value.append(escaped)
                            rest = rest.dropFirst()
                        } else {
                            value.append(scalar)
                        }
                    }
                } else {
                    value.append(contentsOf: rest.prefix { $0 != ";" && $0 != " " })
                }
            }
            if values[name] == nil { values[name] = String(value) }
            rest = rest.drop { $0 != ";" }
        }
    }

    subscript(name: String) -> String? { values[name] }
}
