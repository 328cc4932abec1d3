/// The index at which a collection stores an item. It stays the same when the position of the item changes.
package typealias Slot = UInt32

/// An ordered list of slots, stored as a B+ tree. Each node knows the number of slots in its subtree, so that
/// access by position, insertion, removal and binary search take logarithmic time. Copies of a tree share all nodes
/// that neither of them has changed.
struct SlotTree: Sendable {
    /// The maximum number of slots in a leaf, and of children in a branch.
    static let width = 128

    /// A leaf or a branch of the tree. Copies share their arrays until one of them changes (copy-on-write).
    struct Node: Sendable {
        /// The number of slots in the subtree.
        var count = 0
        /// In a leaf, all its slots. In a branch, the first slot of each child.
        var slots: [Slot] = []
        /// The children of a branch, or an empty array in a leaf.
        var children: [Node] = []
    }

    private(set) var root = Node()

    init() {}

    /// Creates a tree with the given slots, in the same order.
    init(_ slots: some Collection<Slot>) {
        var level: [Node] = []
        // Leave some space in each node, so that the first insertions don't have to split it.
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

    /// The number of slots.
    var count: Int { root.count }

    /// Accesses the slot at the given position, from 0 to `count - 1`.
    subscript(position: Int) -> Slot {
        var result: Slot = 0
        forEach(in: position..<position + 1) { result = $0 }
        return result
    }

    /// Calls `body` with each slot at the given positions, in order. Positions outside the tree are ignored.
    func forEach(in positions: Range<Int>, _ body: (Slot) -> Void) {
        let positions = positions.clamped(to: 0..<root.count)
        if !positions.isEmpty { root.forEach(in: positions, body) }
    }

    /// Inserts a slot, so that it has the given position afterwards, from 0 to the previous `count`.
    mutating func insert(_ slot: Slot, at position: Int) {
        if let sibling = root.insert(slot, at: position) { root = Node(children: [root, sibling]) }
    }

    /// All slots, in order.
    var slots: [Slot] {
        var slots: [Slot] = []
        slots.reserveCapacity(count)
        forEach(in: 0..<count) { slots.append($0) }
        return slots
    }

    /// Removes the slot at the given position, from 0 to `count - 1`.
    mutating func remove(at position: Int) {
        root.remove(at: position)
        while root.children.count == 1 { root = root.children[0] }
    }

    /// Returns the first of the given positions whose slot doesn't satisfy `precedes`, or the end of the range if all
    /// slots satisfy it.
    ///
    /// In the range, all slots that satisfy `precedes` must come before all others. The search takes logarithmic
    /// time.
    func partition(in positions: Range<Int>, where precedes: (Slot) -> Bool) -> Int {
        positions.isEmpty ? positions.lowerBound : root.partition(in: positions, where: precedes)
    }
}
