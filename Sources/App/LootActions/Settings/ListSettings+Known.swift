package import LootCore
package import LootPlugins

extension ListSettings {
    /// The name of the list.
    package var title: String? { text("title") }

    /// The currency of amounts that don't specify one.
    package var currency: Currency? { text("currency").flatMap { Currency($0) } }

    /// The value from which an item is considered valuable.
    package var highValue: Amount? {
        if case .number(let digits)? = self["highValue"] { Amount(digits) } else { nil }
    }

    /// The time span for which the list shows due dates.
    package var dueWithin: CalendarSpan? { text("dueWithin").flatMap { CalendarSpan($0) } }

    /// The first asset number for new items. Subsequent numbers have the same prefix and width.
    package var numbering: AssetNumber? { text("numbering").flatMap { AssetNumber($0) } }

    /// The rule by which items lose value.
    package var depreciation: Depreciation? { text("depreciation").flatMap { Depreciation($0) } }

    private func text(_ key: SettingKey) -> String? {
        if case .text(let text)? = self[key] { text } else { nil }
    }
}

extension ItemPresentation {
    /// Returns the presentation for the list of a host. The settings of the list take precedence over those of the
    /// front end.
    package func of(_ host: any ProgramHost) -> ItemPresentation {
        var presentation = self
        let settings = host.listSettings
        if let currency = settings.currency { presentation.money = Money(symbol: currency.code) }
        if let highValue = settings.highValue { presentation.highValue = highValue }
        presentation.title = settings.title
        presentation.ownFields = host.ownFields
        presentation.depreciation = settings.depreciation
        return presentation
    }
}
