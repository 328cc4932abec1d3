package import LootCore

extension PluginSettings {
    /// Returns the period in a front end's option, or `nil` if it isn't set.
    ///
    /// - Throws: `LootError` with code `configuration` if the text is invalid.
    package func span(_ name: String) throws(LootError) -> CalendarSpan? {
        guard let text = text(name) else { return nil }
        if let span = CalendarSpan(text) { return span }
        throw LootError(
            .configuration, "Can't read the option “\(name)”.",
            reason: "“\(TextRules.visible(text))” isn't a period.",
            advice: "Enter a period such as 30 days, 6 weeks or 1 year.", place: "frontEnd.\(name)")
    }
}
