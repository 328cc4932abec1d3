extension Response {
    /// Answers a `Range` of one part (RFC 9110, 14) where the answer says that it takes such: `Accept-Ranges: bytes`. Use
    /// as a last step of a router: `router.finish(Response.takeRange)`.
    ///
    /// What asks for several parts, or can't be read, gets all of it, as the rules allow.
    package static func takeRange(_ request: Request, _ response: inout Response) {
        guard response.status == .ok, request.method == .get,
            request.headers.firstRange(of: .range) != nil, response.headers[.acceptRanges] == "bytes",
            case .bytes(let bytes) = response.body, let field = request.headers[.range],
            let range = ByteRange(field), isCurrent(request, response)
        else { return }
        guard let part = range.part(of: bytes.count) else {
            let refused = HTTPError(
                .rangeNotSatisfiable, "There are \(bytes.count) bytes, and the range is none of them.",
                headers: ["Content-Range": "bytes */\(bytes.count)"])
            response = .problem(refused)
            return
        }
        response.status = .partialContent
        response.headers["Content-Range"] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(bytes.count)"
        response.body = .bytes(Array(bytes[part]))
    }

    /// Whether the client has the first part of what is here now: without `If-Range` it is sure of it.
    private static func isCurrent(_ request: Request, _ response: Response) -> Bool {
        guard let condition = request.headers[.ifRange] else { return true }
        guard let tag = response.headers[.eTag], condition != "*" else { return false }
        return Headers.list(condition, containsEntityTag: tag, isStrong: true)
    }
}

/// One part of a body: `bytes=0-99`, `bytes=100-` or `bytes=-50`.
private struct ByteRange {
    let first: Int?
    /// The last byte or, where there is no first, how many from the end.
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

    /// The bytes that are meant; nil where there are none.
    func part(of count: Int) -> Range<Int>? {
        guard let first else {
            let length = min(last ?? 0, count)
            return length > 0 ? count - length..<count : nil
        }
        return first < count ? first..<min(last ?? .max, count - 1) + 1 : nil
    }
}
