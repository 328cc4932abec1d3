/// Takes bytes apart into lines.
struct Lines {
    private let limit: Int
    /// What has no end yet.
    private(set) var rest: [UInt8] = []
    /// Whether the line that has no end yet is longer than it may be.
    private(set) var isTooLong = false

    /// Lines of at most so many bytes.
    init(limit: Int) { self.limit = limit }

    /// Takes the next bytes. A line that is too long is handed over in parts if that is wanted.
    ///
    /// - Returns: the lines that are whole by now, without their ends.
    mutating func take(_ bytes: [UInt8], cuts: Bool = false) -> [[UInt8]] {
        var found: [[UInt8]] = []
        var start = 0
        while let end = bytes[start...].firstIndex(of: 0x0A) {
            if rest.isEmpty {
                found.append(Array(bytes[start..<end]))
            } else {
                rest += bytes[start..<end]
                found.append(rest)
                rest = []
            }
            start = end + 1
        }
        rest += bytes[start...]
        if rest.count > limit {
            if cuts {
                found.append(rest)
                rest = []
            } else {
                isTooLong = true
                rest = []
            }
        }
        return found
    }
}
