import LootCore
import LootPlugins

extension SettingValue {
    /// The value as a configuration file has it.
    var json: ForeignValue {
        switch self {
        case .text(let text): .text(text)
        case .integer(let number): .number(String(number))
        case .amount(let amount): .number(amount.description)
        case .flag(let flag): .flag(flag)
        case .list(let values): .array(values.map(\.json))
        }
    }
}

extension ForeignValue {
    /// The same without the passwords of the URLs in it.
    var withoutPasswords: ForeignValue {
        switch self {
        case .text(let text): .text(text.withoutPassword)
        case .array(let values): .array(values.map(\.withoutPasswords))
        case .object(let fields): .object(fields.map { ForeignField($0.key, $0.value.withoutPasswords) })
        default: self
        }
    }
}
