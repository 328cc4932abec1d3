/// A range of bytes that are encoded in one mode.
struct Segment: Equatable {
    var mode: Mode
    var range: Range<Int>

    /// Returns the segmentation that needs the fewest bits, and their number.
    ///
    /// Uses dynamic programming: for each byte and mode, keeps the lowest cost of encoding all bytes so far and
    /// ending in that mode.
    static func cheapest(for bytes: [UInt8], _ version: Version) -> (segments: [Segment], bits: Int) {
        guard !bytes.isEmpty else { return ([], 0) }
        let modes = Mode.allCases
        let unreachable = Int.max / 2
        let headers = modes.map { (Mode.indicatorBits + $0.countBits(version)) * 6 }
        var costs = headers
        /// The mode of the preceding byte in the cheapest encoding, for each byte and mode.
        var previous = Array(repeating: Mode.byte, count: bytes.count * modes.count)
        for (index, byte) in bytes.enumerated() {
            let before = costs
            for mode in modes {
                guard mode.encodes(byte) else {
                    costs[mode.rawValue] = unreachable
                    continue
                }
                var (minimum, from) = (before[mode.rawValue], mode)
                for other in modes where other != mode && index > 0 {
                    let cost = wholeBits(before[other.rawValue]) * 6 + headers[mode.rawValue]
                    if cost < minimum { (minimum, from) = (cost, other) }
                }
                costs[mode.rawValue] = minimum + mode.sixths
                previous[index * modes.count + mode.rawValue] = from
            }
        }
        // Byte mode can encode everything, so at least one mode has a finite cost.
        var mode = modes.min { wholeBits(costs[$0.rawValue]) < wholeBits(costs[$1.rawValue]) } ?? .byte
        let bits = wholeBits(costs[mode.rawValue])
        var segments: [Segment] = []
        var end = bytes.count
        for index in bytes.indices.reversed() {
            let before = previous[index * modes.count + mode.rawValue]
            if index == 0 || before != mode {
                segments.append(Segment(mode: mode, range: index..<end))
                end = index
            }
            mode = before
        }
        return (segments.reversed(), bits)
    }

    private static func wholeBits(_ sixths: Int) -> Int { (sixths + 5) / 6 }
}
