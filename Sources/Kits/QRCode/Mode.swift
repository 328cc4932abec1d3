/// How a run of bytes is said: the fewer kinds of characters, the fewer bits each takes.
enum Mode: Int, CaseIterable {
    case numeric, alphanumeric, byte

    static let indicatorBits = 4

    var indicator: Int { 1 << rawValue }

    /// In how many bits a run's length is said.
    func countBits(_ version: Version) -> Int {
        switch self {
        case .numeric: [10, 12, 14][version.group]
        case .alphanumeric: [9, 11, 13][version.group]
        case .byte: [8, 16, 16][version.group]
        }
    }

    /// What one more character takes, in sixths of a bit. A run's end is rounded up to whole bits.
    var sixths: Int {
        switch self {
        case .numeric: 20
        case .alphanumeric: 33
        case .byte: 48
        }
    }

    func says(_ byte: UInt8) -> Bool {
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

    /// Appends a run of bytes, each of which the mode says.
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
