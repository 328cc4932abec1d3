extension Request {
    /// The media type of the body without parameters, in lower case, such as `application/json`, or `nil` if the
    /// request doesn't specify it.
    package var mediaType: String? {
        headers[.contentType].map { value in
            let type = value.utf8.prefix { $0 != UInt8(ascii: ";") }
            let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            return String(decoding: type.filter { !isSpace($0) }, as: UTF8.self).lowercased()
        }
    }

    /// Returns the offered media type that the client prefers, or the first of several equally preferred ones.
    /// Returns `nil` if the client accepts none of them; respond with 406 in that case.
    package func preferred(among offers: [String]) -> String? {
        let ranges = headers.values(of: .accept).flatMap { $0.split(separator: ",") }.compactMap(
            MediaRange.init)
        guard !ranges.isEmpty else { return offers.first }
        var best: (offer: String, quality: Int)?
        for offer in offers {
            // The most specific range that includes a type determines its quality.
            let quality =
                ranges.filter { $0.includes(offer) }.max { $0.precision < $1.precision }?.quality ?? 0
            if quality > best?.quality ?? 0 { best = (offer, quality) }
        }
        return best?.offer
    }
}

/// One element of an `Accept` field.
private struct MediaRange {
    let type: Substring
    let subtype: Substring
    /// The quality in thousandths.
    let quality: Int

    init?(_ text: Substring) {
        let parts = text.lowercased().filter { $0 != " " && $0 != "\t" }.split(separator: ";")
        guard let names = parts.first?.split(separator: "/"), names.count == 2 else { return nil }
        type = names[0]
        subtype = names[1]
        let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
        quality = weight.isFinite ? Int(min(max(weight, 0), 1) * 1_000) : 0
    }

    var precision: Int { (type == "*" ? 0 : 1) + (subtype == "*" ? 0 : 1) }

    func includes(_ offer: String) -> Bool {
        let names = offer.split(separator: "/")
        guard names.count == 2 else { return false }
        return (type == "*" || type == names[0]) && (subtype == "*" || subtype == names[1])
    }
}

extension Response {
    /// Replaces the response with 304 if the client already has it, according to `If-None-Match`. Applies to
    /// responses with an entity tag. Use it as a last step of a router: `router.finish(Response.leaveOutKnown)`.
    package static func leaveOutKnown(_ request: Request, _ response: inout Response) {
        guard response.status == .ok, request.method == .get || request.method == .head,
            request.headers.firstRange(of: .ifNoneMatch) != nil, let tag = response.headers[.eTag],
            request.headers.contains(entityTag: tag, in: .ifNoneMatch) ?? false
        else { return }
        response.status = .notModified
        response.headers[.contentType] = nil
        response.body = .empty
    }
}

extension Headers {
    /// Returns whether an `If-Match` or `If-None-Match` field contains an entity tag, or `nil` if the
    /// field is missing.
    ///
    /// A star matches every tag. `If-Match` uses the strong comparison, so a weak tag (`W/"1"`) never matches.
    func contains(entityTag tag: String, in name: Name) -> Bool? {
        guard firstRange(of: name) != nil else { return nil }
        let list = values(of: name).joined(separator: ",")
        return Headers.list(list, containsEntityTag: tag, isStrong: name == .ifMatch)
    }

    /// Returns whether a list of entity tags, as in `If-Match` and `If-None-Match`, contains a tag. A star matches
    /// every tag. With the strong comparison, a weak tag (`W/"1"`) never matches.
    package static func list(_ list: String, containsEntityTag tag: String, isStrong: Bool) -> Bool {
        // The compressed and the uncompressed body represent the same state.
        func opaque(_ tag: some StringProtocol) -> String {
            let tag = String(tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...])
            let end = compressedMark + "\""
            return tag.hasSuffix(end) ? tag.dropLast(end.count) + "\"" : tag
        }
        return list.split(separator: ",").contains { element in
            let element = String(element).trimmingSpace
            guard element != "*" else { return true }
            if isStrong, element.hasPrefix("W/") || tag.hasPrefix("W/") { return false }
            return opaque(element) == opaque(tag)
        }
    }
}

extension String {
    fileprivate var trimmingSpace: String {
        String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
