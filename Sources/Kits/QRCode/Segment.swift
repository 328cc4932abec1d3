/// A run of bytes that are said in one mode.
struct Segment: Equatable {
    var mode: Mode
    var range: Range<Int>

    /// The runs that take the fewest bits together, and how many these are.
    ///
    /// What is kept behind each byte is the cheapest way to end there in each mode. Of two ways that end in the same mode
    /// the cheaper one stays so, whatever follows.
    static func cheapest(for bytes: [UInt8], _ version: Version) -> (segments: [Segment], bits: Int) {
        guard !bytes.isEmpty else { return ([], 0) }
        let modes = Mode.allCases
        let unreachable = Int.max / 2
        let headers = modes.map { (Mode.indicatorBits + $0.countBits(version)) * 6 }
        var costs = headers
        /// For each byte and each mode that says it, the mode of the byte before.
        var previous = Array(repeating: Mode.byte, count: bytes.count * modes.count)
        for (index, byte) in bytes.enumerated() {
            let before = costs
            for mode in modes {
                guard mode.says(byte) else {
                    costs[mode.rawValue] = unreachable
                    continue
                }
                var (least, from) = (before[mode.rawValue], mode)
                for other in modes where other != mode && index > 0 {
                    let cost = wholeBits(before[other.rawValue]) * 6 + headers[mode.rawValue]
                    if cost < least { (least, from) = (cost, other) }
                }
                costs[mode.rawValue] = least + mode.sixths
                previous[index * modes.count + mode.rawValue] = from
            }
        }
        // Bytes are said in any case, so this is a way there is.
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
