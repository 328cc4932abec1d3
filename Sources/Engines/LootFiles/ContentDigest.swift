/// A fast 128-bit digest that detects accidental changes. It isn't cryptographic and doesn't protect against forgery.
package struct ContentDigest: Hashable, Sendable {
    /// Each of the four states processes every fourth word, so that the processor can work on them in parallel.
    private var first: UInt64 = 0x9E37_79B9_7F4A_7C15
    private var second: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private var third: UInt64 = 0x1656_67B1_9E37_79F9
    private var fourth: UInt64 = 0x85EB_CA77_C2B2_AE63
    private var count = 0
    /// The bytes of an incomplete block.
    private var rest: [UInt8] = []

    private static let block = 32

    /// Creates the digest of an empty sequence of bytes.
    package init() {}

    /// Creates the digest of the given bytes.
    package init(of bytes: RawSpan) {
        self.init()
        update(bytes)
    }

    /// Appends bytes.
    package mutating func update(_ bytes: RawSpan) {
        var position = 0
        count += bytes.byteCount
        if !rest.isEmpty {
            position = min(ContentDigest.block - rest.count, bytes.byteCount)
            for index in 0..<position { rest.append(bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)) }
            if rest.count < ContentDigest.block { return }
            let block = rest
            rest.removeAll(keepingCapacity: true)
            processBlocks(block.span.bytes)
        }
        let end = position + (bytes.byteCount - position) / ContentDigest.block * ContentDigest.block
        processBlocks(bytes.extracting(position..<end))
        for index in end..<bytes.byteCount {
            rest.append(bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self))
        }
    }

    private mutating func processBlocks(_ bytes: RawSpan) {
        var (first, second, third, fourth) = (first, second, third, fourth)
        var position = 0
        while position + ContentDigest.block <= bytes.byteCount {
            first = ContentDigest.step(first, bytes.word(at: position))
            second = ContentDigest.step(second, bytes.word(at: position + 8))
            third = ContentDigest.step(third, bytes.word(at: position + 16))
            fourth = ContentDigest.step(fourth, bytes.word(at: position + 24))
            position += ContentDigest.block
        }
        (self.first, self.second, self.third, self.fourth) = (first, second, third, fourth)
    }

    /// The digest of all bytes so far.
    package var value: (high: UInt64, low: UInt64) {
        var copy = self
        // The byte count distinguishes padding from trailing zeros.
        if !rest.isEmpty {
            let block = rest + [UInt8](repeating: 0, count: ContentDigest.block - rest.count)
            copy.processBlocks(block.span.bytes)
        }
        let count = UInt64(count)
        var high = ContentDigest.step(copy.first, copy.second ^ count)
        high = ContentDigest.step(high ^ copy.third, copy.fourth)
        var low = ContentDigest.step(copy.third, copy.fourth &+ count)
        low = ContentDigest.step(low ^ copy.second, copy.first)
        return (high ^ high >> 29, low ^ low >> 31)
    }

    /// Mixes a word into a state, so that each bit of the word affects each bit of the state.
    @inline(__always)
    private static func step(_ state: UInt64, _ word: UInt64) -> UInt64 {
        let product = (state ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low &+ state
    }
}

extension RawSpan {
    /// Reads eight bytes as an integer. The caller has checked that the whole block is in bounds.
    @inline(__always)
    fileprivate func word(at offset: Int) -> UInt64 {
        UInt64(littleEndian: unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    }
}
