/// Protects numbers from JSON parsers that round or reformat them. Such a number is sent as
/// `{"#":"9007199254740993"}`. A `#` is added to keys that consist only of `#`, so that they can't be mistaken for
/// this form.
enum ExactNumbers {
    private static let mark = UInt8(ascii: "#")

    /// Returns the JSON with unsafe numbers wrapped.
    static func wrapped(_ bytes: [UInt8]) -> [UInt8] {
        var edits = Edits(bytes)
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: "\"") {
                guard let end = JSONMembers.skipText(bytes, place, bytes.count) else { break }
                if isMark(bytes, place, end, isKey: true) { edits.replace(place + 1..<place + 1, by: [mark]) }
                place = end
            } else if byte == UInt8(ascii: "-") || isDigit(byte) {
                var end = place + 1
                while end < bytes.count, isNumber(bytes[end]) { end += 1 }
                if !isSafe(bytes[place..<end]) {
                    edits.replace(place..<place, by: Array("{\"#\":\"".utf8))
                    edits.replace(end..<end, by: Array("\"}".utf8))
                }
                place = end
            } else {
                place += 1
            }
        }
        return edits.result
    }

    /// Returns the JSON with wrapped numbers restored.
    static func unwrapped(_ bytes: [UInt8]) -> [UInt8] {
        guard mayHaveMark(bytes) else { return bytes }
        var edits = Edits(bytes)
        var place = 0
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "{"), let (number, end) = wrapping(bytes, place) {
                edits.replace(place..<end, by: Array(bytes[number]))
                place = end
            } else if bytes[place] == UInt8(ascii: "\"") {
                guard let end = JSONMembers.skipText(bytes, place, bytes.count) else { break }
                if end - place > 3, isMark(bytes, place, end, isKey: true) {
                    edits.replace(place + 1..<place + 2, by: [])
                }
                place = end
            } else {
                place += 1
            }
        }
        return edits.result
    }

    /// Whether a quotation mark is followed by `#` anywhere.
    private static func mayHaveMark(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            var place = 1
            while place < bytes.count {
                if bytes[place] == mark, bytes[place - 1] == UInt8(ascii: "\"") { return true }
                place += 1
            }
            return false
        }
    }

    /// Returns the wrapped number in the object that starts at a position, and the end of the object.
    private static func wrapping(_ bytes: [UInt8], _ start: Int) -> (number: Range<Int>, end: Int)? {
        let limit = bytes.count
        let key = JSONMembers.skipSpace(bytes, start + 1, limit)
        guard key + 2 < limit, bytes[key] == UInt8(ascii: "\""), bytes[key + 1] == mark,
            bytes[key + 2] == UInt8(ascii: "\"")
        else { return nil }
        let colon = JSONMembers.skipSpace(bytes, key + 3, limit)
        guard colon < limit, bytes[colon] == UInt8(ascii: ":") else { return nil }
        let value = JSONMembers.skipSpace(bytes, colon + 1, limit)
        guard value < limit, bytes[value] == UInt8(ascii: "\""),
            let valueEnd = JSONMembers.skipText(bytes, value, limit)
        else { return nil }
        let close = JSONMembers.skipSpace(bytes, valueEnd, limit)
        guard close < limit, bytes[close] == UInt8(ascii: "}") else { return nil }
        let number = value + 1..<valueEnd - 1
        guard !number.isEmpty, bytes[number].allSatisfy(isNumber) else { return nil }
        return (number, close + 1)
    }

    /// Whether a string is a key that consists only of `#`.
    private static func isMark(_ bytes: [UInt8], _ start: Int, _ end: Int, isKey: Bool) -> Bool {
        guard end - start > 2, bytes[start + 1..<end - 1].allSatisfy({ $0 == mark }) else { return false }
        let next = JSONMembers.skipSpace(bytes, end, bytes.count)
        return next < bytes.count && bytes[next] == UInt8(ascii: ":")
    }

    /// Whether every JSON implementation preserves the spelling of a number: it has at most 15 digits, no exponent
    /// and no redundant zeros, and isn't so small that it would be written with an exponent.
    private static func isSafe(_ number: ArraySlice<UInt8>) -> Bool {
        var digits = number
        if digits.first == UInt8(ascii: "-") {
            digits = digits.dropFirst()
            if digits.allSatisfy({ $0 == UInt8(ascii: "0") }) { return false }
        }
        if digits.contains(where: { !isDigit($0) && $0 != UInt8(ascii: ".") }) { return false }
        if digits.count(where: isDigit) > 15 { return false }
        guard let point = digits.firstIndex(of: UInt8(ascii: ".")) else { return true }
        if digits.last == UInt8(ascii: "0") { return false }
        return
            !(digits[..<point].elementsEqual([UInt8(ascii: "0")])
            && digits[(point + 1)...].starts(with: "000".utf8))
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isNumber(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E")
            || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
    }
}

/// Bytes with some ranges replaced, in ascending order.
private struct Edits {
    private let source: [UInt8]
    private var made: [UInt8] = []
    private var copied = 0

    init(_ source: [UInt8]) { self.source = source }

    mutating func replace(_ range: Range<Int>, by bytes: [UInt8]) {
        made += source[copied..<range.lowerBound]
        made += bytes
        copied = range.upperBound
    }

    var result: [UInt8] { copied == 0 && made.isEmpty ? source : made + source[copied...] }
}
