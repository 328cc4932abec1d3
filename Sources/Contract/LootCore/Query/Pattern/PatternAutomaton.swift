/// Finds a pattern in texts: a deterministic automaton whose states are built when a text first leads to them.
///
/// A state is the set of steps that wait for the next scalar, together with the scalar before, as far as assertions
/// see it. An ASCII scalar costs one table access once its transition is known. Any other scalar visits each step at
/// most once, so the time grows with the length of the text, for every pattern.
struct PatternAutomaton: Sendable {
    /// The scalar before a position, as far as assertions see it.
    private enum Previous: Sendable { case none, word, other }

    private struct State: Hashable, Sendable {
        var waiting: StepSet
        var previous: Previous
    }

    /// Transitions that lead to no state.
    private static let (found, unknown): (Int32, Int32) = (-1, -2)
    /// The transitions of a state: one for each ASCII scalar, and one for the end of the text.
    private static let (end, rowLength) = (128, 129)
    /// With more states than these, the automaton starts again with an empty table.
    private static let greatestCount = 256
    /// The steps after which a budget is asked again.
    private static let budgetInterval = 4096

    private let steps: [Pattern.Step]
    private var states: [State] = []
    private var numbers: [State: Int32] = [:]
    /// The transitions of all states, a row for each.
    private var transitions: [Int32] = []
    private var pending: [Int] = []
    private var work = 0

    init(_ steps: [Pattern.Step]) {
        self.steps = steps
        restart()
    }

    /// Forgets all states but the one at the start of a text, which is the first.
    private mutating func restart() {
        states.removeAll(keepingCapacity: true)
        numbers.removeAll(keepingCapacity: true)
        transitions.removeAll(keepingCapacity: true)
        add(State(waiting: StepSet(steps.count), previous: .none))
    }

    /// Whether the text contains the pattern; false if the current ``WorkBudget`` is exceeded before that is known.
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

    /// Spends what has been done since the last call, if that is enough to be worth it.
    private mutating func isOver(_ budget: WorkBudget?) -> Bool {
        work += 1
        guard work >= Self.budgetInterval else { return false }
        defer { work = 0 }
        return budget?.spend(work) == false
    }

    /// The state after a scalar, or after the end of the text.
    private mutating func transition(from state: Int32, on scalar: Unicode.Scalar?) -> Int32 {
        if let scalar, !scalar.isASCII { return successor(of: state, on: scalar) }
        let index = Int(state) * Self.rowLength + (scalar.map { Int($0.value) } ?? Self.end)
        if transitions[index] != Self.unknown { return transitions[index] }
        let count = states.count
        let next = successor(of: state, on: scalar)
        // The automaton may have restarted to have space for the new state.
        if states.count >= count { transitions[index] = next }
        return next
    }

    /// Works out the state after a scalar. A match may start at any position, so the first step is always tried.
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
        if states.count >= Self.greatestCount { restart() }
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

/// Some steps of a pattern, a bit for each.
private struct StepSet: Hashable, Sendable {
    private var words: [UInt64]

    init(_ count: Int) { words = [UInt64](repeating: 0, count: count / 64 + 1) }

    /// Adds a step.
    ///
    /// - Returns: Whether it is new.
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
