/// Decompresses data in the deflate format (RFC 1951).
struct Inflate {
    private var input: ArraySlice<UInt8>
    private var bits: UInt32 = 0
    private var count: UInt32 = 0
    private var output: [UInt8] = []
    private let limit: Int

    /// Decompresses data in the zlib format (RFC 1950). Returns `nil` if it is damaged or contains more than `limit`
    /// bytes.
    static func zlib(_ bytes: ArraySlice<UInt8>, limit: Int) -> [UInt8]? {
        guard bytes.count > 2, let first = bytes.first, first & 0x0F == 8 else { return nil }
        var inflate = Inflate(input: bytes.dropFirst(2), limit: limit)
        return inflate.run() ? inflate.output : nil
    }

    private init(input: ArraySlice<UInt8>, limit: Int) {
        self.input = input
        self.limit = limit
        output.reserveCapacity(min(limit, 1 << 24))
    }

    private mutating func take(_ wanted: UInt32) -> Int? {
        while count < wanted {
            guard let byte = input.popFirst() else { return nil }
            bits |= UInt32(byte) << count
            count += 8
        }
        let value = bits & (1 << wanted - 1)
        bits >>= wanted
        count -= wanted
        return Int(value)
    }

    private mutating func run() -> Bool {
        while true {
            guard let isLast = take(1), let kind = take(2) else { return false }
            let isWhole =
                switch kind {
                case 0: copyStored()
                case 1: unpack(Inflate.fixedLengths, Inflate.fixedDistances)
                case 2: unpackDynamic()
                default: false
                }
            guard isWhole else { return false }
            if isLast == 1 { return true }
        }
    }

    private mutating func copyStored() -> Bool {
        (bits, count) = (0, 0)
        guard input.count >= 4 else { return false }
        let start = input.startIndex
        let length = Int(input[start]) | Int(input[start + 1]) << 8
        input = input.dropFirst(4)
        guard length <= input.count, output.count + length <= limit else { return false }
        output += input.prefix(length)
        input = input.dropFirst(length)
        return true
    }

    // MARK: Codes

    /// Huffman codes: the number of codes of each length, and the symbols in their order.
    private struct Codes {
        var counts = [Int](repeating: 0, count: 16)
        var symbols: [Int]

        init(_ lengths: some Collection<UInt8>) {
            for length in lengths { counts[Int(min(length, 15))] += 1 }
            counts[0] = 0
            var offsets = [Int](repeating: 0, count: 17)
            for length in 1...15 { offsets[length + 1] = offsets[length] + counts[length] }
            symbols = [Int](repeating: 0, count: lengths.count)
            for (symbol, length) in lengths.enumerated() where length > 0 {
                symbols[offsets[Int(min(length, 15))]] = symbol
                offsets[Int(min(length, 15))] += 1
            }
        }
    }

    private mutating func symbol(_ codes: Codes) -> Int? {
        var (code, first, index) = (0, 0, 0)
        for length in 1...15 {
            guard let bit = take(1) else { return nil }
            code |= bit
            let count = codes.counts[length]
            if code - count < first {
                let place = index + code - first
                return codes.symbols.indices.contains(place) ? codes.symbols[place] : nil
            }
            index += count
            first = (first + count) << 1
            code <<= 1
        }
        return nil
    }

    private static let fixedLengths = Codes(
        [UInt8](repeating: 8, count: 144) + [UInt8](repeating: 9, count: 112)
            + [UInt8](repeating: 7, count: 24)
            + [UInt8](repeating: 8, count: 8))
    private static let fixedDistances = Codes([UInt8](repeating: 5, count: 30))
    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163,
        195, 227,
        258,
    ]
    private static let lengthBits: [UInt32] = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let distanceBases = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073,
        4097,
        6145, 8193, 12289, 16385, 24577,
    ]
    private static let codeOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    private mutating func unpack(_ literals: Codes, _ distances: Codes) -> Bool {
        while true {
            guard let symbol = symbol(literals) else { return false }
            if symbol == 256 { return true }
            if symbol < 256 {
                guard output.count < limit else { return false }
                output.append(UInt8(symbol))
                continue
            }
            guard symbol - 257 < Inflate.lengthBases.count, let more = take(Inflate.lengthBits[symbol - 257]),
                let place = self.symbol(distances), place < Inflate.distanceBases.count,
                let far = take(UInt32(max(0, place / 2 - 1)))
            else { return false }
            let length = Inflate.lengthBases[symbol - 257] + more
            let distance = Inflate.distanceBases[place] + far
            guard distance <= output.count, output.count + length <= limit else { return false }
            let start = output.count - distance
            for offset in 0..<length { output.append(output[start + offset]) }
        }
    }

    private mutating func unpackDynamic() -> Bool {
        guard let literalCount = take(5), let distanceCount = take(5), let codeCount = take(4) else {
            return false
        }
        var codeLengths = [UInt8](repeating: 0, count: 19)
        for place in Inflate.codeOrder.prefix(codeCount + 4) {
            guard let length = take(3) else { return false }
            codeLengths[place] = UInt8(length)
        }
        let codes = Codes(codeLengths)
        let all = literalCount + 257 + distanceCount + 1
        var lengths: [UInt8] = []
        while lengths.count < all {
            guard let symbol = symbol(codes) else { return false }
            let (value, times): (UInt8, Int?)
            switch symbol {
            case 16: (value, times) = (lengths.last ?? 0, take(2).map { $0 + 3 })
            case 17: (value, times) = (0, take(3).map { $0 + 3 })
            case 18: (value, times) = (0, take(7).map { $0 + 11 })
            default: (value, times) = (UInt8(symbol), 1)
            }
            guard let times, lengths.count + times <= all else { return false }
            lengths += [UInt8](repeating: value, count: times)
        }
        return unpack(Codes(lengths[..<(literalCount + 257)]), Codes(lengths[(literalCount + 257)...]))
    }
}
