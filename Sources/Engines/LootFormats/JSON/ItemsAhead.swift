import LootCore
import Platform

/// The items in the second half of a large JSON file, read ahead on another thread.
///
/// The thread starts at the first item at the start of a line in the second half. If the reader of the whole file
/// arrives at the same position between two items, it continues after these items. Otherwise, it reads everything
/// itself, so that the result is always the same.
package final class ItemsAhead: Sendable {
    /// The position of the first item.
    let start: Int
    private let run = Handoff<Run>()

    /// Consecutive items, and the position after them.
    struct Run: Sendable {
        var items: [ReadItem] = []
        var end: Int
    }

    /// The minimum file size, in bytes, for which reading ahead saves time.
    private static let leastSize = 1 << 18

    /// Starts the thread. Returns `nil` if the file is small or has no item at the start of a line in its second half.
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

    /// Returns the position of the first object at the start of a line, which is probably an item, because a JSON
    /// string can't contain a line feed.
    private static func firstItem(after position: Int, in bytes: Span<UInt8>) -> Int? {
        for index in position..<bytes.count - 1
        where bytes[index] == UInt8(ascii: "\n") && bytes[index + 1] == UInt8(ascii: "{") {
            return index + 1
        }
        return nil
    }

    /// Reads up to the end of the list, or up to the first item that is invalid or has no ID. A missing ID is derived
    /// from the index of the item, which isn't known here.
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
