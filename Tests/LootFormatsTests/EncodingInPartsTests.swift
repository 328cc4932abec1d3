import LootCore
import Platform
import Synchronization
import Testing

@testable import LootFormats

/// A long file whose parts are made side by side.
@Suite struct `Encoding in parts` {
    private struct Full: Error {}

    private let items: [Item] = {
        var generator = SeededGenerator(seed: 61)
        return (0..<9000).map { number in
            number % 9 == 0 ? Item.full(&generator) : Item.plain(&generator)
        }
    }()

    private let encoders: [any PartedEncoder] = [JSONFile(), PropertyListFile()]

    @Test(arguments: [0, 1, 2, 512, 513, 514, 9000])
    func `gives the bytes of the whole`(count: Int) {
        for encoder in encoders {
            var bytes: [UInt8] = []
            var chunks = 0
            encoder.encode(count, { [items] in items[$0] }) { chunk in
                bytes += chunk
                chunks += 1
            }
            #expect(bytes == encoder.encode(items[..<count]))
            #expect(chunks == 2 + (max(0, count - 1) + 511) / 512)
        }
    }

    @Test(arguments: 0...6)
    func `ends where a part can't be taken`(after: Int) {
        for encoder in encoders {
            var count = 0
            #expect(throws: Full.self) {
                try encoder.encode(items.count, { [items] in items[$0] }) { (_) throws(Full) in
                    if count == after { throw Full() }
                    count += 1
                }
            }
            #expect(count == after)
        }
    }

    @Test func `begins with no more than a few parts before they are taken`() {
        let begun = Mutex(0)
        let queue = PartQueue(1000, ahead: 8) { part in
            begun.withLock { $0 += 1 }
            return part
        }
        queue.begin()
        for part in 0..<1000 {
            #expect(queue.take(part) == part)
            // What goes further than it may does so at once.
            if part % 100 == 0 { Threads.pause(milliseconds: 1) }
            #expect(begun.withLock { $0 } <= part + 8)
        }
        #expect(begun.withLock { $0 } == 1000)
        queue.stop()
    }
}
