package import LootCore

extension PluginSettings {
    /// Returns the period in a front end's option, or `nil` if it isn't set.
    ///
    /// - Throws: `LootError` with code `configuration` if the text is invalid.
    package func span(_ name: String) throws(LootError) -> CalendarSpan? {
        guard let text = text(name) else { return nil }
        if let span = CalendarSpan(text) { return span }
        throw LootError(
            .configuration, "can't read the option \(name)",
            because: "“\(TextRules.visible(text))” is not a length of time",
            next: "Give one like 30 days, 6 weeks or 1 year", place: "frontEnd.\(name)")
    }
}
