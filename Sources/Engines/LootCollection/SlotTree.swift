/// Where an item is kept. The item stays there while it moves through the orders.
typealias Slot = UInt32

/// Slots in an order, as a counted B+ tree: an entry by position, an insertion, a removal and a binary search all
/// cost the tree's height. A copy shares its nodes with the original until one of them changes.
struct SlotTree: Sendable {
    /// The most entries of a leaf, and children of a branch.
    static let width = 128

    /// A part of the tree. It is a value: uniqueness, and with it sharing, is that of the arrays inside.
    struct Node: Sendable {
        /// The entries beneath.
        var count = 0
        /// A leaf's entries; for a branch the first entry beneath each child.
        var slots: [Slot] = []
        /// A branch's children; a leaf has none.
        var children: [Node] = []
    }

    private(set) var root = Node()

    /// An empty tree.
    init() {}

    /// A tree of these entries, in this order.
    init(_ slots: some Collection<Slot>) {
        var level: [Node] = []
        // A little room is left, so that the first insertions split nothing.
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

    /// How many entries there are.
    var count: Int { root.count }

    /// The entry at a position, which must be one of the tree's.
    subscript(position: Int) -> Slot {
        var result: Slot = 0
        forEach(in: position..<position + 1) { result = $0 }
        return result
    }

    /// Calls `body` with the entries at some positions, in order. Positions outside the tree have none.
    func forEach(in positions: Range<Int>, _ body: (Slot) -> Void) {
        let positions = positions.clamped(to: 0..<root.count)
        if !positions.isEmpty { root.forEach(in: positions, body) }
    }

    /// Puts an entry in at a position from 0 to the count.
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

    /// Takes the entry at a position out.
    mutating func remove(at position: Int) {
        root.remove(at: position)
        while root.children.count == 1 { root = root.children[0] }
    }

    /// The position of the first of some entries, all of which are in order, for which `precedes` does not hold;
    /// the end of the range when it holds for all.
    func partition(in positions: Range<Int>, where precedes: (Slot) -> Bool) -> Int {
        positions.isEmpty ? positions.lowerBound : root.partition(in: positions, where: precedes)
    }
}
