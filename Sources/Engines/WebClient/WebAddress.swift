/// An absolute `http` or `https` address.
package struct WebAddress: Sendable {
    /// The encoded address. Characters that an address can't contain are percent-encoded.
    package let text: String
    /// Whether the address contains a user or a password.
    package let hasCredentials: Bool
    /// Whether the address contains a query or a fragment.
    package let hasQuery: Bool

    /// Parses an address. Returns `nil` if `text` isn't one, or if it has no host or an invalid port.
    package init?(_ text: String) {
        guard let scheme = ["http://", "https://"].first(where: { text.lowercased().hasPrefix($0) }) else {
            return nil
        }
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { !"/?#".contains($0) }
        let place = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        guard WebAddress.isPlace(place) else { return nil }
        hasCredentials = place.count < authority.count
        hasQuery = rest.contains { "?#".contains($0) }
        self.text = scheme + authority + WebAddress.encoded(rest.dropFirst(authority.count))
    }

    /// Returns whether a string is a host with an optional port. The host must be in brackets if it contains
    /// colons.
    private static func isPlace(_ text: Substring) -> Bool {
        var host = text
        if text.hasPrefix("[") {
            host = text.prefix { $0 != "]" }
            guard host.dropFirst().contains(":"), host.count < text.count else { return false }
            host = text.prefix(host.count + 1)
        } else {
            host = text.prefix { $0 != ":" }
        }
        let port = text.dropFirst(host.count)
        return !host.isEmpty
            && host.unicodeScalars.allSatisfy {
                $0.value > 0x20 && !#"\"<>^`{|}%"#.unicodeScalars.contains($0)
            }
            && (port.isEmpty || port.hasPrefix(":") && (port.count == 1 || UInt16(port.dropFirst()) != nil))
    }

    private static func encoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if (0x21...0x7E).contains(byte), !#"\"<>^`{|}"#.utf8.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += (byte < 0x10 ? "%0" : "%").utf8
                bytes += String(byte, radix: 16, uppercase: true).utf8
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
