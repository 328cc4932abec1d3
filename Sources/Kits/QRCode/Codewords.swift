/// Interleaving of data blocks and their error correction codewords.
enum Codewords {
    /// Returns the first byte of each block, then the second ones, and so on, followed by the error correction
    /// codewords in the same order.
    static func interleaved(_ data: [UInt8], _ version: Version, _ level: QRSymbol.Level) -> [UInt8] {
        let blocks = blocks(of: data, version, level)
        let code = ReedSolomon(codewords: version.correctionCodewords(level))
        let corrections = blocks.map { code.correction(of: $0)[...] }
        var result: [UInt8] = []
        result.reserveCapacity(version.codewords)
        for columns in [blocks, corrections] {
            for index in 0..<(columns.map(\.count).max() ?? 0) {
                for column in columns where index < column.count {
                    result.append(column[column.startIndex + index])
                }
            }
        }
        return result
    }

    /// Splits the data into blocks. If it can't be split evenly, the last blocks are one byte longer.
    static func blocks(of data: [UInt8], _ version: Version, _ level: QRSymbol.Level) -> [ArraySlice<UInt8>] {
        let count = version.blocks(level)
        let (length, longer) = data.count.quotientAndRemainder(dividingBy: count)
        var start = 0
        return (0..<count).map { index in
            let end = start + length + (index < count - longer ? 0 : 1)
            defer { start = end }
            return data[start..<end]
        }
    }
}
