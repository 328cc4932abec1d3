/// Rejects requests that other sites' pages make in a browser.
///
/// The host of a request must be one of the server's names, which prevents DNS rebinding. IP addresses are always
/// accepted, since DNS can't redirect them. A request with an unsafe method must come from one of the server's own
/// pages or from a client other than a browser.
public struct RequestGuard: Sendable {
    /// The names in lower case.
    private let names: [[UInt8]]
    private let origins: Set<String>

    /// Creates a guard.
    ///
    /// - Parameters:
    ///   - names: The server's names, without ports. IP addresses aren't needed.
    ///   - origins: Other origins that can send changes, such as `https://example.org`.
    public init(names: [String] = ["localhost"], origins: [String] = []) {
        self.names = names.map { Array($0.lowercased().utf8) }
        self.origins = Set(origins.map { $0.lowercased() })
    }

    /// Checks a request and returns `nil` if it passes. Use it as a check of a router:
    /// `router.check(RequestGuard().check)`.
    ///
    /// - Throws: ``HTTPError`` with status 421 for an unknown host, or 403 for a page of another site.
    public func check(_ request: Request) throws -> Response? {
        guard let name = Authority.split(request.head.authorityBytes)?.host,
            names.contains(where: {
                $0.elementsEqual(RequestGuard.withoutRootDot(name)) { $0 == $1.lowercased }
            })
                || Authority.isNumeric(name)
        else {
            throw HTTPError(
                .misdirectedRequest, "This server isn't configured for the host name \(request.host ?? "").")
        }
        guard !request.method.isSafe else { return nil }
        let host = request.host ?? ""
        let origin = request.headers[.origin]?.lowercased()
        if let origin, origins.contains(origin) { return nil }
        if let site = request.headers[.secFetchSite], site != "same-origin", site != "none" {
            throw HTTPError(.forbidden, "Pages of other sites can't make changes here.")
        }
        // The origin of a form is `null` if the page's referrer policy hides it. In this case, the browser's
        // `Sec-Fetch-Site` is decisive.
        if origin == "null", request.headers[.secFetchSite] == "same-origin" { return nil }
        let own = host.lowercased()
        if let origin, origin != "http://\(own)", origin != "https://\(own)" {
            throw HTTPError(.forbidden, "Pages from \(origin) can't make changes here.")
        }
        return nil
    }

    /// Removes the root zone's trailing dot: `localhost.` becomes `localhost`.
    private static func withoutRootDot<Bytes: BidirectionalCollection<UInt8>>(_ name: Bytes)
        -> Bytes.SubSequence
    {
        name.last == UInt8(ascii: ".") ? name.dropLast() : name[...]
    }
}

extension Request {
    /// The token of an `Authorization: Bearer TOKEN` field, or `nil` if there is none.
    public var bearerToken: String? {
        guard let field = headers[.authorization], let space = field.firstIndex(of: " "),
            field[..<space].lowercased() == "bearer"
        else { return nil }
        return String(field[space...].drop { $0 == " " })
    }
}

/// Compares a secret with a client's input in a time that doesn't reveal where they differ.
public func isEqualInConstantTime(_ secret: String, _ candidate: String) -> Bool {
    let secret = Array(secret.utf8)
    let candidate = Array(candidate.utf8)
    var difference: UInt8 = secret.count == candidate.count ? 0 : 1
    for index in secret.indices {
        difference |= secret[index] ^ (index < candidate.count ? candidate[index] : 0)
    }
    return difference == 0
}
