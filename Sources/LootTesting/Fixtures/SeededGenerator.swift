/// Random numbers that a seed decides: the same seed gives the same numbers on every machine (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The generator of this seed.
    public init(seed: UInt64) { state = seed }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension RandomNumberGenerator {
    /// True once in `count` times.
    mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<max(1, count), using: &self) == 0 }

    /// One of several values.
    mutating func pick<Value>(_ first: Value, _ others: Value...) -> Value {
        let index = Int.random(in: 0...others.count, using: &self)
        return index == 0 ? first : others[index - 1]
    }

    /// One of a collection's values, or `otherwise` where it has none.
    mutating func pick<Values: Collection>(from values: Values, otherwise: Values.Element) -> Values.Element {
        values.randomElement(using: &self) ?? otherwise
    }
}
