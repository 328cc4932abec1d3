/// A string split into segments, with the smallest version that can contain them.
struct Message {
    /// The number of bits that declare UTF-8: the ECI mode indicator and the encoding's number.
    static let encodingBits = 12
    private static let encoding = (mode: 0b0111, utf8: 26)

    let version: Version
    let level: QRSymbol.Level
    let segments: [Segment]
    private let bytes: [UInt8]
    private let declaresEncoding: Bool

    init(_ text: String, _ level: QRSymbol.Level, atLeast minimum: Int) throws(QRSymbol.TooLong) {
        self.level = level
        bytes = Array(text.utf8)
        declaresEncoding = bytes.contains { $0 >= 0x80 }
        let largest = Version.largest
        let first = min(max(minimum, 1), largest.number)
        // Reject text early if it exceeds the largest symbol even in the most compact mode.
        guard bytes.count * Mode.numeric.sixths <= largest.dataCodewords(level) * 8 * 6 else {
            throw QRSymbol.TooLong(text, level)
        }
        var group = -1
        var encoding: (segments: [Segment], bits: Int) = ([], 0)
        for number in first...largest.number {
            let version = Version(number: number)
            if version.group != group {
                group = version.group
                encoding = Segment.cheapest(for: bytes, version)
                if declaresEncoding { encoding.bits += Message.encodingBits }
            }
            if encoding.bits <= version.dataCodewords(level) * 8 {
                self.version = version
                segments = encoding.segments
                return
            }
        }
        throw QRSymbol.TooLong(text, level)
    }

    /// The data codewords: the segments, a terminator, and padding up to the version's capacity.
    var codewords: [UInt8] {
        let capacity = version.dataCodewords(level)
        var bits = BitBuffer()
        if declaresEncoding {
            bits.append(Message.encoding.mode, Mode.indicatorBits)
            bits.append(Message.encoding.utf8, 8)
        }
        for segment in segments {
            bits.append(segment.mode.indicator, Mode.indicatorBits)
            bits.append(segment.range.count, segment.mode.countBits(version))
            segment.mode.append(bytes[segment.range], to: &bits)
        }
        bits.append(0, min(4, capacity * 8 - bits.count))
        bits.append(0, (8 - bits.count % 8) % 8)
        return bits.bytes + (0..<capacity - bits.bytes.count).map { $0 % 2 == 0 ? 0xEC : 0x11 }
    }
}
