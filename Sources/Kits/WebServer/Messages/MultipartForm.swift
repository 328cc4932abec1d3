/// A form with fields and files, as sent by browsers: `multipart/form-data` (RFC 7578).
///
/// ```swift
/// let form = try MultipartForm(try await request.body.bytes(), of: request)
/// let photo = form["photo"]?.bytes
/// ```
public struct MultipartForm: Sendable {
    /// A field or a file of a form.
    public struct Part: Sendable {
        /// The field's name.
        public let name: String
        /// The file's name on the client's machine, or `nil` for a field. Don't trust it.
        public let fileName: String?
        /// The field's text or the file's contents.
        public let bytes: [UInt8]
    }

    /// The fields and files, in their order in the form.
    public let parts: [Part]

    /// The maximum number of fields and files in a form.
    static let greatestCount = 1000

    /// Parses a request's body.
    ///
    /// - Throws: ``HTTPError`` with status 415 if the request has another content type, or 400 if the body is
    ///   malformed.
    public init(_ body: [UInt8], of request: Request) throws(HTTPError) {
        guard request.mediaType == "multipart/form-data" else {
            throw HTTPError(.unsupportedMediaType, "The body must be multipart/form-data.")
        }
        guard let boundary = MultipartForm.boundary(in: request.headers[.contentType] ?? "") else {
            throw HTTPError(.badRequest, "The form has no boundary.")
        }
        var reader = MultipartReader(body, boundary: boundary)
        guard let parts = reader.parts() else { throw HTTPError(.badRequest, "The form is malformed.") }
        self.parts = parts
    }

    /// The first part with the given name.
    public subscript(name: String) -> Part? { parts.first { $0.name == name } }

    /// Returns the text of the first part with the given name. Invalid UTF-8 is replaced.
    public func text(_ name: String) -> String? {
        self[name].map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    private static func boundary(in contentType: String) -> [UInt8]? {
        let value = HeaderParameters(contentType)["boundary"] ?? ""
        return (1...70).contains(value.utf8.count) ? Array(value.utf8) : nil
    }
}

/// A parser for `multipart/form-data` bodies.
private struct MultipartReader {
    private let body: [UInt8]
    /// The boundary line between parts, including the line break before it.
    private let delimiter: [UInt8]
    private var position = 0

    init(_ body: [UInt8], boundary: [UInt8]) {
        self.body = body
        delimiter = Array("\r\n--".utf8) + boundary
    }

    /// Returns the parts, or `nil` if the body is malformed.
    mutating func parts() -> [MultipartForm.Part]? {
        // The first delimiter may be at the very beginning, without a line break before it.
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

    /// Parses the part's header fields. Returns `nil` if there are more than 10 or one is malformed.
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

    /// Returns the next position of the bytes within the limit, or `nil` if they aren't found.
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

/// The parameters after a header field's value: `form-data; name="photo"; filename="a b.png"`.
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
                        // Browsers encode a quote as `%22`. Other clients escape it with a backslash.
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
