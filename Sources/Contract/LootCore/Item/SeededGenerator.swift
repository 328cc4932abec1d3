import Basics

/// A random number generator with a seed. The same seed produces the same numbers on all machines (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var numbers: SplitMix

    /// Creates a generator with a seed.
    public init(seed: UInt64) { numbers = SplitMix(seed: seed) }

    /// Returns the next random number.
    public mutating func next() -> UInt64 { numbers.next() }
}
