extension TextRules {
    /// Returns a path for messages, at full length and with the names of control characters.
    package static func visible(path: String) -> String { path.map { visible(String($0)) }.joined() }

    /// Returns a store's address for messages, without its password.
    package static func visible(address: String) -> String { visible(path: withoutPassword(address)) }

    /// Returns the text with `…` instead of the password if it is a URL with one: `scheme://user:…@host`.
    package static func withoutPassword(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8)
        else {
            return text
        }
        let authority = bytes[(colon + 3)...].prefix { byte in
            byte != UInt8(ascii: "/") && byte != UInt8(ascii: "?") && byte != UInt8(ascii: "#")
        }
        guard let at = authority.lastIndex(of: UInt8(ascii: "@")),
            let separator = authority[..<at].firstIndex(of: UInt8(ascii: ":"))
        else { return text }
        return String(decoding: bytes[...separator], as: UTF8.self) + "…"
            + String(decoding: bytes[at...], as: UTF8.self)
    }
}
