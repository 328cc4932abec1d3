package import LootCore

extension FieldType {
    /// The name of the type for people: `Whole number`.
    package var title: String {
        switch self {
        case .text: String(localized: "Text")
        case .integer: String(localized: "Whole number")
        case .decimal: String(localized: "Decimal number")
        case .amount: String(localized: "Amount")
        case .flag: String(localized: "Yes or no")
        case .moment: String(localized: "Date and time")
        case .day: String(localized: "Date")
        case .list: String(localized: "List")
        }
    }
}
