import LootCore
import Platform

/// Items of a large JSON file that another thread reads ahead.
///
/// It begins at the first item at the start of a line in the second half. If the reader of the whole file arrives at the
/// same position between two items, it continues after these items. Otherwise it reads everything itself, so that the
/// result is always the same.
package final class ItemsAhead: Sendable {
    /// The position of the first item.
    let start: Int
    private let run = Handoff<Run>()

    /// Consecutive items, and the position after them.
    struct Run: Sendable {
        var items: [ReadItem] = []
        var end: Int
    }

    /// The smallest file, in bytes, for which a thread is worth its cost.
    private static let leastSize = 1 << 18

    /// Starts to read. Returns `nil` if the file is small, or has no such item.
    package init?(in bytes: [UInt8], _ options: ReadOptions) {
        guard bytes.count >= ItemsAhead.leastSize,
            let start = ItemsAhead.firstItem(after: bytes.count / 2, in: bytes.span)
        else { return nil }
        self.start = start
        let run = run
        do throws(SystemFailure) {
            try Threads.start { run.give(ItemsAhead.items(from: start, in: bytes.span, options)) }
        } catch { return nil }
    }

    /// Waits for the items.
    func take() -> Run { run.take() }

    /// A line feed can't be in a string, so that an object after it is probably an item.
    private static func firstItem(after position: Int, in bytes: Span<UInt8>) -> Int? {
        for index in position..<bytes.count - 1
        where bytes[index] == UInt8(ascii: "\n") && bytes[index + 1] == UInt8(ascii: "{") {
            return index + 1
        }
        return nil
    }

    /// Reads to the end of the list, or to the first item that is invalid or has no ID, which depends on its index.
    private static func items(from start: Int, in bytes: Span<UInt8>, _ options: ReadOptions) -> Run {
        var parser = JSONItemParser(at: start, allowsComments: true, options)
        var run = Run(end: start)
        run.items.reserveCapacity((bytes.count - start) / ItemFormat.typicalItemSize)
        while let read = try? parser.item(bytes), read.hasID {
            run.items.append(read)
            run.end = parser.position
            guard let hasNext = try? parser.goToNext(bytes), hasNext else { break }
        }
        return run
    }
}
