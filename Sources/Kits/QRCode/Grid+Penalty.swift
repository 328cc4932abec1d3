extension Grid {
    /// How much of a symbol may mislead readers: long runs, blocks of one color, what looks like a finder, and more of
    /// one color than of the other.
    static func penalty(_ modules: [UInt8], _ size: Int) -> Int {
        var penalty = 0
        let penalties = penaltiesBehind
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
        // Ten for each whole step of five percent away from the half.
        return penalty + blocks * 3 + abs(20 * dark - 10 * modules.count) / modules.count * 10
    }

    /// What looks like a finder: its middle row, with four light modules on one side.
    private static let finders = [0b101_1101_0000, 0b000_0101_1101]

    /// What a module costs, for it and the ten before as bits: three when it is the fifth of a run of one color, one when
    /// it comes later in it, and forty when it ends what looks like a finder. Modules are as good as random, so that a
    /// processor guesses no condition on them, and a table is read faster.
    private static let penaltiesBehind: [UInt8] = (0..<0x800).map { window in
        let run: UInt8 =
            switch window & 0b11_1111 {
            case 0b00_0000, 0b11_1111: 1
            case 0b10_0000, 0b01_1111: 3
            default: 0
            }
        return run + (finders.contains(window) ? 40 : 0)
    }

    /// The penalty of a row or a column. Around a symbol it is light, which is no part of a run.
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
