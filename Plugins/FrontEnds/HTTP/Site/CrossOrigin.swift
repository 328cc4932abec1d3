import LootCore
import WebServer

/// Which pages of other sites may use the API (CORS). They send a token; cookies are not for them.
struct CrossOrigin: Sendable {
    /// As browsers tell them: `https://example.org`.
    let origins: Set<String>

    /// Pages of these origins.
    ///
    /// - Throws: `LootError` with code `configuration` for a text that is none.
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
                    .configuration, "can't let pages of \(TextRules.quoted(text)) use the API",
                    because: "this is not the origin of a page",
                    next:
                        "Name each one as browsers do, such as https://example.org, without a slash at its end",
                    place: "frontEnd.origins")
            }
            origins.insert(origin)
        }
        self.origins = origins
    }

    /// The answer to a browser that asks whether a page may send a request; nil for all else.
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

    /// Tells a browser that a page may read the answer.
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

    private func origin(of request: Request) -> String? {
        request.headers[.origin].flatMap { origins.contains($0.lowercased()) ? $0 : nil }
    }
}
