/// A generator with a seed, so that a failure can be repeated.
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        var bits = state
        bits = (bits ^ (bits >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        return bits ^ (bits >> 33)
    }
}
