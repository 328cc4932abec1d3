/// One of the forty sizes of a symbol, with its properties from the standard's tables.
struct Version {
    static let largest = Version(number: 40)

    /// The number, from 1 to 40.
    let number: Int

    var size: Int { 17 + 4 * number }

    /// The group of versions that use the same number of bits for segment lengths: 0 for versions 1 to 9, 1 for 10 to
    /// 26, and 2 for 27 to 40.
    var group: Int { number < 10 ? 0 : number < 27 ? 1 : 2 }

    /// The coordinates of the alignment patterns' centers, for both rows and columns.
    var alignmentCenters: [Int] {
        guard number > 1 else { return [] }
        let gaps = number / 7 + 1
        let distance = size - 13
        // The centers are evenly spaced from the last one, and the distance is rounded up to an even number. Only
        // version 32 deviates from this in the table.
        let step = number == 32 ? 26 : (distance + 2 * gaps - 1) / (2 * gaps) * 2
        return [6] + (0..<gaps).reversed().map { size - 7 - $0 * step }
    }

    /// The number of modules for data, error correction and remainder bits.
    var dataModules: Int {
        let finders = 3 * 8 * 8
        let timing = 2 * (size - 16)
        let format = 31
        let version = number < 7 ? 0 : 36
        let centers = alignmentCenters.count
        // Three patterns would overlap finders and are omitted. Those on the timing patterns share five modules with
        // them.
        let alignment = centers == 0 ? 0 : (centers * centers - 3) * 25 - 2 * (centers - 2) * 5
        return size * size - finders - timing - format - version - alignment
    }

    /// The number of codewords, for data and error correction.
    var codewords: Int { dataModules / 8 }

    func dataCodewords(_ level: QRSymbol.Level) -> Int {
        codewords - blocks(level) * correctionCodewords(level)
    }

    /// Returns the number of blocks, each of which has separate error correction.
    func blocks(_ level: QRSymbol.Level) -> Int { Version.blocks[level.rawValue][number - 1] }

    /// Returns the number of error correction codewords per block.
    func correctionCodewords(_ level: QRSymbol.Level) -> Int {
        Version.correctionCodewords[level.rawValue][number - 1]
    }

    private static let blocks: [[Int]] = [
        [
            1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8,
            8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
        ],
        [
            1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16,
            17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
        ],
        [
            1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20,
            23, 23, 25, 27, 29, 34, 34, 35, 38, 40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68,
        ],
        [
            1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25,
            25, 34, 30, 32, 35, 37, 40, 42, 45, 48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81,
        ],
    ]

    private static let correctionCodewords: [[Int]] = [
        [
            7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28,
            28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
        [
            10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
            26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
        ],
        [
            13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30,
            28, 30, 30, 30, 30, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
        [
            17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28,
            30, 24, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
    ]
}
