/// The name of a file: the SHA-256 of its bytes. The same file has the same name everywhere, and a reader
/// can tell whether it is still what was put in.
public struct FileID: Hashable, Sendable {
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// The name of a file with these bytes.
    public init(of bytes: [UInt8]) { words = SHA256.digest(of: bytes.span) }

    /// The name that `text` spells: 64 hexadecimal digits in lower case. Nil for anything else, so that a name is
    /// safe as a part of a path or an address.
    public init?(_ text: some StringProtocol) {
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        var count = 0
        for byte in text.utf8 {
            guard count < 64, let digit = FileID.number(of: byte) else { return nil }
            switch count / 16 {
            case 0: words.0 = words.0 << 4 | digit
            case 1: words.1 = words.1 << 4 | digit
            case 2: words.2 = words.2 << 4 | digit
            default: words.3 = words.3 << 4 | digit
            }
            count += 1
        }
        guard count == 64 else { return nil }
        self.words = words
    }

    private static func number(of digit: UInt8) -> UInt64? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(digit - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(digit - UInt8(ascii: "a") + 10)
        default: nil
        }
    }

    /// The first twelve digits: enough for a person to tell files apart.
    package var short: String { String(description.prefix(12)) }

    /// Whether both name the same file.
    public static func == (left: FileID, right: FileID) -> Bool { left.words == right.words }

    /// By all of it.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
        hasher.combine(words.3)
    }
}

extension FileID: Comparable, CustomStringConvertible {
    /// As their texts sort.
    public static func < (left: FileID, right: FileID) -> Bool { left.words < right.words }

    /// The 64 digits.
    public var description: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(64)
        for word in [words.0, words.1, words.2, words.3] {
            for shift in stride(from: UInt64(60), through: 0, by: -4) {
                let digit = UInt8(truncatingIfNeeded: word >> shift & 0xF)
                bytes.append(digit < 10 ? digit + UInt8(ascii: "0") : digit - 10 + UInt8(ascii: "a"))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
