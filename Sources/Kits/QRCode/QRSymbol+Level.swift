extension QRSymbol {
    /// The error correction level, which determines how much of a symbol can be unreadable. Higher levels need larger
    /// symbols.
    package enum Level: Int, Sendable, Hashable, CaseIterable {
        /// L: about 7 percent.
        case low
        /// M: about 15 percent.
        case medium
        /// Q: about 25 percent.
        case quartile
        /// H: about 30 percent.
        case high

        /// The level's letter in the standard.
        var letter: String {
            switch self {
            case .low: "L"
            case .medium: "M"
            case .quartile: "Q"
            case .high: "H"
            }
        }

        /// The level's two bits in the format information.
        var indicator: Int {
            switch self {
            case .low: 0b01
            case .medium: 0b00
            case .quartile: 0b11
            case .high: 0b10
            }
        }
    }
}
