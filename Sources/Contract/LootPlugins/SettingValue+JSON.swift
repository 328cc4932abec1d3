package import LootCore

extension SettingValue {
    /// The value as JSON, for configuration files and plugin programs.
    package var json: ForeignValue {
        switch self {
        case .text(let text): .text(text)
        case .integer(let number): .number(String(number))
        case .amount(let amount): .number(amount.description)
        case .flag(let flag): .flag(flag)
        case .list(let values): .array(values.map(\.json))
        }
    }
}
