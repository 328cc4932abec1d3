import LootCore

extension TextRules {
    /// Text of a program as a person sees it: whole, and with what could steer a terminal by its name.
    static func shown(_ text: String) -> String { visible(path: text) }
}
