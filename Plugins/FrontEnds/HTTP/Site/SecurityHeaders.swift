import WebServer

/// What every answer tells a browser to keep it from harm.
enum SecurityHeaders {
    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
        base-uri 'none'; form-action 'self'; frame-ancestors 'none'
        """

    static func add(_ request: Request, _ response: inout Response) {
        response.headers.append("Content-Security-Policy", policy)
        response.headers.append("X-Content-Type-Options", "nosniff")
        response.headers.append("Referrer-Policy", "no-referrer")
        response.headers.append("Cross-Origin-Resource-Policy", "same-origin")
    }
}
