/// The user's order as numeric labels: of two items, the one with the smaller label comes first. Moving an item gives
/// it a new label. When the labels of two neighbors leave no number between them, nearby labels are spread out again.
struct OrderLabels: Sendable {
    private var labels = ChunkedArray<UInt64>(shift: 10)
    /// The default distance between neighbors. It leaves half of the bits for labels in between.
    private static let gap: UInt64 = 1 << 32

    /// Creates an empty set of labels.
    init() {}

    /// Creates labels for `count` slots in ascending order.
    init(count: Int) {
        let gap = OrderLabels.gap(for: count)
        let first = OrderLabels.first(of: count, gap: gap)
        labels = ChunkedArray(count: count, shift: 10) { first &+ UInt64($0) &* gap }
    }

    subscript(slot: Slot) -> UInt64 {
        get { labels[Int(slot)] }
        set { labels[Int(slot)] = newValue }
    }

    /// Assigns a label to the given slot, for the given position in the order. The order must not contain the slot yet.
    mutating func place(_ slot: Slot, at position: Int, in order: SlotTree) {
        if slot == labels.count { labels.append(0) }
        let label = freeLabel(at: position, in: order)
        if let label {
            labels[Int(slot)] = label
        } else {
            spread(around: position, in: order)
            // There is always a free label after spreading.
            labels[Int(slot)] = freeLabel(at: position, in: order) ?? 0
        }
    }

    private func freeLabel(at position: Int, in order: SlotTree) -> UInt64? {
        let before = position > 0 ? self[order[position - 1]] : nil
        let after = position < order.count ? self[order[position]] : nil
        switch (before, after) {
        case (nil, nil): return 1 << 63
        case (let before?, nil):
            let (label, overflow) = before.addingReportingOverflow(OrderLabels.gap)
            return overflow ? nil : label
        case (nil, let after?): return after > OrderLabels.gap ? after - OrderLabels.gap : nil
        case (let before?, let after?): return after - before < 2 ? nil : before + (after - before) / 2
        }
    }

    /// Distributes the labels around a position evenly. Chooses the smallest neighborhood in which each label gets
    /// more space than there are neighbors, so that the amortized cost of an insertion is logarithmic.
    private mutating func spread(around position: Int, in order: SlotTree) {
        var radius = 32
        while radius < order.count {
            let part = max(0, position - radius)..<min(order.count, position + radius)
            // At the ends, extend the range by the same number of labels, within the limits of `UInt64`.
            let margin = OrderLabels.gap &* UInt64(part.count)
            let low =
                part.lowerBound > 0
                ? self[order[part.lowerBound - 1]] : subtract(margin, from: self[order[0]])
            let high =
                part.upperBound < order.count
                ? self[order[part.upperBound]] : add(margin, to: self[order[order.count - 1]])
            let room = (high - low) / UInt64(part.count + 1)
            if room >= UInt64(part.count) * 16 {
                relabel(part, in: order, from: low + room, gap: room)
                return
            }
            radius *= 2
        }
        let gap = OrderLabels.gap(for: order.count)
        relabel(
            0..<order.count, in: order, from: OrderLabels.first(of: order.count, gap: gap), gap: gap)
    }

    private mutating func relabel(_ part: Range<Int>, in order: SlotTree, from first: UInt64, gap: UInt64) {
        var label = first
        order.forEach(in: part) { slot in
            labels[Int(slot)] = label
            label &+= gap
        }
    }

    private func subtract(_ margin: UInt64, from label: UInt64) -> UInt64 {
        label > margin ? label - margin : 0
    }

    private func add(_ margin: UInt64, to label: UInt64) -> UInt64 {
        label < .max - margin ? label + margin : .max
    }

    private static func gap(for count: Int) -> UInt64 { min(gap, (1 << 62) / UInt64(count + 1)) }

    /// Returns the first label, so that all labels are centered with space at both ends.
    private static func first(of count: Int, gap: UInt64) -> UInt64 { (1 << 63) - UInt64(count / 2) * gap }
}
