import LootCore

extension [UInt8] {
    /// Appends the bytes of a span.
    mutating func append(_ span: Span<UInt8>) {
        span.withUnsafeBufferPointer { append(contentsOf: $0) }  // `Array` can't append a span yet.
    }
}

/// Functions that all parsers use.
extension Span<UInt8> {
    /// Returns the text in a range, which must be valid UTF-8.
    @inline(__always)
    func text(_ start: Int, _ end: Int) -> String {
        // The pointer doesn't escape the closure, and `String` only reads its bytes.
        extracting(start..<end).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the text in a range, which must be printable ASCII.
    @inline(__always)
    func plainText(_ start: Int, _ end: Int) -> String {
        // ASCII is valid UTF-8.
        unsafe String(copying: UTF8Span(unchecked: extracting(start..<end), isKnownASCII: true))
    }

    /// Whether the bytes at `offset` start with `expected`.
    @inline(__always)
    func starts(with expected: StaticString, at offset: Int) -> Bool {
        let length = expected.utf8CodeUnitCount
        guard offset >= 0, length <= count - offset else { return false }
        // The bytes of a static string are valid for the lifetime of the program.
        let other = UnsafeBufferPointer(start: expected.utf8Start, count: length)
        var index = 0
        while index < length {
            if self[offset + index] != other[index] { return false }
            index += 1
        }
        return true
    }

    /// Returns the position of the first byte that isn't valid UTF-8, or `nil` if there is none.
    func firstInvalidUTF8() -> Int? {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: self)
            return nil
        } catch { return error.byteOffsets.lowerBound }
    }

    /// Throws if the bytes aren't valid UTF-8.
    func requireUTF8() throws(Fault) {
        if let byte = firstInvalidUTF8() {
            throw Fault("The byte 0x\(String(self[byte], radix: 16)) isn't valid UTF-8 here.", at: byte)
        }
    }

    /// The start of the text, after a byte-order mark if there is one.
    var startOfText: Int { starts(with: "\u{FEFF}", at: 0) ? 3 : 0 }
}

/// The maximum nesting depth of arrays and objects in any input.
let depthLimit = 100

/// The maximum number of values in an unknown field. Each value takes much more memory than space in a file.
let foreignLimit = 1_000_000

extension Fault {
    static func tooManyValues(at byte: Int) -> Fault {
        Fault("This contains more than \(foreignLimit) values that this version doesn't support.", at: byte)
    }
}

extension Span<UInt8> {
    /// Whether there is anything but white space.
    var hasText: Bool {
        for index in startOfText..<count where self[index] > 0x20 { return true }
        return false
    }
}
