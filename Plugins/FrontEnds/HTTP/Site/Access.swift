import Basics
import LootAPI
import LootFormats
import WebServer

/// Who may ask: the right host, no foreign page, and a client that knows the token.
struct Access: Sendable {
    static let cookie = "loot-session"

    private let guarding: RequestGuard
    private let token: String?
    /// What the cookie of a browser that has signed in holds. It changes with every start.
    private let session: String
    private let isSecure: Bool

    init(_ configuration: HTTPConfiguration) {
        var names = ["localhost", "127.0.0.1", "[::1]"] + configuration.names
        let host = configuration.address.host
        names.append(host.contains(":") ? "[\(host)]" : host)
        if let url = configuration.publicURL { names.append(Access.host(of: url)) }
        guarding = RequestGuard(names: names)
        token = configuration.token
        isSecure = configuration.publicURL?.lowercased().hasPrefix("https:") ?? false
        var generator = SystemRandomNumberGenerator()
        session = (0..<4).map { _ in String(generator.next() as UInt64, radix: 36) }.joined()
    }

    /// The host of `https://example.org:443/path`.
    private static func host(of url: String) -> String {
        let rest = url.split(separator: "://", maxSplits: 1).last ?? ""
        let authority = rest.prefix { $0 != "/" }
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            return String(authority[...end])
        }
        return String(authority.prefix { $0 != ":" })
    }

    /// Whether clients need a token.
    var needsToken: Bool { token != nil }

    /// The check of every request.
    func check(_ request: Request) throws -> Response? {
        if let refusal = try guarding.check(request) { return refusal }
        guard token != nil else { return nil }
        let path = request.path
        if path == "/healthz" || path == "/sign-in" || path.hasPrefix("/assets/") { return nil }
        if let given = request.bearerToken, isToken(given) { return nil }
        let isCalendar = path == API.readCalendar.about.pattern
        if isCalendar, let given = request.password, isToken(given) { return nil }
        if let given = request.cookie(Access.cookie), isEqualInConstantTime(session, given) { return nil }
        if request.method.isSafe, !path.hasPrefix("/api/"),
            request.preferred(among: ["application/json", "text/html"]) == "text/html"
        {
            let next = PercentEncoding.encode(request.target)
            return Response(.seeOther, headers: ["Location": "/sign-in?next=\(next)"])
        }
        throw HTTPError(
            .unauthorized, "This server wants a token, as Authorization: Bearer TOKEN.",
            headers: [.wwwAuthenticate: "\(isCalendar ? "Basic" : "Bearer") realm=\"loot\""])
    }

    /// Whether a text is the token.
    func isToken(_ candidate: String) -> Bool {
        token.map { isEqualInConstantTime($0, candidate) } ?? false
    }

    /// The cookie of a browser that has signed in; of one that has signed out if it is not `isValid`.
    func setCookie(isValid: Bool) -> String {
        "\(Access.cookie)=\(isValid ? session : ""); Path=/; HttpOnly; SameSite=Strict"
            + (isSecure ? "; Secure" : "") + (isValid ? "" : "; Max-Age=0")
    }
}

extension Request {
    /// The password of `Authorization: Basic`, under any user name: calendar programs can send no other secret.
    fileprivate var password: String? {
        guard let field = headers[.authorization], let space = field.firstIndex(of: " "),
            field[..<space].lowercased() == "basic",
            let bytes = Base64.decode(String(field[space...].drop { $0 == " " }).utf8),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        return String(decoding: bytes[bytes.index(after: colon)...], as: UTF8.self)
    }
}
