import Basics

/// A deterministic automaton that searches texts for a pattern. Its states are created lazily.
///
/// A state is the set of steps that wait for the next scalar, together with the kind of the previous scalar for
/// assertions. An ASCII scalar takes one table lookup once its transition is known. Other scalars visit each step at
/// most once, so searching takes linear time for all patterns.
struct PatternAutomaton: Sendable {
    /// The kind of the scalar before a position, as needed by assertions.
    private enum Previous: Sendable { case none, word, other }

    private struct State: Hashable, Sendable {
        var waiting: StepSet
        var previous: Previous
    }

    /// Special transitions: a match was found, or the next state isn't known yet.
    private static let (found, unknown): (Int32, Int32) = (-1, -2)
    /// The layout of a state's transitions: one for each ASCII scalar, and one for the end of the text.
    private static let (end, rowLength) = (128, 129)
    /// The maximum number of states. After that, the automaton restarts with an empty table.
    private static let maximumCount = 256
    /// The number of steps after which the budget is checked again.
    private static let budgetInterval = 4096

    private let steps: [Pattern.Step]
    private var states: [State] = []
    private var numbers: [State: Int32] = [:]
    /// The transitions of all states, one row each.
    private var transitions: [Int32] = []
    private var pending: [Int] = []
    private var work = 0

    init(_ steps: [Pattern.Step]) {
        self.steps = steps
        restart()
    }

    /// Removes all states except the initial one.
    private mutating func restart() {
        states.removeAll(keepingCapacity: true)
        numbers.removeAll(keepingCapacity: true)
        transitions.removeAll(keepingCapacity: true)
        add(State(waiting: StepSet(steps.count), previous: .none))
    }

    /// Returns whether the text contains a match. Returns `false` if the current ``WorkBudget`` is exceeded first.
    mutating func isFound(in text: String) -> Bool {
        let budget = WorkBudget.current
        if budget?.isExceeded == true { return false }
        work = 1
        defer { budget?.spend(work) }
        var state: Int32 = 0
        let span = text.utf8.span
        for index in span.indices where span[index] >= 0x80 {
            for scalar in Folding.fold(text).unicodeScalars {
                state = transition(from: state, on: scalar)
                if state < 0 || isOver(budget) { return state == Self.found }
            }
            return transition(from: state, on: nil) == Self.found
        }
        for index in span.indices {
            state = transition(from: state, on: Unicode.Scalar(Folding.lowercased(span[index])))
            if state < 0 || isOver(budget) { return state == Self.found }
        }
        return transition(from: state, on: nil) == Self.found
    }

    /// Counts a step, and charges the budget for all steps after each interval. Returns whether the budget is
    /// exceeded.
    private mutating func isOver(_ budget: WorkBudget?) -> Bool {
        work += 1
        guard work >= Self.budgetInterval else { return false }
        defer { work = 0 }
        return budget?.spend(work) == false
    }

    /// Returns the state after a scalar, or after the end of the text.
    private mutating func transition(from state: Int32, on scalar: Unicode.Scalar?) -> Int32 {
        if let scalar, !scalar.isASCII { return successor(of: state, on: scalar) }
        let index = Int(state) * Self.rowLength + (scalar.map { Int($0.value) } ?? Self.end)
        if transitions[index] != Self.unknown { return transitions[index] }
        let count = states.count
        let next = successor(of: state, on: scalar)
        // The automaton may have restarted to make space for the new state.
        if states.count >= count { transitions[index] = next }
        return next
    }

    /// Computes the state after a scalar. A match may start at any position, so the first step is always included.
    private mutating func successor(of number: Int32, on scalar: Unicode.Scalar?) -> Int32 {
        let state = states[Int(number)]
        var reached = StepSet(steps.count)
        var next = State(
            waiting: StepSet(steps.count),
            previous: scalar.map { ScalarSet.Kind.word.contains($0) ? .word : .other } ?? .none)
        pending.removeAll(keepingCapacity: true)
        pending.append(0)
        state.waiting.forEach { pending.append($0) }
        while let step = pending.popLast() {
            guard reached.insert(step) else { continue }
            work += 1
            switch steps[step] {
            case .found: return Self.found
            case .jump(let target): pending.append(target)
            case .split(let one, let other):
                pending.append(one)
                pending.append(other)
            case .assertion(let assertion):
                let isStart = state.previous == .none
                let isBoundary = (state.previous == .word) != (next.previous == .word)
                if assertion.holds(isStart: isStart, isEnd: scalar == nil, isBoundary: isBoundary) {
                    pending.append(step + 1)
                }
            case .scalar(let wanted): if wanted == scalar { next.waiting.insert(step + 1) }
            case .any: if let scalar, scalar != "\n" { next.waiting.insert(step + 1) }
            case .set(let set): if let scalar, set.contains(scalar) { next.waiting.insert(step + 1) }
            }
        }
        return self.number(of: next)
    }

    private mutating func number(of state: State) -> Int32 {
        if let known = numbers[state] { return known }
        if states.count >= Self.maximumCount { restart() }
        return add(state)
    }

    @discardableResult
    private mutating func add(_ state: State) -> Int32 {
        let number = Int32(states.count)
        states.append(state)
        numbers[state] = number
        transitions.append(contentsOf: repeatElement(Self.unknown, count: Self.rowLength))
        return number
    }
}

/// A set of steps as a bit set.
private struct StepSet: Hashable, Sendable {
    private var words: [UInt64]

    init(_ count: Int) { words = [UInt64](repeating: 0, count: count / 64 + 1) }

    /// Inserts a step.
    ///
    /// - Returns: Whether it wasn't in the set.
    @discardableResult
    mutating func insert(_ step: Int) -> Bool {
        let bit: UInt64 = 1 << UInt64(step % 64)
        defer { words[step / 64] |= bit }
        return words[step / 64] & bit == 0
    }

    func forEach(_ body: (Int) -> Void) {
        for (index, word) in words.enumerated() {
            var left = word
            while left != 0 {
                body(index * 64 + left.trailingZeroBitCount)
                left &= left - 1
            }
        }
    }
}

extension Pattern.Assertion {
    fileprivate func holds(isStart: Bool, isEnd: Bool, isBoundary: Bool) -> Bool {
        switch self {
        case .start: isStart
        case .end: isEnd
        case .boundary: isBoundary
        case .noBoundary: !isBoundary
        }
    }
}
