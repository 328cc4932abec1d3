import LootCore

extension RowColumn {
    /// Returns the day that a string represents in this column, or `nil` if it isn't a day or the order of
    /// day and month is unknown.
    func day(in text: String) -> Day? {
        switch DayShape(text) {
        case .day(let day), .ordered(let day, _): day
        case .unsure(let dayFirst, let monthFirst): reading.dayFirst.map { $0 ? dayFirst : monthFirst }
        case nil, DayShape.none?: nil
        }
    }

    /// Returns the day that a string represents in this column, or `nil` if it isn't a day.
    ///
    /// - Throws: `LootError` if the order of day and month is unknown.
    func day(in text: String, for field: Field) throws(LootError) -> Day? {
        if let day = day(in: text) { return day }
        guard case .unsure(let one, let other) = DayShape(text) else { return nil }
        let (first, second) = (String(describing: one), String(describing: other))
        throw LootError(
            .invalidValue, field.settingFailure,
            reason:
                """
                “\(TextRules.visible(text))” can mean \(first) or \(second), and no other cell resolves \
                the ambiguity.
                """,
            advice: "Enter \(first) or \(second).", field: field.key)
    }
}
