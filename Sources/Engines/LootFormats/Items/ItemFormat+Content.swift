import LootCore

extension ItemFormat {
    /// Detects the format from the beginning of a file. Anything but a property list or JSON is considered a table.
    /// Returns `nil` if there is only white space.
    ///
    /// If the first line contains a complete item, the format is JSON Lines instead of JSON.
    package static func ofContent(_ bytes: Span<UInt8>) -> ItemFormat? {
        if bytes.starts(with: "bplist", at: 0) { return propertyList }
        var start = bytes.startOfText
        while start < bytes.count, isSpace(bytes[start]) { start += 1 }
        guard start < bytes.count else { return nil }
        switch bytes[start] {
        case UInt8(ascii: "<"): return propertyList
        case UInt8(ascii: "["), UInt8(ascii: "/"): return json
        case UInt8(ascii: "{"):
            let end = bytes.firstIndex(of: 0x0A, from: start)
            var scanner = JSONScanner(at: start, allowsComments: true)
            let hasItems = try? scanner.isObject(with: "items", bytes.extracting(0..<end))
            return hasItems == false ? jsonLines : json
        default: return csv
        }
    }

    /// Whether a file in this format contains comments, which aren't preserved. Only JSON can contain any.
    package func hasComments(_ bytes: Span<UInt8>) -> Bool {
        guard self == .json else { return false }
        var isInText = false
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""): isInText.toggle()
            case UInt8(ascii: "\\") where isInText: index += 1
            case UInt8(ascii: "/") where !isInText: return true
            default: break
            }
            index += 1
        }
        return false
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}
