/// A regular expression that is looked for in texts, without regard to case and accents: `bo[sc]h`, `^4k\b`.
///
/// It knows letters, `.`, sets as `[a-z]` and `[^0-9]`, `\d \w \s \b`, `^` and `$`, groups, `|`, and the repetitions
/// `* + ? {2,5}`; it can't refer back to groups or look around. To look through a text takes time in proportion to its
/// length, whatever the expression: all ways to read it are followed at once, none is tried after another.
package struct Pattern: Hashable, Sendable {
    /// The expression as it is written.
    let text: String

    let steps: [Step]

    /// A step of the program that an expression becomes.
    enum Step: Sendable {
        case scalar(Unicode.Scalar)
        case any
        case set(ScalarSet)
        case jump(Int)
        case split(Int, Int)
        case assertion(Assertion)
        case found
    }

    /// What must hold between two scalars.
    enum Assertion: Sendable {
        case start, end, boundary, noBoundary
    }

    /// Reads an expression.
    ///
    /// - Throws: ``LootError`` with code `malformed`, whose excerpt is the place in the expression.
    package init(_ text: String) throws(LootError) {
        do {
            var parser = PatternParser(text)
            let node = try parser.parse()
            var compiler = PatternCompiler()
            try compiler.emit(node)
            steps = compiler.steps + [.found]
            self.text = text
        } catch {
            throw error.lootError(in: text)
        }
    }

    /// Whether both are written alike, to the scalar.
    package static func == (left: Pattern, right: Pattern) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// By the text.
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// Whether a text holds what it describes.
    package func isFound(in text: String) -> Bool {
        var run = PatternRun(self)
        let span = text.utf8.span
        for index in span.indices where span[index] >= 0x80 {
            return run.isFound(in: Folding.fold(text).unicodeScalars)
        }
        for index in span.indices {
            if run.take(Unicode.Scalar(Folding.lowercased(span[index]))) { return true }
        }
        return run.end()
    }
}

/// What is wrong with an expression, and with which of its scalars.
struct PatternProblem: Error {
    var why: String
    var place: Range<Int>

    func lootError(in text: String) -> LootError {
        let scalars = Array(text.unicodeScalars)
        func count(_ range: Range<Int>) -> Int {
            String(String.UnicodeScalarView(scalars[range.clamped(to: 0..<scalars.count)])).count
        }
        var error = LootError(
            .malformed, "can't read the pattern", because: why,
            next: "To look for a sign itself, put a backslash before it")
        error.excerpt = Excerpt(text, position: count(0..<place.lowerBound), length: count(place))
        return error
    }
}

/// Makes the program of an expression.
struct PatternCompiler {
    private(set) var steps: [Pattern.Step] = []
    /// How many nodes were looked at: an empty one that is repeated makes no step.
    private var visits = 0

    /// As long as a program may be; what is repeated counts as often as it has to come.
    static let mostSteps = 2000

    mutating func emit(_ node: PatternNode) throws(PatternProblem) {
        visits += 1
        guard max(steps.count, visits / 4) < PatternCompiler.mostSteps else {
            throw PatternProblem(
                why: "it has more than \(PatternCompiler.mostSteps) steps, its repetitions counted",
                place: 0..<0)
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
        case .repetition(let node, let least, let most):
            for _ in 0..<least { try emit(node) }
            if let most {
                var splits: [Int] = []
                for _ in least..<most {
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
