import Dispatch
import LootCore
import LootFormats
import Synchronization

/// The rows of a query in the user's order that were found by a pass over a file.
struct FoundRows {
    let query: Query
    /// How many items it has.
    var count = 0
    /// What they are worth together.
    var totalValue: Int128 = 0
    /// The first ones, with their positions among all items.
    var first: [(position: Int, item: Item)] = []
}

extension StoreDisk {
    /// The rows of a query, found by a pass over the file that keeps no more than the first. Only one query is
    /// answered so: for several it pays off to have read the file.
    mutating func rows(of query: Query) -> FoundRows? {
        if let known = glance?.found { return known.query == query ? known : nil }
        guard let scan = codec.scan(for: query), let glance, let pieces = pieces(foundBy: scan) else {
            return nil
        }
        var rows = FoundRows(query: query)
        var (position, isWhole) = (0, true)
        for piece in pieces {
            if isWhole { rows.first += piece.items.map { (position + $0.offset, $0.item) } }
            isWhole = isWhole && piece.items.count == piece.selected
            position += piece.count
            rows.count += piece.selected
            rows.totalValue &+= piece.totalValue
        }
        guard position == glance.file.count else { return nil }
        let test = query.test
        for item in glance.added {
            if test(item) {
                if isWhole { rows.first.append((position, item)) }
                rows.count += 1
                rows.totalValue &+= item.totalValue
            }
            position += 1
        }
        self.glance?.found = rows
        return rows
    }

    /// What stands in the pieces of the file, looked at on all processors; nil where something is not plain.
    private func pieces(foundBy scan: ItemScan) -> [ItemScan.Found]? {
        guard let (file, status) = try? files.openRegular(path) else { return nil }
        defer { files.close(file) }
        guard isSame(status) else { return nil }
        // An item that begins in a piece may end in the next one.
        let (size, overlap, files) = (1 << 20, 1 << 16, files)
        let starts = Array(stride(from: 0, to: status.size, by: size))
        let results = Mutex([ItemScan.Found?](repeating: nil, count: starts.count))
        DispatchQueue.concurrentPerform(iterations: starts.count) { index in
            // With the byte before, which tells whether a line begins here.
            let start = max(0, starts[index] - 1)
            let limit = starts[index] + size - start
            guard let bytes = try? files.read(file, at: start, count: limit + overlap) else { return }
            let found = scan.items(in: bytes.span, startingBefore: limit, keeping: 200)
            results.withLock { $0[index] = found }
        }
        let found = results.withLock { $0 }.compactMap { $0 }
        return found.count == starts.count ? found : nil
    }
}
