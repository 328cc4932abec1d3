/// The modules of a symbol under construction.
struct Grid {
    let size: Int
    /// The modules in row order. Dark modules are 1.
    private(set) var modules: [UInt8]
    /// Whether each module contains data, which masks change: 1 or 0, in row order.
    private(set) var data: [UInt8]

    /// Creates the grid of a version with its function patterns, without data.
    init(_ version: Version) {
        size = version.size
        modules = Array(repeating: 0, count: size * size)
        data = Array(repeating: 1, count: size * size)
        for index in 0..<size {
            fix(index, 6, index % 2 == 0)
            fix(6, index, index % 2 == 0)
        }
        for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] {
            fixRings(x, y, radius: 4) { $0 != 2 && $0 != 4 }
        }
        let centers = version.alignmentCenters
        for y in centers {
            for x in centers where !isFinder(x, y) { fixRings(x, y, radius: 2) { $0 != 1 } }
        }
        fixFormat(0)
        if version.number >= 7 { fixVersion(version.number) }
    }

    private func isFinder(_ x: Int, _ y: Int) -> Bool {
        (x == 6 && y == 6) || (x == 6 && y == size - 7) || (x == size - 7 && y == 6)
    }

    private mutating func fix(_ x: Int, _ y: Int, _ isDark: Bool) {
        modules[y * size + x] = isDark ? 1 : 0
        data[y * size + x] = 0
    }

    /// Sets concentric squares around a center, clipped to the symbol.
    private mutating func fixRings(_ x: Int, _ y: Int, radius: Int, isDark: (Int) -> Bool) {
        for row in max(y - radius, 0)...min(y + radius, size - 1) {
            for column in max(x - radius, 0)...min(x + radius, size - 1) {
                fix(column, row, isDark(max(abs(row - y), abs(column - x))))
            }
        }
    }

    // MARK: Format and version information

    /// Returns the 15 bits of format information: five bits for the level and mask, and ten bits of error correction.
    /// They are XORed with a constant so that they are never all zero.
    static func format(_ level: QRSymbol.Level, mask: Int) -> Int {
        let data = level.indicator << 3 | mask
        return (data << 10 | remainder(data, by: 0b101_0011_0111, 10)) ^ 0b101_0100_0001_0010
    }

    /// Returns the 18 bits of version information: six bits for the version, and twelve bits of error correction.
    static func version(_ number: Int) -> Int {
        number << 12 | remainder(number, by: 0b1_1111_0010_0101, 12)
    }

    /// Returns the remainder of a polynomial over GF(2), shifted by the divisor's degree.
    private static func remainder(_ data: Int, by divisor: Int, _ degree: Int) -> Int {
        var rest = data << degree
        while rest >> degree != 0 {
            rest ^= divisor << (Int.bitWidth - rest.leadingZeroBitCount - 1 - degree)
        }
        return rest
    }

    /// Sets both copies of the format information, and the module that is always dark.
    mutating func fixFormat(_ bits: Int) {
        for index in 0..<15 {
            let isDark = bits >> index & 1 == 1
            // Column 8 and row 8, skipping the timing patterns.
            if index < 8 {
                fix(8, index < 6 ? index : index + 1, isDark)
                fix(size - 1 - index, 8, isDark)
            } else {
                fix(index == 8 ? 7 : 14 - index, 8, isDark)
                fix(8, size - 15 + index, isDark)
            }
        }
        fix(8, size - 8, true)
    }

    private mutating func fixVersion(_ number: Int) {
        let bits = Grid.version(number)
        for index in 0..<18 {
            let isDark = bits >> index & 1 == 1
            let (far, near) = (size - 11 + index % 3, index / 3)
            fix(far, near, isDark)
            fix(near, far, isDark)
        }
    }

    // MARK: Data

    /// Places the codewords in columns of two modules, from right to left, alternating upward and downward.
    mutating func place(_ codewords: [UInt8]) {
        var bit = 0
        var isUpward = true
        for right in stride(from: size - 1, through: 1, by: -2) {
            // Skip the column of the timing pattern.
            let right = right <= 6 ? right - 1 : right
            for step in 0..<size {
                let y = isUpward ? size - 1 - step : step
                for x in [right, right - 1] where data[y * size + x] == 1 && bit < codewords.count * 8 {
                    modules[y * size + x] = codewords[bit / 8] >> UInt8(7 - bit % 8) & 1
                    bit += 1
                }
            }
            isUpward.toggle()
        }
    }
}
