import LootCore
import WebServer

/// The origins of other sites whose pages may use the API (CORS). They must send a token, because cookies aren't
/// accepted.
struct CrossOrigin: Sendable {
    /// The origins in the format of browsers: `https://example.org`.
    let origins: Set<String>

    /// Parses a list of origins.
    ///
    /// - Throws: `LootError` with code `configuration` if an origin is invalid.
    init(_ texts: [String]) throws(LootError) {
        var origins: Set<String> = []
        for text in texts {
            let origin = text.lowercased()
            let scheme = ["https://", "http://"].first { origin.hasPrefix($0) }
            let authority = origin.dropFirst(scheme?.count ?? 0)
            guard scheme != nil, !authority.isEmpty,
                authority.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }),
                !authority.contains("*"), !authority.contains("@")
            else {
                throw LootError(
                    .configuration, "Can't allow pages from \(TextRules.quoted(text)) to use the API.",
                    reason: "This isn't a valid web origin.",
                    advice: "Use the form https://example.org, without a slash at the end.",
                    place: "frontEnd.origins")
            }
            origins.insert(origin)
        }
        self.origins = origins
    }

    /// Returns the response to a preflight request, or `nil` for other requests.
    func preflight(_ request: Request) -> Response? {
        guard !origins.isEmpty, request.method == .options, isForPrograms(request),
            request.headers["Access-Control-Request-Method"] != nil, origin(of: request) != nil
        else { return nil }
        return Response(
            .noContent,
            headers: [
                "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
                "Access-Control-Allow-Headers":
                    "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Prefer, Range",
                "Access-Control-Max-Age": "600",
            ])
    }

    /// Adds the headers that allow a page to read the response.
    func finish(_ request: Request, _ response: inout Response) {
        guard !origins.isEmpty, isForPrograms(request) else { return }
        response.headers.append("Vary", "Origin")
        guard let origin = origin(of: request) else { return }
        response.headers["Access-Control-Allow-Origin"] = origin
        response.headers["Access-Control-Expose-Headers"] =
            "Content-Disposition, ETag, Idempotency-Replayed, Link, Location, Loot-Problem, Retry-After"
    }

    private func isForPrograms(_ request: Request) -> Bool {
        let path = request.path
        return path.hasPrefix("/api/") || path == "/openapi.json" || path == "/due.ics"
    }

    /// Whether a page of another origin that may use the API sends the request.
    func isForeign(_ request: Request) -> Bool { origin(of: request) != nil }

    private func origin(of request: Request) -> String? {
        request.headers[.origin].flatMap { origins.contains($0.lowercased()) ? $0 : nil }
    }
}
