/// Some of the slots, as bits.
struct SlotSet: Sendable {
    private let words: [UInt64]

    /// How many slots a word holds, as a power of two.
    static let shift = 6

    /// The slots whose bits are set, the first ones in the first word.
    init(_ words: [UInt64]) { self.words = words }

    /// Whether a slot is one of them.
    func contains(_ slot: Slot) -> Bool {
        words[Int(slot >> SlotSet.shift)] >> UInt64(slot & (1 << SlotSet.shift - 1)) & 1 != 0
    }
}
