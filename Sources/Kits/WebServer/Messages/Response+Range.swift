extension Response {
    /// Reduces the response to the byte range that the client requests (RFC 9110, 14), if it has `Accept-Ranges:
    /// bytes`. Use it as a last step of a router: `router.finish(Response.takeRange)`.
    ///
    /// Requests for several ranges and malformed ranges receive the whole body, as the RFC permits.
    package static func takeRange(_ request: Request, _ response: inout Response) {
        guard response.status == .ok, request.method == .get,
            request.headers.firstRange(of: .range) != nil, response.headers[.acceptRanges] == "bytes",
            case .bytes(let bytes) = response.body, let field = request.headers[.range],
            let range = ByteRange(field), isCurrent(request, response)
        else { return }
        guard let part = range.part(of: bytes.count) else {
            let refused = HTTPError(
                .rangeNotSatisfiable, "The range is outside the content, which has \(bytes.count) bytes.",
                headers: ["Content-Range": "bytes */\(bytes.count)"])
            response = .problem(refused)
            return
        }
        response.status = .partialContent
        response.headers["Content-Range"] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(bytes.count)"
        response.body = .bytes(Array(bytes[part]))
    }

    /// Returns whether the range applies to the current body: the request has no `If-Range`, or its entity tag
    /// matches.
    private static func isCurrent(_ request: Request, _ response: Response) -> Bool {
        guard let condition = request.headers[.ifRange] else { return true }
        guard let tag = response.headers[.eTag], condition != "*" else { return false }
        return Headers.list(condition, containsEntityTag: tag, isStrong: true)
    }
}

/// A single byte range: `bytes=0-99`, `bytes=100-` or `bytes=-50`.
private struct ByteRange {
    let first: Int?
    /// The position of the last byte or, if `first` is `nil`, the number of bytes from the end.
    let last: Int?

    init?(_ field: String) {
        let text = field.filter { $0 != " " && $0 != "\t" }
        guard text.lowercased().hasPrefix("bytes="), !text.contains(",") else { return nil }
        let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        func number(_ text: Substring) -> Int?? {
            if text.isEmpty { return .some(nil) }
            guard text.utf8.allSatisfy(\.isDigit) else { return nil }
            return Int(text) ?? .max
        }
        guard ends.count == 2, let first = number(ends[0]), let last = number(ends[1]),
            first != nil || last != nil
        else { return nil }
        if let first, let last, last < first { return nil }
        (self.first, self.last) = (first, last)
    }

    /// Returns the range within a body of `count` bytes, or `nil` if it contains no bytes.
    func part(of count: Int) -> Range<Int>? {
        guard let first else {
            let length = min(last ?? 0, count)
            return length > 0 ? count - length..<count : nil
        }
        return first < count ? first..<min(last ?? .max, count - 1) + 1 : nil
    }
}
