// Ids as text: codecs and databases read and write one for every item.

extension ItemID {
    /// How many bytes the usual form takes.
    package static let textLength = 36

    /// The identity that `text` spells in the usual form with hyphens, in either case; nil if it does not.
    public init?(_ text: some StringProtocol) {
        let text = String(text)
        self.init(spelledBy: text.utf8.span)
    }

    /// The identity that these bytes spell in the usual form with hyphens, in either case; nil if they do not.
    package init?(spelledBy text: Span<UInt8>) {
        guard text.count == ItemID.textLength else { return nil }
        let bytes = text.bytes
        let dash = UInt8(ascii: "-")
        guard text[8] == dash, text[13] == dash, text[18] == dash, text[23] == dash else { return nil }
        func word(_ offset: Int) -> UInt64 {
            // There are 36 bytes, and every pattern of bits is a UInt64.
            UInt64(
                littleEndian: unsafe bytes.unsafeLoadUnaligned(
                    fromUncheckedByteOffset: offset, as: UInt64.self))
        }
        let low = UInt64(UInt32.max)
        guard let first = Hexadecimal.number(word(0)),
            let second = Hexadecimal.number(word(9) & low | word(14) << 32),
            let third = Hexadecimal.number(word(19) & low | word(24) << 32),
            let fourth = Hexadecimal.number(word(28))
        else { return nil }
        self.init(high: first << 32 | second, low: third << 32 | fourth)
    }

    /// Appends the usual form, in lower case, where there is room for ``textLength`` bytes.
    package func append(to output: inout OutputSpan<UInt8>) {
        precondition(output.freeCapacity >= ItemID.textLength)
        let dash = UInt64(UInt8(ascii: "-"))
        let second = Hexadecimal.digits(high & 0xFFFF_FFFF)
        let third = Hexadecimal.digits(low >> 32)
        output.withUnsafeMutableBufferPointer { buffer, count in
            guard let start = buffer.baseAddress else { return }
            let text = UnsafeMutableRawPointer(start + count)
            // Eight bytes each; what one writes too many, the next one overwrites. The last one ends where the text does.
            func put(_ word: UInt64, at offset: Int) {
                text.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
            }
            put(Hexadecimal.digits(high >> 32), at: 0)
            put(second << 8 | dash, at: 8)
            put((second >> 32) << 8 | dash, at: 13)
            put(third << 8 | dash, at: 18)
            put((third >> 32) << 8 | dash, at: 23)
            put(Hexadecimal.digits(low & 0xFFFF_FFFF), at: 28)
            count += ItemID.textLength
        }
    }

    /// The first eight digits: what a list shows and a person types.
    package var short: String {
        withUnsafeBytes(of: Hexadecimal.digits(high >> 32).littleEndian) {
            String(decoding: $0, as: UTF8.self)
        }
    }
}

extension ItemID: CustomStringConvertible {
    /// The usual form, in lower case: `2f1d7c60-95e4-4c6e-8f3e-0d2b9a51c7aa`.
    public var description: String {
        String(unsafeUninitializedCapacity: ItemID.textLength) { buffer in
            var output = OutputSpan(buffer: buffer, initializedCount: 0)
            append(to: &output)
            return output.finalize(for: buffer)
        }
    }
}
