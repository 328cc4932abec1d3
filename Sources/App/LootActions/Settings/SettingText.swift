package import LootCore
import LootFormats

/// The text for the values of list settings.
package enum SettingText {
    /// Returns the value on one line, truncated if it is long, or `not set` for `nil`.
    package static func line(_ value: ForeignValue?) -> String { line(value.map(text)) }

    /// Returns the text on one line, truncated if it is long, or `not set` for `nil`.
    package static func line(_ text: String?) -> String {
        guard let text = text.map({ TextRules.visible($0) }) else { return ItemPresentation.notSet }
        return text.count > 80 ? "\(text.prefix(79))…" : text
    }

    /// Returns a string unchanged and any other value as JSON.
    package static func text(_ value: ForeignValue) -> String {
        if case .text(let text) = value { return text }
        var json: [UInt8] = []
        value.appendJSON(to: &json)
        return String(decoding: json, as: UTF8.self)
    }
}
