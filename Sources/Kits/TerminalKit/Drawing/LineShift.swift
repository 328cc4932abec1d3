/// A scroll operation of the terminal that moves lines which are already on the screen, so that they needn't be sent
/// again.
struct LineShift: Equatable {
    /// The lines to scroll. Lines that leave the region are lost, and new ones are blank.
    let region: Range<Int>
    /// The number of lines to scroll up, or down if negative.
    let distance: Int

    /// Finds the shift that saves the most bytes when one screen replaces another of the same size. Returns `nil` if
    /// none saves any.
    init?(from old: CellBuffer, to new: CellBuffer) {
        guard let distance = LineShift.likelyDistance(from: old, to: new) else { return nil }
        let height = new.size.height
        let sources = max(0, -distance)..<min(height, height - distance)
        // The number of bytes that each line saves if it is moved from its likely earlier position.
        let savings = sources.map { y in
            LineShift.difference(new.row(y), old.row(y))
                - LineShift.difference(new.row(y), old.row(y + distance))
        }
        guard let best = LineShift.bestBand(savings) else { return nil }
        let lines = best.lines.lowerBound + sources.lowerBound..<best.lines.upperBound + sources.lowerBound
        let freed =
            distance > 0
            ? lines.upperBound..<lines.upperBound + distance : lines.lowerBound + distance..<lines.lowerBound
        let blank = CellBuffer(size: Size(width: new.size.width, height: 1)).row(0)
        let loss = freed.reduce(0) { loss, y in
            loss + LineShift.difference(new.row(y), blank) - LineShift.difference(new.row(y), old.row(y))
        }
        // The sequence for the shift takes about twenty bytes.
        guard best.savings - loss > 30 else { return nil }
        region = min(lines.lowerBound, freed.lowerBound)..<max(lines.upperBound, freed.upperBound)
        self.distance = distance
    }

    /// The control sequence for the shift. The position of the cursor is undefined afterward.
    var sequence: String {
        let top = region.lowerBound + 1
        let move = "\(distance.magnitude)\(distance > 0 ? "M" : "L")"
        return "\u{1B}[\(top);\(region.upperBound)r\u{1B}[\(top)H\u{1B}[\(move)\u{1B}[r"
    }

    /// Returns the distance that most lines have moved, recognized by the cells in their middle.
    private static func likelyDistance(from old: CellBuffer, to new: CellBuffer) -> Int? {
        let changed = (0..<new.size.height).filter { new.firstDifference(inRow: $0, from: old) != nil }
        guard changed.count >= fewestLines else { return nil }
        var places: [UInt64: [Int]] = [:]
        let before = (0..<old.size.height).map { mark(of: old, $0) }
        for (y, mark) in before.enumerated() { if let mark { places[mark, default: []].append(y) } }
        var votes: [Int: Int] = [:]
        for y in changed {
            guard let mark = mark(of: new, y), before[y] != mark else { continue }
            for place in places[mark] ?? [] { votes[place - y, default: 0] += 1 }
        }
        let best = votes.max { ($0.value, -abs($0.key), $0.key) < ($1.value, -abs($1.key), $1.key) }
        return best.flatMap { $0.value >= fewestLines ? $0.key : nil }
    }

    /// The minimum number of moved lines. Fewer are sent again.
    private static let fewestLines = 3

    /// Returns a hash that identifies a line, or `nil` for a blank one. It excludes the edges, where marks and scroll
    /// bars change.
    private static func mark(of buffer: CellBuffer, _ y: Int) -> UInt64? {
        var mark: UInt64 = 0
        var isBlank = true
        for cell in buffer.row(y).dropFirst(buffer.size.width / 20).prefix(buffer.size.width / 2) {
            if cell.text != PackedCell.blank.text { isBlank = false }
            mark = (mark ^ cell.text) &* 0x9E37_79B9_7F4A_7C15
            mark ^= mark >> 32
        }
        return isBlank ? nil : mark
    }

    /// Estimates the number of bytes that change one line into another: one for each cell, and six more for moving
    /// the cursor to it.
    private static func difference(
        _ one: ArraySlice<PackedCell>, _ other: ArraySlice<PackedCell>
    ) -> Int {
        var bytes = 0
        var isAlike = true
        for (cell, otherCell) in zip(one, other) {
            let wasAlike = isAlike
            isAlike = cell == otherCell
            if !isAlike { bytes += wasAlike ? 7 : 1 }
        }
        return bytes
    }

    /// Returns the range of lines that saves the most bytes.
    private static func bestBand(_ savings: [Int]) -> (lines: Range<Int>, savings: Int)? {
        var best: (lines: Range<Int>, savings: Int)?
        var start = 0
        var sum = 0
        for (index, saved) in savings.enumerated() {
            if sum <= 0 { (start, sum) = (index, 0) }
            sum += saved
            if sum > best?.savings ?? 0 { best = (start..<index + 1, sum) }
        }
        return best
    }
}

extension CellBuffer {
    /// Moves lines like the terminal does.
    mutating func shift(_ shift: LineShift) {
        let old = self
        for y in shift.region {
            let source = y + shift.distance
            setRow(y, to: shift.region.contains(source) ? source : nil, of: old)
        }
    }
}
