extension ItemID {
    /// The length of the standard text format in bytes.
    package static let textLength = 36

    /// Parses the standard text format with hyphens in upper or lower case.
    public init?(_ text: some StringProtocol) {
        let text = String(text)
        self.init(spelledBy: text.utf8.span)
    }

    /// Parses the bytes of the standard text format with hyphens in upper or lower case.
    package init?(spelledBy text: Span<UInt8>) {
        let hyphen = UInt8(ascii: "-")
        guard text.count == ItemID.textLength, text[8] == hyphen, text[13] == hyphen, text[18] == hyphen,
            text[23] == hyphen,
            let first = Hexadecimal.number(text.extracting(0..<8)),
            let second = Hexadecimal.number(text.extracting(9..<13)),
            let third = Hexadecimal.number(text.extracting(14..<18)),
            let fourth = Hexadecimal.number(text.extracting(19..<23)),
            let fifth = Hexadecimal.number(text.extracting(24..<36))
        else { return nil }
        self.init(high: first << 32 | second << 16 | third, low: fourth << 48 | fifth)
    }

    /// Appends the standard text format in lower case.
    package func append(to bytes: inout [UInt8]) {
        Hexadecimal.append(high >> 32, digits: 8, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        Hexadecimal.append(high >> 16, digits: 4, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        Hexadecimal.append(high, digits: 4, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        Hexadecimal.append(low >> 48, digits: 4, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        Hexadecimal.append(low, digits: 12, to: &bytes)
    }

    /// The first eight digits, which lists show and people type.
    package var short: String {
        var bytes: [UInt8] = []
        Hexadecimal.append(high >> 32, digits: 8, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension ItemID: CustomStringConvertible {
    /// The standard text format in lower case: `2f1d7c60-95e4-4c6e-8f3e-0d2b9a51c7aa`.
    public var description: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
