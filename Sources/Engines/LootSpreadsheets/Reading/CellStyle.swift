import LootCore

/// The meaning of a cell's number, according to its number format.
enum CellStyle: Equatable {
    case number, percent, date, time, dateTime, duration
    /// An amount, and the number of shown decimals.
    case currency(Currency, decimals: Int)

    /// Creates the style for a predefined number format. The formats for amounts use the currency of the
    /// reader's system, which isn't known.
    init(predefined format: Int) {
        switch format {
        case 9, 10: self = .percent
        case 14...17, 27...31, 34...36, 50...58: self = .date
        case 18...21, 32, 33, 45, 47: self = .time
        case 22: self = .dateTime
        case 46: self = .duration
        default: self = .number
        }
    }

    /// Creates the style for a format code such as `yyyy-mm-dd` or `#,##0.00 [$€-407]`.
    init(code: String) {
        var (hasDigits, hasDay, hasTime, hasMonth, isPercent) = (false, false, false, false, false)
        var decimals = 0
        var isAfterPoint = false
        var signs: [Currency] = []
        var scalars = Array(code.unicodeScalars)[...]
        func text(upTo end: Unicode.Scalar) -> String {
            var text = String.UnicodeScalarView()
            while let scalar = scalars.popFirst(), scalar != end { text.append(scalar) }
            return String(text)
        }
        func note(_ sign: String) {
            let word = sign.filter { $0 != " " && $0 != "\u{A0}" }
            if !word.isEmpty, let currency = try? Currency(named: word) { signs.append(currency) }
        }
        if code.lowercased() == "general" {
            self = .number
            return
        }
        // Further sections are for negative numbers, zero and text.
        scan: while let scalar = scalars.popFirst() {
            switch scalar {
            case ";": break scan
            case "\"": note(text(upTo: "\""))
            case "\\", "_", "*": if let literal = scalars.popFirst(), scalar == "\\" { note(String(literal)) }
            case "[":
                let content = text(upTo: "]")
                if content.hasPrefix("$") {
                    let parts = content.dropFirst().split(separator: "-", omittingEmptySubsequences: false)
                    let sign = String(parts[0])
                    let place = parts.count > 1 ? Int(parts[1], radix: 16).map { $0 & 0xFFFF } : nil
                    note(place.flatMap { CellStyle.codes[sign]?[$0] } ?? sign)
                } else if let unit = content.first, "hms".contains(unit.lowercased()) {
                    self = .duration
                    return
                }
            case "0", "#", "?":
                hasDigits = true
                if isAfterPoint { decimals += 1 }
            case ".": isAfterPoint = true
            case "%": isPercent = true
            case "y", "Y", "d", "D": hasDay = true
            case "h", "H", "s", "S": hasTime = true
            case "m", "M": hasMonth = true
            case "A", "a":
                // AM/PM or A/P, whose M isn't a month.
                while let next = scalars.first, "/APMapm".unicodeScalars.contains(next) {
                    scalars.removeFirst()
                }
            default: if !scalar.isASCII || scalar == "$" { note(String(scalar)) }
            }
        }
        if hasTime {
            self = hasDay ? .dateTime : .time
        } else if hasDay || hasMonth && !hasDigits {
            self = .date
        } else if isPercent {
            self = .percent
        } else if hasDigits, let sign = signs.first {
            self = .currency(sign, decimals: decimals)
        } else {
            self = .number
        }
    }

    /// The currency codes for symbols that several countries use, by symbol and locale ID. Number formats such as
    /// `[$kr-41D]` contain both.
    private static let codes: [String: [Int: String]] = [
        "$": [
            0x1009: "CAD", 0xC0C: "CAD", 0xC09: "AUD", 0x1409: "NZD", 0x4809: "SGD", 0x1004: "SGD",
            0xC04: "HKD", 0x404: "TWD", 0x80A: "MXN", 0x2C0A: "ARS", 0x340A: "CLP", 0x240A: "COP",
        ],
        "¥": [0x804: "CNY"], "￥": [0x804: "CNY", 0x411: "JPY"],
        "kr": [0x41D: "SEK", 0x406: "DKK", 0x414: "NOK", 0x40F: "ISK"],
        "kr.": [0x406: "DKK", 0x40F: "ISK"],
    ]
}
