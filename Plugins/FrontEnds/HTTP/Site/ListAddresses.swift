import LootActions
import WebServer

/// The addresses of a list that is served under a path, such as `/l/home`.
///
/// Routes and pages use addresses within their list, such as `/items/new`. The path is added when a response leaves
/// the server: to the attributes of its markup and to its headers.
struct ListAddresses: Sendable {
    /// The path of the list, or an empty string if the list is served at `/`.
    let base: String

    /// The attributes with addresses, each with the beginning of an address.
    private static let attributes = ["href", "src", "action", "formaction", "data-list"].map {
        Array(" \($0)=\"/".utf8)
    }

    /// Returns the given address without the path of a list. Returns `/`, the address of the list itself, for anything
    /// other than an address on this server.
    static func local(_ address: String?) -> String {
        guard let address = address.map(withoutBase), isLocal(address) else { return "/" }
        return address
    }

    /// Returns whether the given address is on this server.
    static func isLocal(_ address: String) -> Bool {
        address.hasPrefix("/") && !address.hasPrefix("//")
            && address.unicodeScalars.allSatisfy { $0.isASCII && $0.value > 0x20 && $0 != "\\" }
    }

    private static func withoutBase(_ address: String) -> String {
        guard address.hasPrefix(ListPath.beginning) else { return address }
        let rest = address.dropFirst(ListPath.beginning.count)
        let inner = rest.drop { $0 != "/" && $0 != "?" }
        return inner.hasPrefix("/") ? String(inner) : "/\(inner)"
    }

    /// Adds the path to the addresses in a response.
    func finish(_ request: Request, _ response: inout Response) {
        guard !base.isEmpty else { return }
        if let location = response.headers[.location], location.hasPrefix("/"), !location.hasPrefix("//"),
            !location.hasPrefix(ListPath.beginning)
        {
            response.headers[.location] = base + location
        }
        if let links = response.headers["Link"] {
            response.headers["Link"] = links.replacing("</", with: "<\(base)/")
        }
        if case .bytes(let bytes) = response.body,
            response.headers[.contentType]?.hasPrefix("text/html") == true
        {
            response.body = .bytes(added(to: bytes))
        }
    }

    /// Returns the given markup with the path of the list added to its addresses, except for those of other lists.
    ///
    /// Quotation marks in texts are escaped, so a text can't look like an attribute.
    func added(to markup: [UInt8]) -> [UInt8] {
        if base.isEmpty { return markup }
        let all = Array(ListPath.beginning.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(markup.count + 4_096)
        var copied = 0
        for slash in markup.indices where markup[slash] == UInt8(ascii: "/") {
            let before = markup[...slash]
            guard ListAddresses.attributes.contains(where: { before.ends(with: $0) }),
                !markup[slash...].starts(with: all)
            else { continue }
            result += markup[copied..<slash]
            result += base.utf8
            copied = slash
        }
        return result + markup[copied...]
    }

    /// Returns the given markup with the path of the list added to its addresses.
    func added(to markup: String) -> String {
        base.isEmpty ? markup : String(decoding: added(to: Array(markup.utf8)), as: UTF8.self)
    }
}

extension BidirectionalCollection<UInt8> {
    fileprivate func ends(with suffix: [UInt8]) -> Bool { reversed().starts(with: suffix.reversed()) }
}
