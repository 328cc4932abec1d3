import LootCore

/// Decodes XML text: references, CDATA sections, comments and line terminators.
enum XMLReferences {
    /// Returns the decoded text in a range.
    static func resolve(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) throws(Fault) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(end - start)
        var index = start
        while index < end {
            switch bytes[index] {
            case UInt8(ascii: "&"):
                index = try appendReference(bytes, index, end, to: &result)
            case UInt8(ascii: "<"):
                let isCharacterData = bytes.starts(with: "<![CDATA[", at: index)
                var from = index + (isCharacterData ? 9 : 4)
                while from < end, !bytes.starts(with: isCharacterData ? "]]>" : "-->", at: from) {
                    if isCharacterData { from = appendByte(bytes, from, to: &result) } else { from += 1 }
                }
                index = from + 3
            default:
                index = appendByte(bytes, index, to: &result)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Appends a byte. A carriage return, or one followed by a line feed, becomes a single line feed.
    private static func appendByte(_ bytes: Span<UInt8>, _ index: Int, to result: inout [UInt8]) -> Int {
        let byte = bytes[index]
        if byte != 0x0D {
            result.append(byte)
        } else if !bytes.starts(with: "\n", at: index + 1) {
            result.append(0x0A)
        }
        return index + 1
    }

    private static func appendReference(
        _ bytes: Span<UInt8>, _ start: Int, _ end: Int, to result: inout [UInt8]
    ) throws(Fault) -> Int {
        // The longest valid reference is `&#x10FFFF;`, optionally with leading zeros.
        var stop = start + 1
        while stop < end, stop - start < 16, bytes[stop] != UInt8(ascii: ";") { stop += 1 }
        guard stop < end, bytes[stop] == UInt8(ascii: ";") else {
            throw Fault("& must be written as &amp;.", at: start)
        }
        let name = bytes.text(start + 1, stop)
        switch name {
        case "amp": result.append(UInt8(ascii: "&"))
        case "lt": result.append(UInt8(ascii: "<"))
        case "gt": result.append(UInt8(ascii: ">"))
        case "quot": result.append(UInt8(ascii: "\""))
        case "apos": result.append(UInt8(ascii: "'"))
        default:
            guard name.hasPrefix("#") else {
                throw Fault("Only the five predefined entities are allowed.", at: start)
            }
            let digits = name.dropFirst()
            let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            guard let number, let scalar = Unicode.Scalar(number), isAllowed(scalar) else {
                throw Fault("XML doesn't allow the character of this reference.", at: start)
            }
            result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
        return stop + 1
    }

    /// Whether XML allows this character.
    static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: true
        case 0x00...0x1F, 0xFFFE, 0xFFFF: false
        default: true
        }
    }
}
