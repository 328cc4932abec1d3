/// Keeps foreign pages away from a server that a browser can reach.
///
/// Every request has to name the server as its host, so that no other name can be made to point at it (DNS
/// rebinding). An address in numbers is always its own: nothing can be made to point elsewhere by it. A request that changes something has to come from the server's own pages, or from no page.
public struct RequestGuard: Sendable {
    /// In lower case.
    private let names: [[UInt8]]
    private let origins: Set<String>

    /// A guard for one server.
    ///
    /// - Parameters:
    ///   - names: The server's names, without ports. Addresses in numbers need not be among them.
    ///   - origins: Foreign pages that may send changes all the same, as `https://example.org`.
    public init(names: [String] = ["localhost"], origins: [String] = []) {
        self.names = names.map { Array($0.lowercased().utf8) }
        self.origins = Set(origins.map { $0.lowercased() })
    }

    /// Use as a check of a router: `router.check(RequestGuard().check)`.
    ///
    /// - Throws: ``HTTPError`` with status 421 for a foreign host, and 403 for a foreign page.
    public func check(_ request: Request) throws -> Response? {
        guard let name = Authority.split(request.head.authorityBytes)?.host,
            names.contains(where: {
                $0.elementsEqual(RequestGuard.withoutRootDot(name)) { $0 == $1.lowercased }
            })
                || Authority.isNumeric(name)
        else {
            throw HTTPError(
                .misdirectedRequest, "This server does not answer to the name \(request.host ?? "").")
        }
        guard !request.method.isSafe else { return nil }
        let host = request.host ?? ""
        let origin = request.headers[.origin]?.lowercased()
        if let origin, origins.contains(origin) { return nil }
        if let site = request.headers[.secFetchSite], site != "same-origin", site != "none" {
            throw HTTPError(.forbidden, "A page of another site may not change anything here.")
        }
        // A page that sends no referrer tells no origin with its forms; then the browser's word for it counts.
        if origin == "null", request.headers[.secFetchSite] == "same-origin" { return nil }
        let own = host.lowercased()
        if let origin, origin != "http://\(own)", origin != "https://\(own)" {
            throw HTTPError(.forbidden, "A page from \(origin) may not change anything here.")
        }
        return nil
    }

    /// A name without the dot of the root zone: `localhost.` is `localhost`.
    private static func withoutRootDot<Bytes: BidirectionalCollection<UInt8>>(_ name: Bytes)
        -> Bytes.SubSequence
    {
        name.last == UInt8(ascii: ".") ? name.dropLast() : name[...]
    }
}

extension Request {
    /// The token of `Authorization: Bearer TOKEN`.
    public var bearerToken: String? {
        guard let field = headers[.authorization], let space = field.firstIndex(of: " "),
            field[..<space].lowercased() == "bearer"
        else { return nil }
        return String(field[space...].drop { $0 == " " })
    }
}

/// Compares a secret with what a client sent, in a time that tells nothing about where they differ.
public func isEqualInConstantTime(_ secret: String, _ candidate: String) -> Bool {
    let secret = Array(secret.utf8)
    let candidate = Array(candidate.utf8)
    var difference: UInt8 = secret.count == candidate.count ? 0 : 1
    for index in secret.indices {
        difference |= secret[index] ^ (index < candidate.count ? candidate[index] : 0)
    }
    return difference == 0
}
