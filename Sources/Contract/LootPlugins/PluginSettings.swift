public import LootCore

/// A plugin's part of the configuration, validated against its declared options, with default values and absolute
/// paths.
public struct PluginSettings: Hashable, Sendable {
    /// The values by option name.
    package let values: [String: SettingValue]
    /// The folder for data that the plugin can restore, such as caches, or `nil` if the environment defines none.
    package var stateFolder: String?

    /// Creates settings without validating the values, which is the caller's responsibility.
    public init(_ values: [String: SettingValue] = [:]) { self.values = values }

    /// Returns the text, path, choice or secret of an option.
    public func text(_ name: String) -> String? {
        guard case .text(let text) = values[name] else { return nil }
        return text
    }

    /// Returns the number of an option.
    public func integer(_ name: String) -> Int? {
        guard case .integer(let number) = values[name] else { return nil }
        return number
    }

    /// Returns the amount of an option.
    public func amount(_ name: String) -> Amount? { values[name]?.amount }

    /// Returns the flag of an option, or `false` if it isn't set.
    public func flag(_ name: String) -> Bool { values[name] == .flag(true) }

    /// Returns the strings of an option, or an empty array if it isn't set.
    public func texts(_ name: String) -> [String] {
        guard case .list(let list) = values[name] else { return [] }
        return list.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    /// Returns the numbers of an option, or an empty array if it isn't set.
    public func integers(_ name: String) -> [Int] {
        guard case .list(let list) = values[name] else { return [] }
        return list.compactMap { if case .integer(let number) = $0 { number } else { nil } }
    }

    /// Returns the amounts or bounds of an option, or an empty array if it isn't set.
    public func amounts(_ name: String) -> [Amount] {
        guard case .list(let list) = values[name] else { return [] }
        return list.compactMap(\.amount)
    }
}

extension SettingValue {
    /// The value as an amount, or `nil` if it isn't a number.
    fileprivate var amount: Amount? {
        switch self {
        case .integer(let number): Amount(number)
        case .amount(let amount): amount
        case .text, .flag, .list: nil
        }
    }
}
