/// An incremental SHA-256 hash (FIPS 180-4).
package struct SHA256 {
    /// The hash state.
    private var state: InlineArray<8, UInt32> = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB,
        0x5BE0_CD19,
    ]
    /// The bytes of an incomplete block, followed by their number.
    private var rest = InlineArray<64, UInt8>(repeating: 0)
    private var restCount = 0
    private var length: UInt64 = 0

    /// Returns the digest of the bytes, as four 64-bit words.
    package static func digest(of bytes: Span<UInt8>) -> (UInt64, UInt64, UInt64, UInt64) {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finish()
    }

    /// Adds bytes to the hash.
    package mutating func update(_ bytes: Span<UInt8>) {
        length &+= UInt64(bytes.count)
        var position = 0
        while restCount > 0, position < bytes.count {
            add(bytes[position])
            position += 1
        }
        while bytes.count - position >= 64 {
            SHA256.compress(bytes, at: position, into: &state)
            position += 64
        }
        while position < bytes.count {
            add(bytes[position])
            position += 1
        }
    }

    /// Returns the digest of all added bytes.
    package consuming func finish() -> (UInt64, UInt64, UInt64, UInt64) {
        let bits = length &* 8
        add(0x80)
        while restCount != 56 { add(0) }
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            add(UInt8(truncatingIfNeeded: bits >> shift))
        }
        func pair(_ index: Int) -> UInt64 { UInt64(state[index]) << 32 | UInt64(state[index + 1]) }
        return (pair(0), pair(2), pair(4), pair(6))
    }

    private mutating func add(_ byte: UInt8) {
        rest[restCount] = byte
        restCount += 1
        guard restCount == 64 else { return }
        SHA256.compress(rest.span, at: 0, into: &state)
        restCount = 0
    }

    private static func compress(
        _ bytes: Span<UInt8>, at start: Int, into state: inout InlineArray<8, UInt32>
    ) {
        var schedule = InlineArray<64, UInt32>(repeating: 0)
        for index in 0..<16 {
            let place = start + 4 * index
            let high = UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16
            schedule[index] = high | UInt32(bytes[place + 2]) << 8 | UInt32(bytes[place + 3])
        }
        for index in 16..<64 {
            let (early, late) = (schedule[index - 15], schedule[index - 2])
            let first = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
            let second = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
            schedule[index] = schedule[index - 16] &+ first &+ schedule[index - 7] &+ second
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in 0..<64 {
            let choice = e & f ^ ~e & g
            let upper = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
            let first = h &+ upper &+ choice &+ constants[index] &+ schedule[index]
            let majority = a & b ^ a & c ^ b & c
            let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ second)
        }
        let words: InlineArray<8, UInt32> = [a, b, c, d, e, f, g, h]
        for index in 0..<8 { state[index] &+= words[index] }
    }

    @inline(__always)
    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word &>> count | word &<< (32 &- count)
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: InlineArray<64, UInt32> = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4,
        0xAB1C_5ED5,
        0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7,
        0xC19B_F174,
        0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC,
        0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351,
        0x1429_2967,
        0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E,
        0x9272_2C85,
        0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585,
        0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F,
        0x682E_6FF3,
        0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7,
        0xC671_78F2,
    ]
}

extension SHA256 {
    /// Returns the digest of the bytes, as 32 bytes.
    package static func bytes(of bytes: Span<UInt8>) -> [UInt8] {
        let (first, second, third, fourth) = digest(of: bytes)
        return [first, second, third, fourth].flatMap { word in
            stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
        }
    }

    /// Returns the authentication code (HMAC, RFC 2104), with which a receiver that knows the key can verify the
    /// bytes.
    package static func authentication(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        var key = key.count > 64 ? SHA256.bytes(of: key.span) : key
        key += [UInt8](repeating: 0, count: 64 - key.count)
        let inner = SHA256.bytes(of: (key.map { $0 ^ 0x36 } + bytes).span)
        return SHA256.bytes(of: (key.map { $0 ^ 0x5C } + inner).span)
    }
}
