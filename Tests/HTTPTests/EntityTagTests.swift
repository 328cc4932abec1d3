import Testing

@testable import HTTP

@Suite struct `Entity tags` {
    @Test func `change with every bit, and with zeros at the end`() {
        for length in [0, 1, 7, 8, 9, 16, 169] {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            var tags: Set = [EntityTag.of(bytes)]
            for bit in 0..<length * 8 {
                var changed = bytes
                changed[bit / 8] ^= 1 << (bit % 8)
                tags.insert(EntityTag.of(changed))
            }
            for zeros in 1...9 { tags.insert(EntityTag.of(bytes + Array(repeating: 0, count: zeros))) }
            #expect(tags.count == length * 8 + 10)
        }
    }

    @Test func `are the same everywhere`() {
        #expect(EntityTag.of(Array("Rusty Spork".utf8)) == "\"39773c164dd6348b\"")
    }
}
