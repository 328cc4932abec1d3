import Basics

/// The name of a file: the SHA-256 of its bytes. The same file has the same name everywhere, and a reader
/// can tell whether it is still what was put in.
public struct FileID: Hashable, Sendable {
    private let first, second, third, fourth: UInt64

    /// The name of a file with these bytes.
    package init(of bytes: [UInt8]) {
        (first, second, third, fourth) = SHA256.digest(of: bytes.span)
    }

    /// The name that `text` spells: 64 hexadecimal digits in lower case. Nil for anything else, so that a name is
    /// safe as a part of a path or an address.
    public init?(_ text: some StringProtocol) { self.init(spelledBy: String(text).utf8.span) }

    /// The name that the bytes of a text spell.
    package init?(spelledBy digits: Span<UInt8>) {
        guard digits.count == FileID.textLength else { return nil }
        for index in digits.indices where (0x41...0x5A).contains(digits[index]) { return nil }
        func word(_ start: Int) -> UInt64? { Hexadecimal.number(digits.extracting(start..<start + 16)) }
        guard let first = word(0), let second = word(16), let third = word(32), let fourth = word(48)
        else { return nil }
        (self.first, self.second, self.third, self.fourth) = (first, second, third, fourth)
    }

    /// How many digits a name has.
    package static let textLength = 64

    /// The first twelve digits: enough for a person to tell files apart.
    package var short: String { String(description.prefix(12)) }
}

extension FileID: Comparable, CustomStringConvertible {
    /// As their texts sort.
    public static func < (left: FileID, right: FileID) -> Bool {
        (left.first, left.second, left.third, left.fourth)
            < (right.first, right.second, right.third, right.fourth)
    }

    /// The 64 digits.
    public var description: String {
        var bytes: [UInt8] = []
        for word in [first, second, third, fourth] { Hexadecimal.append(word, digits: 16, to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
