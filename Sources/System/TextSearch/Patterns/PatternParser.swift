/// A node of the syntax tree.
indirect enum PatternNode {
    case scalar(Unicode.Scalar)
    case any
    case set(ScalarSet)
    case assertion(Pattern.Assertion)
    case sequence([PatternNode])
    case choice([PatternNode])
    case repetition(PatternNode, minimum: Int, maximum: Int?)
}

/// A recursive descent parser for expressions.
struct PatternParser {
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var depth = 0

    private static let maximumDepth = 32
    private static let maximumLength = 1000
    private static let maximumCount = 1000

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    mutating func parse() throws(PatternProblem) -> PatternNode {
        guard scalars.count <= PatternParser.maximumLength else {
            throw PatternProblem(
                reason: .tooLong(limit: PatternParser.maximumLength),
                place: PatternParser.maximumLength..<scalars.count)
        }
        let node = try choice()
        guard position == scalars.count else { throw problem(.unopenedGroup) }
        return node
    }

    private var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func accept(_ scalar: Unicode.Scalar) -> Bool {
        guard current == scalar else { return false }
        position += 1
        return true
    }

    private func problem(_ reason: PatternProblem.Reason, from start: Int? = nil) -> PatternProblem {
        let start = start ?? position
        return PatternProblem(reason: reason, place: start..<max(start, min(position + 1, scalars.count)))
    }

    private mutating func choice() throws(PatternProblem) -> PatternNode {
        var ways = [try sequence()]
        while accept("|") { ways.append(try sequence()) }
        return ways.count == 1 ? ways[0] : .choice(ways)
    }

    private mutating func sequence() throws(PatternProblem) -> PatternNode {
        var nodes: [PatternNode] = []
        while let scalar = current, scalar != "|", scalar != ")" {
            let node = try atom(scalar)
            nodes.append(try repeated(node))
        }
        return nodes.count == 1 ? nodes[0] : .sequence(nodes)
    }

    private mutating func atom(_ scalar: Unicode.Scalar) throws(PatternProblem) -> PatternNode {
        let start = position
        position += 1
        switch scalar {
        case ".": return .any
        case "^": return .assertion(.start)
        case "$": return .assertion(.end)
        case "*", "+", "?":
            throw PatternProblem(reason: .nothingToRepeat, place: start..<position)
        case "[": return try set(from: start)
        case "\\": return try escape(from: start)
        case "(":
            depth += 1
            defer { depth -= 1 }
            guard depth <= PatternParser.maximumDepth else {
                throw PatternProblem(
                    reason: .tooDeep(limit: PatternParser.maximumDepth), place: start..<position)
            }
            if accept("?"), !accept(":") {
                throw problem(.unsupportedGroup, from: start)
            }
            let inner = try choice()
            guard accept(")") else {
                throw PatternProblem(reason: .unclosedGroup, place: start..<start + 1)
            }
            return inner
        default: return literal(scalar)
        }
    }

    /// Returns a folded letter and skips the combining marks after it.
    private mutating func literal(_ scalar: Unicode.Scalar) -> PatternNode {
        while let mark = current, Folding.fold(String(mark)).isEmpty { position += 1 }
        let folded = Folding.fold(String(scalar)).unicodeScalars.map(PatternNode.scalar)
        return folded.count == 1 ? folded[0] : .sequence(folded)
    }

    private mutating func repeated(_ node: PatternNode) throws(PatternProblem) -> PatternNode {
        let start = position
        let counts: (minimum: Int, maximum: Int?)
        if accept("*") {
            counts = (0, nil)
        } else if accept("+") {
            counts = (1, nil)
        } else if accept("?") {
            counts = (0, 1)
        } else if let found = try counted() {
            counts = found
        } else {
            return node
        }
        // Lazy repetitions match the same texts as greedy ones.
        _ = accept("?")
        if let scalar = current, "*+?".unicodeScalars.contains(scalar) {
            throw problem(.repeatedRepetition, from: start)
        }
        return .repetition(node, minimum: counts.minimum, maximum: counts.maximum)
    }

    /// Parses `{2}`, `{2,}` or `{2,5}`. Other braces are literals.
    private mutating func counted() throws(PatternProblem) -> (Int, Int?)? {
        let start = position
        guard accept("{"), let minimum = number() else {
            position = start
            return nil
        }
        var maximum: Int? = minimum
        if accept(",") { maximum = current == "}" ? nil : number() ?? -1 }
        guard accept("}"), maximum ?? minimum >= minimum,
            max(minimum, maximum ?? 0) <= PatternParser.maximumCount
        else {
            throw problem(.invalidCount(limit: PatternParser.maximumCount), from: start)
        }
        return (minimum, maximum)
    }

    private mutating func number() -> Int? {
        let start = position
        while let scalar = current, scalar.value &- 0x30 < 10, position < start + 6 { position += 1 }
        return Int(String(String.UnicodeScalarView(scalars[start..<position])))
    }

    // MARK: Escapes and sets

    private static let kinds: [Unicode.Scalar: (ScalarSet.Kind, Bool)] = [
        "d": (.digit, false), "D": (.digit, true), "w": (.word, false), "W": (.word, true),
        "s": (.space, false), "S": (.space, true),
    ]

    /// Returns the scalar for an escape sequence, or `nil` for undefined letters and digits.
    private static func escaped(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar {
        case "n": "\n"
        case "t": "\t"
        default: scalar.isASCII && ScalarSet.Kind.word.contains(scalar) && scalar != "_" ? nil : scalar
        }
    }

    private mutating func escape(from start: Int) throws(PatternProblem) -> PatternNode {
        guard let scalar = current else { throw problem(.trailingBackslash, from: start) }
        position += 1
        if let (kind, isNegated) = PatternParser.kinds[scalar] {
            return .set(ScalarSet(kind, isComplement: isNegated))
        }
        if scalar == "b" { return .assertion(.boundary) }
        if scalar == "B" { return .assertion(.noBoundary) }
        guard let meant = PatternParser.escaped(scalar) else {
            throw PatternProblem(reason: .undefinedEscape, place: start..<position)
        }
        return literal(meant)
    }

    private mutating func set(from start: Int) throws(PatternProblem) -> PatternNode {
        var set = ScalarSet()
        set.isNegated = accept("^")
        var isFirst = true
        while let scalar = current, scalar != "]" || isFirst {
            isFirst = false
            let place = position
            position += 1
            var low = scalar
            if scalar == "\\" {
                guard let escaped = current else { break }
                position += 1
                if let (kind, isNegated) = PatternParser.kinds[escaped] {
                    set.insert(kind, isComplement: isNegated)
                    continue
                }
                guard let meant = PatternParser.escaped(escaped) else {
                    throw PatternProblem(
                        reason: .undefinedEscape, place: place..<position)
                }
                low = meant
            }
            var high = low
            if current == "-", position + 1 < scalars.count, scalars[position + 1] != "]" {
                position += 1
                high = scalars[position]
                position += 1
                if high == "\\", let escaped = current, let meant = PatternParser.escaped(escaped) {
                    high = meant
                    position += 1
                }
            }
            guard low <= high else {
                throw PatternProblem(reason: .descendingRange, place: place..<position)
            }
            PatternParser.add(low, high, to: &set)
        }
        guard accept("]") else {
            throw PatternProblem(reason: .unclosedSet, place: start..<start + 1)
        }
        set.normalize()
        return .set(set)
    }

    /// Adds a range and the folded forms of its scalars.
    private static func add(_ low: Unicode.Scalar, _ high: Unicode.Scalar, to set: inout ScalarSet) {
        set.insert(low.value...high.value)
        for value in low.value...min(high.value, low.value + 1000) {
            if let folded = Unicode.Scalar(value).flatMap(Folding.folded)?.value {
                set.insert(folded...folded)
            }
        }
    }
}
