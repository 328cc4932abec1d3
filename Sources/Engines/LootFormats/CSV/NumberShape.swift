import LootCore

/// The separators in a number, which show how it is formatted.
enum NumberShape: Hashable {
    /// The number has no separators.
    case plain
    /// One of them must be the decimal separator.
    case decimal(AmountText.DecimalMark)
    /// The only separator is ambiguous: three digits follow it, and one to three precede it.
    case unsure(AmountText.DecimalMark)
    /// They don't form a number.
    case none

    init(_ text: String) {
        var counts = (point: 0, comma: 0)
        var last = UInt8(0)
        // The digits since the last separator, the digits before the first one, and whether those start with a zero.
        var (run, first, beginsWithZero) = (0, 0, false)
        var (hasDigit, hasGap, hasOtherGroups, areThrees) = (false, false, false, true)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                if !hasDigit { beginsWithZero = byte == UInt8(ascii: "0") }
                if hasGap, hasDigit { (hasOtherGroups, run) = (true, 0) }
                (hasDigit, hasGap) = (true, false)
                run += 1
            case UInt8(ascii: "."), UInt8(ascii: ","):
                guard hasDigit else { continue }
                if counts.point + counts.comma == 0 { first = run } else if run != 3 { areThrees = false }
                if byte == UInt8(ascii: ".") { counts.point += 1 } else { counts.comma += 1 }
                (last, run) = (byte, 0)
            default:
                // A letter ends the number. Signs and spaces can be between groups or around it.
                if hasDigit, byte | 0x20 >= UInt8(ascii: "a"), byte | 0x20 <= UInt8(ascii: "z") { break }
                hasGap = hasDigit
            }
        }
        guard counts.point + counts.comma > 0 else {
            self = .plain
            return
        }
        let mark: AmountText.DecimalMark = last == UInt8(ascii: ".") ? .point : .comma
        let isSingle = counts.point + counts.comma == 1
        if counts.point > 0, counts.comma > 0 {
            self = .decimal(mark)
        } else if !isSingle, areThrees, run == 3 {
            self = .decimal(mark == .point ? .comma : .point)
        } else if isSingle, run == 3, (1...3).contains(first), !beginsWithZero, !hasOtherGroups {
            self = .unsure(mark)
        } else {
            self = isSingle ? .decimal(mark) : .none
        }
    }
}

extension Double {
    /// Parses a number with the given decimal separator and optional group separators. Returns `nil` for any other
    /// text, such as `007`, and for numbers with too many digits.
    init?(cell text: some StringProtocol, _ mark: AmountText.DecimalMark) {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard digits.utf8.count <= 17 else { return nil }
        let parts = digits.split(separator: Character(mark.rawValue), omittingEmptySubsequences: false)
        guard let whole = parts.first, parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        let groups = whole.split(separator: mark == .point ? "," : ".", omittingEmptySubsequences: false)
        let isGrouped = groups.count > 1
        guard groups.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } && !$0.isEmpty }),
            groups.dropFirst().allSatisfy({ $0.count == 3 }), !isGrouped || groups[0].count <= 3,
            groups[0] == "0" || !groups[0].hasPrefix("0"), !isGrouped || groups[0] != "0",
            parts.dropFirst().allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        let sign = text.hasPrefix("-") ? "-" : ""
        self.init(sign + groups.joined() + (parts.count == 2 ? ".\(parts[1])" : ""))
    }
}
