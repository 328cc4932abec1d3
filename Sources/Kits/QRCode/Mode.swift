/// The encoding of a segment. Modes with a smaller alphabet need fewer bits per character.
enum Mode: Int, CaseIterable {
    case numeric, alphanumeric, byte

    static let indicatorBits = 4

    var indicator: Int { 1 << rawValue }

    /// Returns the number of bits of a segment's length.
    func countBits(_ version: Version) -> Int {
        switch self {
        case .numeric: [10, 12, 14][version.group]
        case .alphanumeric: [9, 11, 13][version.group]
        case .byte: [8, 16, 16][version.group]
        }
    }

    /// The size of a character in sixths of a bit. The size of a segment is rounded up to whole bits.
    var sixths: Int {
        switch self {
        case .numeric: 20
        case .alphanumeric: 33
        case .byte: 48
        }
    }

    func encodes(_ byte: UInt8) -> Bool {
        switch self {
        case .numeric: Mode.digit(byte) != nil
        case .alphanumeric: Mode.letter(byte) != nil
        case .byte: true
        }
    }

    private static func digit(_ byte: UInt8) -> Int? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte & 0xF) : nil
    }

    private static func letter(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte & 0xF)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A")) + 10
        case UInt8(ascii: " "): 36
        case UInt8(ascii: "$"): 37
        case UInt8(ascii: "%"): 38
        case UInt8(ascii: "*"): 39
        case UInt8(ascii: "+"): 40
        case UInt8(ascii: "-"): 41
        case UInt8(ascii: "."): 42
        case UInt8(ascii: "/"): 43
        case UInt8(ascii: ":"): 44
        default: nil
        }
    }

    /// Appends bytes, all of which the mode must be able to encode.
    func append(_ run: ArraySlice<UInt8>, to bits: inout BitBuffer) {
        var rest = run
        while !rest.isEmpty {
            switch self {
            case .numeric:
                let digits = rest.prefix(3)
                bits.append(digits.reduce(0) { $0 * 10 + (Mode.digit($1) ?? 0) }, digits.count * 3 + 1)
            case .alphanumeric:
                let letters = rest.prefix(2)
                bits.append(letters.reduce(0) { $0 * 45 + (Mode.letter($1) ?? 0) }, letters.count * 5 + 1)
            case .byte:
                for byte in rest { bits.append(Int(byte), 8) }
                return
            }
            rest = rest.dropFirst(self == .numeric ? 3 : 2)
        }
    }
}
