extension QRSymbol {
    /// How much of a symbol may be unreadable: the more it bears, the larger it is.
    package enum Level: Int, Sendable, Hashable, CaseIterable {
        /// L: about 7 percent.
        case low
        /// M: about 15 percent.
        case medium
        /// Q: about 25 percent.
        case quartile
        /// H: about 30 percent.
        case high

        /// The letter that the standard has for it.
        var letter: String {
            switch self {
            case .low: "L"
            case .medium: "M"
            case .quartile: "Q"
            case .high: "H"
            }
        }

        /// The two bits that say it in the format information.
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
