extension Grid {
    /// Returns the modules with a mask applied, including the format information. If `mask` is `nil`, chooses the
    /// mask with the lowest penalty.
    func masked(_ level: QRSymbol.Level, with mask: Int?) -> (mask: Int, modules: [UInt8]) {
        if let mask { return (mask, masked(level, mask)) }
        var best = (mask: 0, modules: masked(level, 0))
        var minimum = Grid.penalty(best.modules, size)
        for mask in 1..<8 {
            let modules = masked(level, mask)
            let penalty = Grid.penalty(modules, size)
            if penalty < minimum { (best, minimum) = ((mask, modules), penalty) }
        }
        return best
    }

    private func masked(_ level: QRSymbol.Level, _ mask: Int) -> [UInt8] {
        var grid = self
        grid.fixFormat(Grid.format(level, mask: mask))
        var modules = grid.modules
        // Every mask has a period of twelve rows and columns.
        let tile = (0..<144).map { Grid.inverts(mask, column: $0 % 12, row: $0 / 12) ? 1 as UInt8 : 0 }
        for y in 0..<size {
            for x in 0..<size { modules[y * size + x] ^= tile[y % 12 * 12 + x % 12] & data[y * size + x] }
        }
        return modules
    }

    private static func inverts(_ mask: Int, column x: Int, row y: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (x / 3 + y / 2) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }
}
