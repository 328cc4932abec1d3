/// The storage location of an item. It doesn't change when the item moves in an order.
package typealias Slot = UInt32

/// An ordered sequence of slots as a counted B+ tree. Access by position, insertion, removal and binary search take
/// logarithmic time. A copy shares its nodes with the original until they change.
struct SlotTree: Sendable {
    /// The maximum number of entries in a leaf and of children in a branch.
    static let width = 128

    /// A node. It is a value type; its arrays provide the sharing and copy-on-write.
    struct Node: Sendable {
        /// The number of entries in the subtree.
        var count = 0
        /// The entries of a leaf, or the first entry of each child of a branch.
        var slots: [Slot] = []
        /// The children of a branch. Empty for a leaf.
        var children: [Node] = []
    }

    private(set) var root = Node()

    init() {}

    /// Creates a tree of entries in order.
    init(_ slots: some Collection<Slot>) {
        var level: [Node] = []
        // Leave some space, so that the first insertions don't split nodes.
        let fill = SlotTree.width - SlotTree.width / 16
        var start = slots.startIndex
        while start != slots.endIndex {
            let end = slots.index(start, offsetBy: fill, limitedBy: slots.endIndex) ?? slots.endIndex
            var leaf = Node()
            leaf.slots.reserveCapacity(SlotTree.width)
            leaf.slots.append(contentsOf: slots[start..<end])
            leaf.count = leaf.slots.count
            level.append(leaf)
            start = end
        }
        while level.count > 1 {
            level = stride(from: 0, to: level.count, by: fill).map { start in
                Node(children: Array(level[start..<min(start + fill, level.count)]))
            }
        }
        if let root = level.first { self.root = root }
    }

    /// The number of entries.
    var count: Int { root.count }

    /// Returns the entry at a valid position.
    subscript(position: Int) -> Slot {
        var result: Slot = 0
        forEach(in: position..<position + 1) { result = $0 }
        return result
    }

    /// Calls `body` with the entries in a range of positions, in order. Positions outside the tree are ignored.
    func forEach(in positions: Range<Int>, _ body: (Slot) -> Void) {
        let positions = positions.clamped(to: 0..<root.count)
        if !positions.isEmpty { root.forEach(in: positions, body) }
    }

    /// Inserts an entry at a position from 0 to `count`.
    mutating func insert(_ slot: Slot, at position: Int) {
        if let sibling = root.insert(slot, at: position) { root = Node(children: [root, sibling]) }
    }

    /// All entries.
    var slots: [Slot] {
        var slots: [Slot] = []
        slots.reserveCapacity(count)
        forEach(in: 0..<count) { slots.append($0) }
        return slots
    }

    /// Removes the entry at a position.
    mutating func remove(at position: Int) {
        root.remove(at: position)
        while root.children.count == 1 { root = root.children[0] }
    }

    /// Returns the first position in a range for which `precedes` is `false`, or the end of the range. The entries
    /// must be partitioned by `precedes`.
    func partition(in positions: Range<Int>, where precedes: (Slot) -> Bool) -> Int {
        positions.isEmpty ? positions.lowerBound : root.partition(in: positions, where: precedes)
    }
}
