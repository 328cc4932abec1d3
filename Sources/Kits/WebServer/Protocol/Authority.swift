/// Parsing of a host and port, as in a `Host` field.
enum Authority {
    /// Returns whether the bytes are a valid host name or address, optionally followed by a colon and a port.
    static func isValid(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
        guard let (host, port) = split(bytes), !host.isEmpty else { return false }
        if host.first == UInt8(ascii: "[") {
            let address = host.dropFirst().dropLast()
            guard host.last == UInt8(ascii: "]"), address.contains(UInt8(ascii: ":")),
                address.allSatisfy({
                    $0.hexValue != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
                })
            else { return false }
        } else {
            guard host.allSatisfy(ByteSet.host.contains) else { return false }
        }
        guard let port else { return true }
        var number = 0
        for byte in port {
            guard byte.isDigit else { return false }
            number = number * 10 + Int(byte - 0x30)
            guard number <= 65_535 else { return false }
        }
        return true
    }

    /// Returns whether a host is an IPv4 address in dotted notation or an IPv6 address in brackets.
    static func isNumeric(_ host: some BidirectionalCollection<UInt8>) -> Bool {
        if host.first == UInt8(ascii: "[") { return host.last == UInt8(ascii: "]") }
        var (dots, digits, number) = (0, 0, 0)
        for byte in host {
            if byte == UInt8(ascii: "."), digits > 0 {
                (dots, digits, number) = (dots + 1, 0, 0)
                continue
            }
            guard byte.isDigit, digits < 3 else { return false }
            (digits, number) = (digits + 1, number * 10 + Int(byte - 0x30))
            guard number <= 255 else { return false }
        }
        return dots == 3 && digits > 0
    }

    /// Splits a host and port at the colon after the name or the bracketed address. Returns `nil` if the brackets are
    /// malformed.
    static func split<Bytes: BidirectionalCollection<UInt8>>(
        _ bytes: Bytes
    ) -> (host: Bytes.SubSequence, port: Bytes.SubSequence?)? {
        var searched = bytes[...]
        if bytes.first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            searched = bytes[bytes.index(after: end)...]
            guard searched.isEmpty || searched.first == UInt8(ascii: ":") else { return nil }
        }
        guard let colon = searched.firstIndex(of: UInt8(ascii: ":")) else { return (bytes[...], nil) }
        return (bytes[..<colon], bytes[bytes.index(after: colon)...])
    }
}
