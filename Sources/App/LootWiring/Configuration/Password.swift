import LootCore

extension String {
    /// The text with `…` in place of the password, if it is a URL that holds one: `scheme://user:…@host`.
    var withoutPassword: String { TextRules.withoutPassword(self) }
}
