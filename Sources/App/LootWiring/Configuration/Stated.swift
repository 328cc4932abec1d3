import LootCore
import LootPlugins

/// Something that was said, before it was checked.
struct Stated: Sendable {
    indirect enum Content: Sendable {
        /// Typed by a person where everything is text: the environment, flags, parts of a short form.
        case words(String)
        case text(String)
        case integer(Int)
        case amount(Amount)
        case flag(Bool)
        case list([Stated])
        case object([Member])
        /// What no option can be: `null`, `1e99`. The text is how a message quotes it.
        case other(String)
    }

    /// A key of an object, where it stands, and what is said for it.
    struct Member: Sendable {
        let key: String
        let origin: Origin
        let value: Stated
    }

    let content: Content
    let origin: Origin

    /// As a message quotes it: `“abc”`, `5`, `an object`.
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

    /// What it is, for a message that must not quote it.
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

    /// A value from code rather than from a file.
    init(setting value: SettingValue, origin: Origin) {
        self.origin = origin
        switch value {
        case .text(let text): content = .text(text)
        case .integer(let number): content = .integer(number)
        case .amount(let amount): content = .amount(amount)
        case .flag(let flag): content = .flag(flag)
        case .list(let values): content = .list(values.map { Stated(setting: $0, origin: origin) })
        }
    }

    init(_ content: Content, origin: Origin) {
        self.content = content
        self.origin = origin
    }
}
