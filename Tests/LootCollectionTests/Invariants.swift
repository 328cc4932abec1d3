import LootCore

@testable import LootCollection

extension ItemCollection {
    /// Returns a description of each violated invariant.
    func brokenInvariants() -> [String] {
        var problems = content.order.brokenInvariants("order")
        var before: UInt64?
        var total = MoneyTotal()
        content.order.forEach(in: 0..<count) { slot in
            let label = labels[slot]
            if let before, before >= label { problems.append("labels don't ascend at slot \(slot)") }
            before = label
            total += content[slot].total
            if ids.slot(of: content[slot].id, in: content.items) != slot {
                problems.append("slot \(slot) lost its id")
            }
        }
        if ids.count != count { problems.append("\(ids.count) ids for \(count) items") }
        if total != content.total { problems.append("the total is \(content.total), not \(total)") }
        for index in warm {
            problems += index.slots.brokenInvariants("answer")
            if index.sections.sections.reduce(0, { $0 + $1.count }) != index.slots.count {
                problems.append("the sections of an answer don't count its rows")
            }
        }
        return problems
    }
}

extension SlotTree {
    func brokenInvariants(_ name: String) -> [String] {
        var problems: [String] = []
        var depths: Set<Int> = []
        func visit(_ node: Node, depth: Int) {
            if node.slots.count > SlotTree.width { problems.append("\(name): a node is too wide") }
            if node.children.isEmpty {
                depths.insert(depth)
                if node.count != node.slots.count { problems.append("\(name): a leaf miscounts") }
                return
            }
            if node.children.map({ $0.slots.first }) != node.slots {
                problems.append("\(name): firsts are wrong")
            }
            if node.children.reduce(0, { $0 + $1.count }) != node.count {
                problems.append("\(name): a branch miscounts")
            }
            if node.slots.isEmpty || (depth == 0 && node.children.count == 1) {
                problems.append("\(name): a branch for nothing")
            }
            for child in node.children { visit(child, depth: depth + 1) }
        }
        visit(root, depth: 0)
        if depths.count > 1 { problems.append("\(name): leaves at depths \(depths.sorted())") }
        return problems
    }
}
