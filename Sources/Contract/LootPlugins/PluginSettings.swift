public import LootCore

/// A plugin's part of the configuration: checked against its declared options, defaults filled in, paths made
/// absolute. A plugin reads its configuration struct from it.
public struct PluginSettings: Hashable, Sendable {
    /// The values by option name.
    package let values: [String: SettingValue]
    /// Where a plugin may keep what it can do without; nil where the environment tells no place.
    package var stateFolder: String?

    /// Settings with these values, as they are. Wiring checks them first; a test may make them by hand.
    package init(_ values: [String: SettingValue] = [:]) { self.values = values }

    /// The text, path, choice or secret of an option.
    public func text(_ name: String) -> String? {
        guard case .text(let text) = values[name] else { return nil }
        return text
    }

    /// The number of an option.
    public func integer(_ name: String) -> Int? {
        guard case .integer(let number) = values[name] else { return nil }
        return number
    }

    /// The amount of an option.
    public func amount(_ name: String) -> Amount? { values[name]?.amount }

    /// The flag of an option; false when it is not set.
    public func flag(_ name: String) -> Bool { values[name] == .flag(true) }

    /// The texts of an option; none when it is not set.
    public func texts(_ name: String) -> [String] {
        guard case .list(let list) = values[name] else { return [] }
        return list.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    /// The numbers of an option; none when it is not set.
    public func integers(_ name: String) -> [Int] {
        guard case .list(let list) = values[name] else { return [] }
        return list.compactMap { if case .integer(let number) = $0 { number } else { nil } }
    }

    /// The amounts or bounds of an option; none when it is not set.
    public func amounts(_ name: String) -> [Amount] {
        guard case .list(let list) = values[name] else { return [] }
        return list.compactMap(\.amount)
    }
}

extension SettingValue {
    /// The amount that a number is.
    fileprivate var amount: Amount? {
        switch self {
        case .integer(let number): Amount(number)
        case .amount(let amount): amount
        case .text, .flag, .list: nil
        }
    }
}
