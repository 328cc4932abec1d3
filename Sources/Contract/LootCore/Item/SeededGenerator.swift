import Basics

/// Random numbers that a seed decides: the same seed gives the same numbers on every machine (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var numbers: SplitMix

    /// The generator of this seed.
    public init(seed: UInt64) { numbers = SplitMix(seed: seed) }

    /// The next number.
    public mutating func next() -> UInt64 { numbers.next() }
}
