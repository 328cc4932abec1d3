/// The positions of the values in a JSON object. A large value can be passed to its own parser without parsing it
/// twice.
struct JSONMembers {
    private var values: [(key: String, value: Range<Int>)] = []

    /// Finds the members of the object in a range. Returns `nil` if the range doesn't contain exactly one object. The
    /// values aren't validated.
    init?(of bytes: [UInt8], in range: Range<Int>) {
        var place = JSONMembers.skipSpace(bytes, range.lowerBound, range.upperBound)
        let end = range.upperBound
        guard place < end, bytes[place] == UInt8(ascii: "{") else { return nil }
        place = JSONMembers.skipSpace(bytes, place + 1, end)
        if place < end, bytes[place] == UInt8(ascii: "}") {
            place += 1
        } else {
            while true {
                guard place < end, bytes[place] == UInt8(ascii: "\""),
                    let keyEnd = JSONMembers.skipText(bytes, place, end)
                else { return nil }
                let key = String(decoding: bytes[place + 1..<keyEnd - 1], as: UTF8.self)
                place = JSONMembers.skipSpace(bytes, keyEnd, end)
                guard place < end, bytes[place] == UInt8(ascii: ":") else { return nil }
                place = JSONMembers.skipSpace(bytes, place + 1, end)
                guard let valueEnd = JSONMembers.skipValue(bytes, place, end) else { return nil }
                if values.contains(where: { $0.key == key }) { return nil }
                values.append((key, place..<valueEnd))
                place = JSONMembers.skipSpace(bytes, valueEnd, end)
                guard place < end else { return nil }
                if bytes[place] == UInt8(ascii: "}") {
                    place += 1
                    break
                }
                guard bytes[place] == UInt8(ascii: ",") else { return nil }
                place = JSONMembers.skipSpace(bytes, place + 1, end)
            }
        }
        if JSONMembers.skipSpace(bytes, place, end) != end { return nil }
    }

    /// Returns the range of a value.
    subscript(key: String) -> Range<Int>? { values.first { $0.key == key }?.value }

    /// Returns the ranges of an array's elements, or `nil` if there is no array.
    static func elements(of bytes: [UInt8], in range: Range<Int>) -> [Range<Int>]? {
        let end = range.upperBound
        var place = skipSpace(bytes, range.lowerBound, end)
        guard place < end, bytes[place] == UInt8(ascii: "[") else { return nil }
        place = skipSpace(bytes, place + 1, end)
        var found: [Range<Int>] = []
        if place < end, bytes[place] == UInt8(ascii: "]") { return found }
        while let valueEnd = skipValue(bytes, place, end) {
            found.append(place..<valueEnd)
            place = skipSpace(bytes, valueEnd, end)
            guard place < end else { return nil }
            if bytes[place] == UInt8(ascii: "]") { return found }
            guard bytes[place] == UInt8(ascii: ",") else { return nil }
            place = skipSpace(bytes, place + 1, end)
        }
        return nil
    }

    static func skipSpace(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
        var place = start
        while place < end, bytes[place] <= 0x20 { place += 1 }
        return place
    }

    /// Returns the position after the string that starts at `start`, or `nil` if the string isn't terminated.
    static func skipText(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
        var place = start + 1
        while place < end {
            switch bytes[place] {
            case UInt8(ascii: "\""): return place + 1
            case UInt8(ascii: "\\"): place += 2
            default: place += 1
            }
        }
        return nil
    }

    private static func skipValue(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
        guard start < end else { return nil }
        switch bytes[start] {
        case UInt8(ascii: "\""): return skipText(bytes, start, end)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            var (depth, place) = (0, start)
            while place < end {
                switch bytes[place] {
                case UInt8(ascii: "\""):
                    guard let next = skipText(bytes, place, end) else { return nil }
                    place = next
                    continue
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    depth -= 1
                    if depth == 0 { return place + 1 }
                default: break
                }
                place += 1
            }
            return nil
        default:
            var place = start
            while place < end, !isDelimiter(bytes[place]) { place += 1 }
            return place == start ? nil : place
        }
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    }
}
