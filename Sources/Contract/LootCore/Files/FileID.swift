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
        let bytes = digits.bytes
        func number(_ offset: Int) -> UInt64? {
            // There are 64 bytes, and every pattern of bits is a UInt64.
            let word = UInt64(
                littleEndian: unsafe bytes.unsafeLoadUnaligned(
                    fromUncheckedByteOffset: offset, as: UInt64.self))
            return Hexadecimal.isLowercase(word) ? Hexadecimal.number(word) : nil
        }
        func word(_ offset: Int) -> UInt64? {
            guard let high = number(offset), let low = number(offset + 8) else { return nil }
            return high << 32 | low
        }
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
        String(unsafeUninitializedCapacity: FileID.textLength) { buffer in
            let text = UnsafeMutableRawBufferPointer(buffer)
            for (index, word) in [first, second, third, fourth].enumerated() {
                text.storeBytes(
                    of: Hexadecimal.digits(word >> 32).littleEndian, toByteOffset: index * 16, as: UInt64.self
                )
                text.storeBytes(
                    of: Hexadecimal.digits(word & 0xFFFF_FFFF).littleEndian, toByteOffset: index * 16 + 8,
                    as: UInt64.self)
            }
            return FileID.textLength
        }
    }
}
