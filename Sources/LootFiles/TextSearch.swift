/// Looks for a text of a few dozen bytes in many megabytes (Horspool's way, by pairs of bytes): most bytes are never
/// looked at. ASCII letters count in either case, since some files spell ids in capitals; a byte that only looks like
/// one in the other case is taken for it.
struct TextSearch {
    private let text: [UInt8]
    /// How far to go on where a pair of bytes stands at the end of what is compared.
    private let steps: [UInt8]

    /// Looks for `text`, of 2 to 255 bytes: digits, hyphens and small letters.
    init(_ text: String) {
        let text = Array(text.utf8.prefix(255))
        var steps = [UInt8](repeating: UInt8(max(1, text.count - 1)), count: 1 << 16)
        for index in 1..<max(1, text.count - 1) {
            for first in [text[index - 1], text[index - 1] & ~0x20] {
                for second in [text[index], text[index] & ~0x20] {
                    steps[Int(first) << 8 | Int(second)] = UInt8(text.count - 1 - index)
                }
            }
        }
        (self.text, self.steps) = (text, steps)
    }

    /// Whether the text stands anywhere in these bytes.
    func isFound(in bytes: Span<UInt8>) -> Bool {
        let steps = steps.span
        let text = text.span
        let last = text.count - 1
        if last < 1 { return true }
        var end = last
        while end < bytes.count {
            if bytes[end] | 0x20 == text[last], bytes[end - 1] | 0x20 == text[last - 1] {
                var index = 0
                while index < last, bytes[end - last + index] | 0x20 == text[index] { index += 1 }
                if index == last { return true }
            }
            end += Int(steps[Int(bytes[end - 1]) << 8 | Int(bytes[end])])
        }
        return false
    }
}
