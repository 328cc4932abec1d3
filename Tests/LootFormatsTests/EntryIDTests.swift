import LootCore
import LootFormats
import Testing

@Suite struct EntryIDTests {
    @Test func `entries of one file have ids with different short forms`() {
        for checksum: UInt32 in [0, 1, 0x4D16_92A0, .max] {
            let ids = (0..<5000).map { ItemID(entry: $0, ofFileWith: checksum, length: 4000) }
            #expect(Set(ids.map(\.short)).count == ids.count)
        }
    }

    @Test func `an entry's id depends on the file's bytes and the entry's position`() {
        let id = ItemID(entry: 3, ofFileWith: 7, length: 4000)
        #expect(id == ItemID(entry: 3, ofFileWith: 7, length: 4000))
        for other in [(3, 8, 4000), (4, 7, 4000), (4, 6, 4000), (3, 7, 4001)] {
            #expect(id != ItemID(entry: other.0, ofFileWith: UInt32(other.1), length: other.2))
        }
    }
}
