import WebServer

/// What every answer tells a browser to keep it from harm.
enum SecurityHeaders {
    private static let headers: Headers = [
        "Content-Security-Policy": """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
        manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'
        """,
        "X-Content-Type-Options": "nosniff",
        // Forms tell their own origin, by which they are known, and other sites learn nothing.
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
    ]

    static func add(_ request: Request, _ response: inout Response) {
        response.headers.append(contentsOf: headers)
    }
}
