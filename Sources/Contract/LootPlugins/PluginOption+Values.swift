package import LootCore

extension SettingValue {
    /// Creates an amount, or an integer if the amount is whole.
    package init(_ amount: Amount) { self = amount.isWhole ? .integer(amount.whole) : .amount(amount) }
}

extension PluginOption.Kind {
    /// Parses a value from the command line or the environment. Returns `nil` if the text isn't valid for this kind.
    package func value(of words: String) -> SettingValue? {
        let value: SettingValue? =
            switch self {
            case .integer: Int(words).map { .integer($0) }
            case .amount: Amount(words).map { SettingValue($0) }
            case .bound: SectionRule.bound(parsing: words).map { SettingValue($0) }
            case .flag: FieldType.flag(words).map { .flag($0) }
            case .list(let element): list(of: element, words)
            default: .text(words)
            }
        return value.flatMap { admits($0) ? $0 : nil }
    }

    private func list(of element: PluginOption.Kind, _ words: String) -> SettingValue? {
        let parts = words.isEmpty ? [] : words.split(separator: ",", omittingEmptySubsequences: false)
        let values = parts.compactMap { element.value(of: String($0).trimmed) }
        return values.count == parts.count ? .list(values) : nil
    }

    /// Returns whether a value is valid for this kind.
    package func admits(_ value: SettingValue) -> Bool {
        switch (self, value) {
        case (.text, .text), (.secret, .text), (.flag, .flag): true
        case (.path, .text(let path)), (.address, .text(let path)): !path.isEmpty && !path.utf8.contains(0)
        case (.integer(let range), .integer(let number)): range.contains(number)
        case (.amount, .integer(let number)): number >= 0
        case (.amount, .amount(let amount)): amount >= .zero
        case (.bound, .integer), (.bound, .amount): true
        case (.choice(let words), .text(let word)): words.contains(word)
        case (.list(let kind), .list(let values)): values.allSatisfy { kind.admits($0) }
        default: false
        }
    }

    /// A sentence that describes the valid values: `It must be a whole number from 1 to 9.`
    package var requirement: Message {
        switch self {
        case .text, .secret: "It must be text."
        case .path: "It must be a path."
        case .address: "It must be the address of a store."
        case .integer(let range):
            switch (range.lowerBound, range.upperBound) {
            case (Int.min, Int.max): "It must be a whole number."
            case (let lower, Int.max): "It must be a whole number of at least \(lower)."
            case (Int.min, let upper): "It must be a whole number of at most \(upper)."
            case (let lower, let upper): "It must be a whole number from \(lower) to \(upper)."
            }
        case .amount: "It must be an amount like 49.95."
        case .bound:
            "It must be a number. With 50, the upper section begins at 50. With “>50”, 50 is in the lower section."
        case .flag: "It must be true or false."
        case .choice(let words): "It must be \(list: words.map { "“\($0)”" as Message }, .or)."
        case .list: "It must be a list."
        }
    }
}
