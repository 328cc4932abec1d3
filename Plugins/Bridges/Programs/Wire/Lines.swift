/// Splits a stream of bytes into lines.
struct Lines {
    private let limit: Int
    /// The beginning of the next line.
    private(set) var rest: [UInt8] = []
    /// Whether the next line exceeds the limit.
    private(set) var isTooLong = false

    /// Creates a splitter with a maximum line length in bytes.
    init(limit: Int) { self.limit = limit }

    /// Appends bytes. If `cuts` is true, lines that exceed the limit are returned in pieces.
    ///
    /// - Returns: The complete lines, without line terminators.
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
