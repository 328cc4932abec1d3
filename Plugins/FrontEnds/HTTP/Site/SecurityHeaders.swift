import WebServer

/// The security headers of all responses.
enum SecurityHeaders {
    private static let headers: Headers = [
        "Content-Security-Policy": """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
        manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'
        """,
        "X-Content-Type-Options": "nosniff",
        // Forms send their own origin, because the server checks it. Other sites receive no referrer.
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
    ]

    static func add(_ request: Request, _ response: inout Response) {
        response.headers.append(contentsOf: headers)
    }
}
