import LootCore
import LootPlugins

/// An unvalidated setting.
struct UncheckedSetting: Sendable {
    indirect enum Content: Sendable {
        /// Text without a type, from the environment, the command line or a short form.
        case words(String)
        case text(String)
        case integer(Int)
        case amount(Amount)
        case flag(Bool)
        case list([UncheckedSetting])
        case object([Member])
        /// A value that isn't valid for any option, such as `null` or `1e99`, as messages quote it.
        case other(String)
    }

    /// A member of an object, with the origin of its key.
    struct Member: Sendable {
        let key: String
        let origin: Origin
        let value: UncheckedSetting
    }

    let content: Content
    let origin: Origin

    /// The value as quoted in messages: `“abc”`, `5`, `an object`.
    var quoted: String {
        switch content {
        case .words(let text), .text(let text): "“\(TextRules.visible(text.withoutPassword))”"
        case .integer(let number): String(number)
        case .amount(let amount): amount.description
        case .flag(let flag): String(flag)
        case .list: "a list"
        case .object: "an object"
        case .other(let text): TextRules.visible(text)
        }
    }

    /// The type of the value, for messages that must not quote it.
    var category: String {
        switch content {
        case .words, .text: "text"
        case .integer, .amount: "a number"
        case .flag: "true or false"
        case .list: "a list"
        case .object: "an object"
        case .other: "something else"
        }
    }

    /// Creates a setting from a typed value.
    init(setting value: SettingValue, origin: Origin) {
        self.origin = origin
        switch value {
        case .text(let text): content = .text(text)
        case .integer(let number): content = .integer(number)
        case .amount(let amount): content = .amount(amount)
        case .flag(let flag): content = .flag(flag)
        case .list(let values): content = .list(values.map { UncheckedSetting(setting: $0, origin: origin) })
        }
    }

    init(_ content: Content, origin: Origin) {
        self.content = content
        self.origin = origin
    }
}
