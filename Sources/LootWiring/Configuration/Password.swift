extension String {
    /// The text with `…` in place of the password, if it is a URL that holds one: `scheme://user:…@host`.
    var withoutPassword: String {
        let bytes = Array(utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8)
        else {
            return self
        }
        let authority = bytes[(colon + 3)...].prefix { byte in
            byte != UInt8(ascii: "/") && byte != UInt8(ascii: "?") && byte != UInt8(ascii: "#")
        }
        guard let at = authority.lastIndex(of: UInt8(ascii: "@")),
            let separator = authority[..<at].firstIndex(of: UInt8(ascii: ":"))
        else { return self }
        return String(decoding: bytes[...separator], as: UTF8.self) + "…"
            + String(decoding: bytes[at...], as: UTF8.self)
    }
}
