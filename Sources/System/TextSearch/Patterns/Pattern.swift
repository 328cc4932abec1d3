import Synchronization

/// A regular expression for searching texts, ignoring case and accents: `bo[sc]h`, `^4k\b`.
///
/// It supports letters, `.`, sets such as `[a-z]` and `[^0-9]`, `\d \w \s \b`, `^` and `$`, groups, `|`, and the
/// repetitions `* + ? {2,5}`. It doesn't support backreferences and lookaround. Searching takes linear time in the
/// length of the text for all patterns.
package struct Pattern: Hashable, Sendable {
    /// The source of the expression.
    let text: String

    private let shared: SharedAutomaton

    /// The automaton shared by all copies of a pattern.
    private final class SharedAutomaton: Sendable {
        let initial: PatternAutomaton
        let current: Mutex<PatternAutomaton>

        init(_ steps: [Pattern.Step]) {
            initial = PatternAutomaton(steps)
            current = Mutex(initial)
        }
    }

    /// An instruction of the pattern's automaton.
    enum Step: Sendable {
        case scalar(Unicode.Scalar)
        case any
        case set(ScalarSet)
        case jump(Int)
        case split(Int, Int)
        case assertion(Assertion)
        case found
    }

    /// A condition on a position between two scalars.
    enum Assertion: Sendable {
        case start, end, boundary, noBoundary
    }

    /// Parses an expression.
    ///
    /// - Throws: ``PatternProblem`` if the text isn't an expression.
    package init(_ text: String) throws(PatternProblem) {
        do {
            var parser = PatternParser(text)
            let node = try parser.parse()
            var compiler = PatternCompiler()
            try compiler.emit(node)
            shared = SharedAutomaton(compiler.steps + [.found])
            self.text = text
        } catch {
            throw error.countingCharacters(of: text)
        }
    }

    /// Compares the sources of patterns byte by byte.
    package static func == (left: Pattern, right: Pattern) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Hashes the source.
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// Returns whether the text contains a match.
    package func isFound(in text: String) -> Bool {
        let isFound = shared.current.withLockIfAvailable { $0.isFound(in: text) }
        if let isFound { return isFound }
        // Another thread is using the shared automaton, possibly for a long text.
        var automaton = shared.initial
        return automaton.isFound(in: text)
    }
}

/// The reason why an expression can't be read.
package struct PatternProblem: Error, Hashable, Sendable {
    /// A kind of problem.
    package enum Reason: Hashable, Sendable {
        /// The expression has more characters than `limit`.
        case tooLong(limit: Int)
        /// The expression's groups are nested more deeply than `limit`.
        case tooDeep(limit: Int)
        /// The expression has more steps than `limit` after its repetitions are expanded.
        case tooManySteps(limit: Int)
        /// The opening parenthesis of a group is missing.
        case unopenedGroup
        /// The closing parenthesis of a group is missing.
        case unclosedGroup
        /// The closing bracket of a set is missing.
        case unclosedSet
        /// A special group that isn't supported, such as a lookahead.
        case unsupportedGroup
        /// There is nothing before a repetition.
        case nothingToRepeat
        /// A repetition follows another one.
        case repeatedRepetition
        /// The numbers in braces aren't a valid range up to `limit`.
        case invalidCount(limit: Int)
        /// The last character is a backslash.
        case trailingBackslash
        /// A backslash before a letter or digit for which no meaning is defined.
        case undefinedEscape
        /// The first character of a range in a set is greater than the last one.
        case descendingRange
    }

    /// The reason.
    package var reason: Reason
    /// The place in the expression, counted in characters. The parser counts in scalars.
    package var place: Range<Int>

    /// Returns the same problem with its position counted in characters.
    func countingCharacters(of text: String) -> PatternProblem {
        let scalars = Array(text.unicodeScalars)
        func count(_ end: Int) -> Int {
            String(String.UnicodeScalarView(scalars[..<min(end, scalars.count)])).count
        }
        var problem = self
        let start = count(place.lowerBound)
        problem.place = start..<max(start, count(place.upperBound))
        return problem
    }
}

/// Compiles an expression into steps.
struct PatternCompiler {
    private(set) var steps: [Pattern.Step] = []
    /// The number of visited nodes. Repeated empty nodes add no steps but must be limited, too.
    private var visits = 0

    /// The maximum number of steps after expanding repetitions.
    static let maximumCount = 1000

    mutating func emit(_ node: PatternNode) throws(PatternProblem) {
        visits += 1
        guard max(steps.count, visits / 4) < PatternCompiler.maximumCount else {
            throw PatternProblem(
                reason: .tooManySteps(limit: PatternCompiler.maximumCount), place: 0..<0)
        }
        switch node {
        case .scalar(let scalar): steps.append(.scalar(scalar))
        case .any: steps.append(.any)
        case .set(let set): steps.append(.set(set))
        case .assertion(let assertion): steps.append(.assertion(assertion))
        case .sequence(let nodes): for node in nodes { try emit(node) }
        case .choice(let nodes):
            var ends: [Int] = []
            for node in nodes.dropLast() {
                let split = steps.count
                steps.append(.found)
                try emit(node)
                ends.append(steps.count)
                steps.append(.found)
                steps[split] = .split(split + 1, steps.count)
            }
            if let last = nodes.last { try emit(last) }
            for end in ends { steps[end] = .jump(steps.count) }
        case .repetition(let node, let minimum, let maximum):
            for _ in 0..<minimum { try emit(node) }
            if let maximum {
                var splits: [Int] = []
                for _ in minimum..<maximum {
                    splits.append(steps.count)
                    steps.append(.found)
                    try emit(node)
                }
                for split in splits { steps[split] = .split(split + 1, steps.count) }
            } else {
                let split = steps.count
                steps.append(.found)
                try emit(node)
                steps.append(.jump(split))
                steps[split] = .split(split + 1, steps.count)
            }
        }
    }
}
