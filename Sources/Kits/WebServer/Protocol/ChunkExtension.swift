/// Validation of chunk extensions (RFC 9112, 7.1.1): any number of `;name`, `;name=token` and `;name="text"`.
enum ChunkExtension {
    /// Returns whether the bytes after a chunk's size, from the first semicolon on, consist of valid extensions.
    static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        skipSpace(&rest)
        while !rest.isEmpty {
            guard take(UInt8(ascii: ";"), &rest) else { return false }
            skipSpace(&rest)
            guard skipToken(&rest) else { return false }
            skipSpace(&rest)
            guard take(UInt8(ascii: "="), &rest) else { continue }
            skipSpace(&rest)
            guard skipQuoted(&rest) ?? skipToken(&rest) else { return false }
            skipSpace(&rest)
        }
        return true
    }

    private static func skipSpace(_ rest: inout ArraySlice<UInt8>) {
        rest = rest.drop { $0 == .space || $0 == .tab }
    }

    private static func take(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.first == byte else { return false }
        rest.removeFirst()
        return true
    }

    private static func skipToken(_ rest: inout ArraySlice<UInt8>) -> Bool {
        let length = rest.prefix(while: ByteSet.token.contains).count
        rest.removeFirst(length)
        return length > 0
    }

    /// Consumes a quoted string. Returns `nil` if the bytes don't begin with a quote, or `false` if the string is
    /// unterminated or invalid.
    private static func skipQuoted(_ rest: inout ArraySlice<UInt8>) -> Bool? {
        guard take(UInt8(ascii: "\""), &rest) else { return nil }
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") { return true }
            let isEscaped = byte == UInt8(ascii: "\\")
            guard let content = isEscaped ? rest.popFirst() : byte, content.isFieldByte else { return false }
        }
        return false
    }
}
