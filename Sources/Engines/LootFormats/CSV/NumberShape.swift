import LootCore

/// What the marks in a number tell of how it is written.
enum NumberShape: Hashable {
    /// It has none.
    case plain
    /// One that parts the whole from the rest, whatever else.
    case decimal(AmountText.DecimalMark)
    /// One that can be either: three digits stand behind it, and one to three before.
    case unsure(AmountText.DecimalMark)
    /// Several that make no number.
    case none

    init(_ text: String) {
        var counts = (point: 0, comma: 0)
        var last = UInt8(0)
        // Digits since the last mark, digits before the first one, and whether those begin with a zero.
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
                // A letter ends the number; signs and spaces stand between groups, or around it.
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
    /// The number that a cell spells with this decimal mark, and perhaps with the other mark between groups of three
    /// digits; nil for anything else, such as `007` or a number with more digits than can be kept.
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
