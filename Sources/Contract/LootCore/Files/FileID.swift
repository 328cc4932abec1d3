import Basics

/// The ID of a file: the SHA-256 digest of its content. Equal files have the same ID everywhere, and readers can
/// detect changed content.
public struct FileID: Hashable, Sendable {
    private let first, second, third, fourth: UInt64

    /// Creates the ID of a file with the given content.
    package init(of bytes: [UInt8]) {
        (first, second, third, fourth) = SHA256.digest(of: bytes.span)
    }

    /// Parses 64 hexadecimal digits in lower case. Returns `nil` for other text, so that an ID is safe as a component
    /// of a path or a URL.
    public init?(_ text: some StringProtocol) { self.init(spelledBy: String(text).utf8.span) }

    /// Parses the bytes of an id's text.
    package init?(spelledBy digits: Span<UInt8>) {
        guard digits.count == FileID.textLength else { return nil }
        for index in digits.indices where (0x41...0x5A).contains(digits[index]) { return nil }
        func word(_ start: Int) -> UInt64? { Hexadecimal.number(digits.extracting(start..<start + 16)) }
        guard let first = word(0), let second = word(16), let third = word(32), let fourth = word(48)
        else { return nil }
        (self.first, self.second, self.third, self.fourth) = (first, second, third, fourth)
    }

    /// The number of digits.
    package static let textLength = 64

    /// The first twelve digits, which are enough for a person to distinguish files.
    package var short: String { String(description.prefix(12)) }
}

extension FileID: Comparable, CustomStringConvertible {
    /// Compares IDs in the order of their text.
    public static func < (left: FileID, right: FileID) -> Bool {
        (left.first, left.second, left.third, left.fourth)
            < (right.first, right.second, right.third, right.fourth)
    }

    /// The 64 hexadecimal digits in lower case.
    public var description: String {
        var bytes: [UInt8] = []
        for word in [first, second, third, fourth] { Hexadecimal.append(word, digits: 16, to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
