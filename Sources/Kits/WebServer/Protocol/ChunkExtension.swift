/// What may stand behind a chunk's size (RFC 9112, 7.1.1): `;name`, `;name=token` and `;name="text"`, any number of them.
enum ChunkExtension {
    /// Whether the bytes behind a size, from the first semicolon on, are extensions and nothing else.
    static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        skipSpace(&rest)
        while !rest.isEmpty {
            guard take(UInt8(ascii: ";"), &rest) else { return false }
            skipSpace(&rest)
            guard takeToken(&rest) else { return false }
            skipSpace(&rest)
            guard take(UInt8(ascii: "="), &rest) else { continue }
            skipSpace(&rest)
            guard takeQuoted(&rest) ?? takeToken(&rest) else { return false }
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

    private static func takeToken(_ rest: inout ArraySlice<UInt8>) -> Bool {
        let length = rest.prefix(while: ByteSet.token.contains).count
        rest.removeFirst(length)
        return length > 0
    }

    /// Nil where no quote begins; false where one begins and does not end.
    private static func takeQuoted(_ rest: inout ArraySlice<UInt8>) -> Bool? {
        guard take(UInt8(ascii: "\""), &rest) else { return nil }
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") { return true }
            let isEscaped = byte == UInt8(ascii: "\\")
            guard let content = isEscaped ? rest.popFirst() : byte, content.isFieldByte else { return false }
        }
        return false
    }
}
