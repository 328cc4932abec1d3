import LootCore

/// Checks of cells, and the errors of invalid cells.
enum CellRules {
    static func id(_ text: String) throws(LootError) -> ItemID? {
        if let id = ItemID(text) { return id }
        throw LootError(
            .invalidValue, "Can't read the ID.", reason: "“\(TextRules.visible(text))” isn't a UUID.",
            field: Field.idKey)
    }

    /// Whether a cell's text indicates that the value is unknown.
    static func isUnknown(_ text: String) -> Bool {
        switch text.lowercased() {
        case "-", "–", "—", "?", "n/a", "na", "none", "unknown", "null", "unbekannt", "inconnu", "k. a.",
            "k.a.":
            true
        default: false
        }
    }

    static func refusal(_ failure: Message) -> LootError {
        LootError(.invalidValue, failure, advice: "Enter an amount like 129.95, or 129.95 EUR.")
    }

    static func unsureNumber(_ text: String, _ mark: AmountText.DecimalMark) -> LootError {
        let digits = text.filter { ($0.isASCII && $0.isNumber) || String($0) == mark.rawValue || $0 == "-" }
        let whole = digits.filter { String($0) != mark.rawValue }
        let fraction = String(digits.map { String($0) == mark.rawValue ? "." : $0 })
        return LootError(
            .invalidValue,
            """
            “\(TextRules.visible(text))” can mean \(whole) or \(fraction), and no other cell resolves \
            the ambiguity.
            """,
            advice: "Enter \(whole).00 or \(fraction)0.")
    }

    /// Returns the error for the cell of a spreadsheet that has no value.
    static func problem(_ text: String) -> LootError {
        if text == "=" {
            return LootError(
                .invalidValue, "The formula in this cell has no saved result.",
                advice: "Open the file in a spreadsheet program and save it.")
        }
        return LootError(
            .invalidValue, "The formula in this cell has the error \(TextRules.visible(text)).",
            advice: "Correct or remove the formula.")
    }
}
