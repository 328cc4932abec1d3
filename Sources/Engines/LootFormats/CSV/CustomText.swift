import LootCore

/// Parses the cells of custom fields.
enum CustomText {
    /// Whether a cell contains only a check mark.
    static func isMark(_ text: String) -> Bool { ["x", "X", "✓", "✔", "☑"].contains(text) }

    /// Whether a cell contains a value of a type.
    static func fits(_ text: String, _ type: FieldType) -> Bool {
        switch type {
        case .integer: Int(text).map { String($0) == text } ?? false
        case .decimal: Double(cell: text, .point) != nil || Double(cell: text, .comma) != nil
        case .flag: flag(text) != nil
        case .day: !text.utf8.contains(UInt8(ascii: ":")) && DayShape(text).map { $0 != .none } ?? false
        case .moment: moment(text) != nil
        default: true
        }
    }

    /// Returns the value of a cell, or `nil` if it doesn't have the type of its column.
    static func value(_ text: String, _ reading: CellReading) -> FieldValue? {
        switch reading.type ?? .text {
        case .integer: Int(text).map(FieldValue.integer)
        case .decimal: Double(cell: text, reading.mark ?? .point).map(FieldValue.decimal)
        case .flag: (isMark(text) ? true : flag(text)).map(FieldValue.flag)
        case .day:
            switch DayShape(text) {
            case .day(let day), .ordered(let day, _): .day(day)
            case .unsure(let dayFirst, let monthFirst):
                reading.dayFirst.map { .day($0 ? dayFirst : monthFirst) }
            case nil, DayShape.none?: nil
            }
        case .moment: moment(text).map(FieldValue.moment)
        default: .text(text)
        }
    }

    /// Parses a Boolean in words. Digits are numbers.
    static func flag(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "yes", "true", "ja", "oui", "wahr", "vrai": true
        case "no", "false", "nein", "non", "falsch", "faux": false
        default: nil
        }
    }

    /// Parses a moment. Without a time zone, it is in UTC.
    static func moment(_ text: String) -> Moment? {
        guard text.utf8.contains(UInt8(ascii: ":")) else { return nil }
        return Moment(text) ?? Moment(text + "Z")
    }
}

/// Parses cells that contain a place: a path in one cell, with various separators.
enum PlaceText {
    /// An arrow with spaces, which separates components even if slashes occur as well.
    static let spacedArrow = " > "

    /// Returns a path with slashes instead of the given separators.
    static func path(_ text: String, separatedBy signs: [String]) -> String {
        let sign: String
        switch signs {
        case ["/", ">"]: sign = spacedArrow
        case [">"], ["\\"]: sign = signs[0]
        default: return text
        }
        guard text.contains(sign) else { return text }
        return text.split(separator: sign).map { $0.trimmed }.joined(separator: " / ")
    }
}

/// A quantity in a table: a number and an optional unit.
struct QuantityText {
    let number: Double
    /// The unit, or `nil` for pieces.
    let unit: String?

    /// Parses a quantity. Returns `nil` if it is invalid. If `mark` is `nil`, both decimal separators are accepted.
    init?(_ text: String, _ mark: AmountText.DecimalMark?) {
        let rest = text.drop { $0 == "x" || $0 == "X" || $0 == "×" || $0 == " " }
        let digits = rest.prefix { ($0.isASCII && $0.isNumber) || $0 == "." || $0 == "," || $0 == "-" }
        let marks: [AmountText.DecimalMark] = mark.map { [$0] } ?? [.point, .comma]
        guard let number = marks.lazy.compactMap({ Double(cell: digits, $0) }).first else { return nil }
        self.number = number
        let unit = rest[digits.endIndex...].drop { $0 == " " }
        guard unit.first.map({ $0.isLetter || $0 == "×" }) ?? true else { return nil }
        self.unit =
            QuantityText.pieces.contains(HeaderNames.plain(String(unit))) || unit == "×" ? nil : String(unit)
    }

    /// The number as an integer, or `nil` if it isn't one.
    var whole: Int? { unit == nil || number == number.rounded() ? Int(exactly: number) : nil }

    private static let pieces: Set<String> = [
        "", "x", "pc", "pcs", "piece", "pieces", "ea", "each", "unit", "units", "st", "stk", "stuck", "pce",
        "pces",
    ]
}
