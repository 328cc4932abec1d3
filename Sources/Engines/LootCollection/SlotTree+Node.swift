extension SlotTree.Node {
    /// Creates a branch with the given children. They must not be empty.
    init(children: [SlotTree.Node]) {
        self.children = children
        slots = children.map { $0.slots[0] }
        count = children.reduce(0) { $0 + $1.count }
    }

    func forEach(in positions: Range<Int>, _ body: (Slot) -> Void) {
        if children.isEmpty {
            for index in positions { body(slots[index]) }
            return
        }
        var (index, start) = child(holding: positions.lowerBound)
        while index < children.count, start < positions.upperBound {
            let end = start + children[index].count
            let part = max(positions.lowerBound, start) - start..<min(positions.upperBound, end) - start
            children[index].forEach(in: part, body)
            start = end
            index += 1
        }
    }

    /// Inserts a slot, so that it has the given position afterwards.
    ///
    /// - Returns: A new node with the entries that no longer fit, or `nil` if all fit. The caller must insert it after
    ///   this node.
    mutating func insert(_ slot: Slot, at position: Int) -> SlotTree.Node? {
        if children.isEmpty { return insertIntoLeaf(slot, at: position) }
        // Between two children, insert at the end of the first one, so that appending fills leaves.
        let (index, start) = position == 0 ? (0, 0) : child(holding: position - 1)
        let sibling = children[index].insert(slot, at: position - start)
        count += 1
        slots[index] = children[index].slots[0]
        guard let sibling else { return nil }
        slots.insert(sibling.slots[0], at: index + 1)
        children.insert(sibling, at: index + 1)
        if children.count <= SlotTree.width { return nil }
        return split(
            at: index + 2 == children.count ? children.count - SlotTree.width / 8 : children.count / 2)
    }

    private mutating func insertIntoLeaf(_ slot: Slot, at position: Int) -> SlotTree.Node? {
        guard slots.count >= SlotTree.width else {
            slots.insert(slot, at: position)
            count += 1
            return nil
        }
        // Split before the insertion, so that the array doesn't exceed its capacity. When appending, the left leaf
        // stays almost full.
        var sibling = split(at: position == slots.count ? slots.count - SlotTree.width / 8 : slots.count / 2)
        if position <= slots.count {
            slots.insert(slot, at: position)
            count += 1
        } else {
            sibling.slots.insert(slot, at: position - slots.count)
            sibling.count += 1
        }
        return sibling
    }

    /// Splits the node. This node keeps the entries before `index`, and the returned node contains the others.
    private mutating func split(at index: Int) -> SlotTree.Node {
        var sibling = SlotTree.Node()
        sibling.slots.reserveCapacity(SlotTree.width)
        sibling.slots.append(contentsOf: slots[index...])
        slots.removeSubrange(index...)
        if children.isEmpty {
            sibling.count = sibling.slots.count
        } else {
            sibling.children = Array(children[index...])
            children.removeSubrange(index...)
            sibling.count = sibling.children.reduce(0) { $0 + $1.count }
        }
        count -= sibling.count
        return sibling
    }

    mutating func remove(at position: Int) {
        count -= 1
        if children.isEmpty {
            slots.remove(at: position)
            return
        }
        let (index, start) = child(holding: position)
        children[index].remove(at: position - start)
        if children[index].slots.count < SlotTree.width / 4 {
            mergeSmallChild(index)
        } else {
            slots[index] = children[index].slots[0]
        }
    }

    /// Merges a small child with a neighbor if both fit into one node with space to spare.
    private mutating func mergeSmallChild(_ index: Int) {
        let left = max(0, min(index, children.count - 2))
        let isEmpty = children[index].slots.isEmpty
        if children.count > 1 {
            let together = children[left].slots.count + children[left + 1].slots.count
            if isEmpty || together <= SlotTree.width * 3 / 4 {
                let right = children.remove(at: left + 1)
                slots.remove(at: left + 1)
                children[left].slots.append(contentsOf: right.slots)
                children[left].children.append(contentsOf: right.children)
                children[left].count += right.count
                slots[left] = children[left].slots[0]
            } else {
                slots[index] = children[index].slots[0]
            }
        } else if isEmpty {
            children.removeAll()
            slots.removeAll()
        } else {
            slots[index] = children[index].slots[0]
        }
    }

    func partition(in positions: Range<Int>, where precedes: (Slot) -> Bool) -> Int {
        if children.isEmpty { return partition(slots, in: positions, where: precedes) }
        let (first, firstStart) = child(holding: positions.lowerBound)
        var (last, end) = (first, firstStart + children[first].count)
        while last + 1 < children.count, end < positions.upperBound {
            last += 1
            end += children[last].count
        }
        // The result is in the last child whose first slot satisfies `precedes`, or at the start of the next child.
        let index = partition(slots, in: first + 1..<last + 1, where: precedes) - 1
        var start = firstStart
        for between in first..<index { start += children[between].count }
        let part =
            max(positions.lowerBound, start) - start..<min(
                positions.upperBound, start + children[index].count)
            - start
        return start + children[index].partition(in: part, where: precedes)
    }

    private func partition(_ slots: [Slot], in range: Range<Int>, where precedes: (Slot) -> Bool) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if precedes(slots[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the index of the child that contains the given position, and the position of the child's first slot. For
    /// a position beyond the end, returns the last child.
    private func child(holding position: Int) -> (index: Int, start: Int) {
        var (index, start) = (0, 0)
        while index + 1 < children.count, start + children[index].count <= position {
            start += children[index].count
            index += 1
        }
        return (index, start)
    }
}
