import WebServer

/// The cookies with which browsers stay signed in.
struct SessionCookies: Sendable {
    /// The host in the public address, or `nil`.
    let publicHost: String?
    private let isSecure: Bool

    init(_ configuration: HTTPConfiguration) {
        publicHost = configuration.publicURL.map { SessionCookies.host(of: $0).lowercased() }
        isSecure = configuration.publicURL?.lowercased().hasPrefix("https:") ?? false
    }

    /// Returns the secret of the session in the cookies of the given request, or `nil` if there is none.
    func session(_ request: Request) -> String? { request.cookie(name(for: request)) }

    /// Returns the content of the `Set-Cookie` header that sets the secret of a session, or removes it if `secret` is
    /// `nil`.
    func setSession(_ secret: String?, _ request: Request) -> String {
        // The session ends after 30 days without use, but browsers count from the day of signing in.
        set(
            name(for: request), secret ?? "", seconds: secret == nil ? 0 : 400 * 86_400, sameSite: "Strict",
            request)
    }

    /// Returns the state of the sign-in at a provider that the browser has started, or `nil` if there is none.
    func attempt(_ request: Request) -> String? { request.cookie(nameOfAttempt(for: request)) }

    /// Returns the content of the `Set-Cookie` header that sets the state of a sign-in at a provider, or removes it if
    /// `content` is `nil`.
    ///
    /// The cookie isn't strict, because the browser must send it when it returns from the provider.
    func setAttempt(_ content: String?, _ request: Request) -> String {
        set(
            nameOfAttempt(for: request), content ?? "", seconds: content == nil ? 0 : ProviderSignIn.seconds,
            sameSite: "Lax", request)
    }

    /// Whether the browser has opened the public address.
    func isPublic(_ request: Request) -> Bool {
        SessionCookies.hostAndPort(request.host ?? "").host.lowercased() == publicHost
    }

    /// The name of the cookie. It contains the port, because browsers send cookies to all ports of a host, where
    /// other servers may be running.
    private func name(for request: Request) -> String {
        let port = SessionCookies.hostAndPort(request.host ?? "").port
        return port.isEmpty ? "loot-session" : "loot-session-\(port)"
    }

    private func nameOfAttempt(for request: Request) -> String { "\(name(for: request))-provider" }

    /// Returns the content of the `Set-Cookie` header that sets a cookie. If the browser has opened a public address
    /// with `https`, it sends the cookie only through encrypted connections.
    private func set(
        _ name: String, _ content: String, seconds: Int, sameSite: String, _ request: Request
    ) -> String {
        "\(name)=\(content); Path=/; HttpOnly; SameSite=\(sameSite); Max-Age=\(seconds)"
            + (isSecure && isPublic(request) ? "; Secure" : "")
    }

    /// Returns the host of a URL such as `https://example.org:443/path`.
    private static func host(of url: String) -> String {
        let rest = url.split(separator: "://", maxSplits: 1).last ?? ""
        return hostAndPort(String(rest.prefix { $0 != "/" })).host
    }

    /// Splits an authority such as `example.org:443` or `[::1]:80`.
    static func hostAndPort(_ authority: String) -> (host: String, port: Substring) {
        let end = authority.hasPrefix("[") ? authority.firstIndex(of: "]") : nil
        let searched = authority[(end ?? authority.startIndex)...]
        guard let colon = searched.firstIndex(of: ":") else { return (authority, "") }
        return (String(authority[..<colon]), authority[authority.index(after: colon)...])
    }
}
