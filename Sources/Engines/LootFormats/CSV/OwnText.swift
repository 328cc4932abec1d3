import LootCore

/// What the cells of a field of a person's own spell.
enum OwnText {
    /// Whether a cell is nothing but a mark, as people tick things off.
    static func isMark(_ text: String) -> Bool { ["x", "X", "✓", "✔", "☑"].contains(text) }

    /// Whether a cell spells a value of a type.
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

    /// What a cell says in a column that is read so; nil where it says none of its type.
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

    /// Yes or no in words; digits are numbers.
    static func flag(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "yes", "true", "ja", "oui", "wahr", "vrai": true
        case "no", "false", "nein", "non", "falsch", "faux": false
        default: nil
        }
    }

    /// A moment; one that says no time zone is taken for UTC.
    static func moment(_ text: String) -> Moment? {
        guard text.utf8.contains(UInt8(ascii: ":")) else { return nil }
        return Moment(text) ?? Moment(text + "Z")
    }
}

/// A place as tables have it: a path in one cell, with one sign or another between its parts.
enum PlaceText {
    /// An arrow that stands between parts, whatever else does.
    static let spacedArrow = " > "

    /// The path that a cell spells: with strokes between its parts, whichever of the signs stand there.
    static func path(_ text: String, partedBy signs: [String]) -> String {
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

/// A quantity as tables have it: a number, and perhaps what it counts.
struct QuantityText {
    /// The number.
    let number: Double
    /// What it counts, where that is not pieces.
    let unit: String?

    /// The quantity that a cell spells; nil if it spells none. Without a decimal mark either will do.
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

    /// The number of pieces; nil where it counts something else, or no whole ones.
    var whole: Int? { unit == nil || number == number.rounded() ? Int(exactly: number) : nil }

    private static let pieces: Set<String> = [
        "", "x", "pc", "pcs", "piece", "pieces", "ea", "each", "unit", "units", "st", "stk", "stuck", "pce",
        "pces",
    ]
}
