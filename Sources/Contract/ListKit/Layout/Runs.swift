import Basics

/// A sequence of slots, stored as runs of equal slots in a randomized balanced tree.
///
/// Finding, splitting and joining take logarithmic time in the number of runs, regardless of the number of slots. A
/// tree is identified by the index of its root in `nodes`; 0 is the empty tree. The caller stores the roots.
struct Runs {
    enum Kind: UInt8 { case header, row, footer, constant }

    /// Successive equal slots. Only runs of rows contain more than one.
    struct Run {
        var kind: Kind
        var count = 1
        var height: Int

        var totals: Totals {
            Totals(
                runs: 1, slots: count, headers: kind == .header ? 1 : 0, rows: kind == .row ? count : 0,
                height: count.times(height))
        }
    }

    struct Totals {
        var runs = 0
        var slots = 0
        var headers = 0
        var rows = 0
        var height = 0

        static func + (left: Totals, right: Totals) -> Totals {
            Totals(
                runs: left.runs + right.runs, slots: left.slots.plus(right.slots),
                headers: left.headers + right.headers, rows: left.rows.plus(right.rows),
                height: left.height.plus(right.height))
        }
    }

    /// The result of a search: the run, the totals before it, and the offset of the target in the run.
    struct Found {
        var run: Run
        var before: Totals
        var within: Int
    }

    private struct Node {
        var run: Run
        var left = 0
        var right = 0
        var totals: Totals
    }

    private var nodes = [Node(run: Run(kind: .row, count: 0, height: 0), totals: Totals())]
    private var free: [Int] = []
    /// The fixed seed gives the tree the same shape each time the program runs.
    private var random = SplitMix(seed: 1)

    func totals(of root: Int) -> Totals { nodes[root].totals }

    /// Returns the run that contains the unit number `target` of a metric, such as a slot, a row or a line, or `nil`
    /// if the tree has fewer units.
    func find(_ target: Int, by metric: (Totals) -> Int, in root: Int) -> Found? {
        guard target >= 0, target < metric(nodes[root].totals) else { return nil }
        var (node, rest, before) = (root, target, Totals())
        while node != 0 {
            let left = nodes[nodes[node].left].totals
            if rest < metric(left) {
                node = nodes[node].left
                continue
            }
            rest -= metric(left)
            before = before + left
            let own = nodes[node].run.totals
            if rest < metric(own) {
                return Found(run: nodes[node].run, before: before, within: rest)
            }
            rest -= metric(own)
            before = before + own
            node = nodes[node].right
        }
        return nil
    }

    /// Returns a balanced tree of the runs. Takes linear time.
    mutating func build(_ runs: ArraySlice<Run>) -> Int {
        guard !runs.isEmpty else { return 0 }
        let middle = runs.startIndex + runs.count / 2
        let left = build(runs[..<middle])
        let right = build(runs[(middle + 1)...])
        let node = make(runs[middle])
        nodes[node].left = left
        nodes[node].right = right
        refresh(node)
        return node
    }

    /// Splits a tree after its first `count` slots. The original tree becomes invalid.
    mutating func split(_ node: Int, after count: Int) -> (Int, Int) {
        guard node != 0 else { return (0, 0) }
        let run = nodes[node].run
        let rest = count - nodes[nodes[node].left].totals.slots
        if rest <= 0 {
            let (first, second) = split(nodes[node].left, after: count)
            nodes[node].left = second
            refresh(node)
            return (first, node)
        }
        if rest >= run.count {
            let (first, second) = split(nodes[node].right, after: rest - run.count)
            nodes[node].right = first
            refresh(node)
            return (node, second)
        }
        let tail = make(Run(kind: run.kind, count: run.count - rest, height: run.height))
        let right = nodes[node].right
        nodes[node].right = 0
        nodes[node].run.count = rest
        refresh(node)
        return (node, merge(tail, right))
    }

    /// Joins two trees in this order. Both become invalid.
    ///
    /// Adjacent rows of the same height become one run, so that a list of equal rows remains a single run after any
    /// changes.
    mutating func join(_ first: Int, _ second: Int) -> Int {
        guard first != 0, second != 0 else { return first == 0 ? second : first }
        let (last, next) = (edge(of: first, \.right), edge(of: second, \.left))
        guard last.kind == .row, next.kind == .row, last.height == next.height else {
            return merge(first, second)
        }
        let (head, rest) = split(second, after: next.count)
        discard(head)
        lengthenLast(of: first, by: next.count)
        return merge(first, rest)
    }

    /// Releases the nodes of a tree.
    mutating func discard(_ node: Int) {
        guard node != 0 else { return }
        discard(nodes[node].left)
        discard(nodes[node].right)
        free.append(node)
    }

    private func edge(of root: Int, _ side: KeyPath<Node, Int>) -> Run {
        var node = root
        while nodes[node][keyPath: side] != 0 { node = nodes[node][keyPath: side] }
        return nodes[node].run
    }

    private mutating func lengthenLast(of node: Int, by count: Int) {
        if nodes[node].right == 0 {
            nodes[node].run.count += count
        } else {
            lengthenLast(of: nodes[node].right, by: count)
        }
        refresh(node)
    }

    /// Joins two trees without joining runs. Each root is chosen with a probability proportional to its number of
    /// runs, which keeps the expected tree balanced.
    private mutating func merge(_ first: Int, _ second: Int) -> Int {
        guard first != 0, second != 0 else { return first == 0 ? second : first }
        let (left, right) = (nodes[first].totals.runs, nodes[second].totals.runs)
        if Int.random(in: 0..<left + right, using: &random) < left {
            nodes[first].right = merge(nodes[first].right, second)
            refresh(first)
            return first
        }
        nodes[second].left = merge(first, nodes[second].left)
        refresh(second)
        return second
    }

    private mutating func make(_ run: Run) -> Int {
        let node = Node(run: run, totals: run.totals)
        if let index = free.popLast() {
            nodes[index] = node
            return index
        }
        nodes.append(node)
        return nodes.count - 1
    }

    private mutating func refresh(_ node: Int) {
        nodes[node].totals =
            nodes[nodes[node].left].totals + nodes[node].run.totals + nodes[nodes[node].right].totals
    }
}
