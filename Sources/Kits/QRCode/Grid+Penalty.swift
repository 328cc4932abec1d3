extension Grid {
    /// Returns the penalty of a symbol for features that confuse readers: long runs, blocks of one color, patterns
    /// similar to a finder, and an imbalance of the colors.
    static func penalty(_ modules: [UInt8], _ size: Int) -> Int {
        var penalty = 0
        let penalties = penaltiesAfter
        for line in 0..<size {
            penalty += linePenalty(modules, from: line * size, by: 1, size, penalties)
            penalty += linePenalty(modules, from: line, by: size, size, penalties)
        }
        var blocks = 0
        for y in 1..<size {
            for index in y * size + 1..<(y + 1) * size {
                let dark =
                    modules[index] + modules[index - 1] + modules[index - size] + modules[index - size - 1]
                blocks += dark & 3 == 0 ? 1 : 0
            }
        }
        let dark = modules.reduce(0) { $0 + Int($1) }
        // Add ten points for each full five percent by which the share of dark modules deviates from one
        // half.
        return penalty + blocks * 3 + abs(20 * dark - 10 * modules.count) / modules.count * 10
    }

    /// The patterns similar to a finder: its middle row with four light modules on one side.
    private static let finders = [0b101_1101_0000, 0b000_0101_1101]

    /// The penalty of a module, indexed by the bits of this module and the ten before it.
    ///
    /// The fifth module of a run costs 3 and each later one 1. The last module of a pattern similar to a finder costs
    /// 40. A table is faster than conditions because the modules are close to random, which defeats branch
    /// prediction.
    private static let penaltiesAfter: [UInt8] = (0..<0x800).map { window in
        let run: UInt8 =
            switch window & 0b11_1111 {
            case 0b00_0000, 0b11_1111: 1
            case 0b10_0000, 0b01_1111: 3
            default: 0
            }
        return run + (finders.contains(window) ? 40 : 0)
    }

    /// Returns the penalty of a row or column. The light area around the symbol counts for patterns, but not for
    /// runs.
    private static func linePenalty(
        _ modules: [UInt8], from first: Int, by step: Int, _ size: Int, _ penalties: [UInt8]
    ) -> Int {
        var window = 0
        var index = first
        for _ in 0..<5 {
            window = window << 1 | Int(modules[index])
            index += step
        }
        var penalty = window == 0 || window == 0b1_1111 ? 3 : 0
        for _ in 5..<size {
            window = (window << 1 | Int(modules[index])) & 0x7FF
            index += step
            penalty += Int(penalties[window])
        }
        for _ in 0..<4 {
            window = window << 1 & 0x7FF
            if window == finders[0] { penalty += 40 }
        }
        return penalty
    }
}
