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
        /// A value that isn't valid for any option, such as `null` or `1e99`.
        case other(String)
        /// A value without a text form, such as a date.
        case unsupported
    }

    /// A member of an object, with the origin of its key.
    struct Member: Sendable {
        let key: String
        let origin: Origin
        let value: UncheckedSetting
    }

    let content: Content
    let origin: Origin

    /// The reason why a value of this type can't be used: `It can't be “abc”.`
    var mismatch: Message {
        switch content {
        case .words(let text), .text(let text): "It can't be “\(TextRules.visible(text.withoutPassword))”."
        case .integer(let number): "It can't be \(number)."
        case .amount(let amount): "It can't be \(amount.description)."
        case .flag(let flag): "It can't be \(String(flag))."
        case .list: "It can't be a list."
        case .object: "It can't be an object."
        case .other(let text): "It can't be \(TextRules.visible(text))."
        case .unsupported: "It can't be a date or data."
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
