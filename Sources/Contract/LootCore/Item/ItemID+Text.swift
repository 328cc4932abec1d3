extension ItemID {
    /// The length of the standard text format in bytes.
    package static let textLength = 36

    /// The lengths of the groups of digits.
    private static let groups = [8, 4, 4, 4, 12]

    /// Parses the standard text format with hyphens in upper or lower case.
    public init?(_ text: some StringProtocol) {
        let text = String(text)
        self.init(spelledBy: text.utf8.span)
    }

    /// Parses the bytes of the standard text format with hyphens in upper or lower case.
    package init?(spelledBy text: Span<UInt8>) {
        guard text.count == ItemID.textLength else { return nil }
        var id: UInt128 = 0
        var start = 0
        for count in ItemID.groups {
            guard start == 0 || text[start - 1] == UInt8(ascii: "-"),
                let number = Hexadecimal.number(text.extracting(start..<start + count))
            else { return nil }
            id = id << UInt128(count * 4) | UInt128(number)
            start += count + 1
        }
        self.init(high: UInt64(id >> 64), low: UInt64(truncatingIfNeeded: id))
    }

    /// Appends the standard text format in lower case.
    package func append(to bytes: inout [UInt8]) {
        Hexadecimal.append(high >> 32, digits: 8, to: &bytes)
        for number in [high >> 16, high, low >> 48] {
            bytes.append(UInt8(ascii: "-"))
            Hexadecimal.append(number, digits: 4, to: &bytes)
        }
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
