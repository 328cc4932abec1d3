extension StringProtocol {
    /// The text without leading and trailing whitespace.
    package var trimmed: String {
        let scalars = unicodeScalars
        guard let start = scalars.first, let end = scalars.last else { return "" }
        // Most strings have no surrounding whitespace.
        if (0x21...0x7E).contains(start.value), (0x21...0x7E).contains(end.value) { return String(self) }
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
