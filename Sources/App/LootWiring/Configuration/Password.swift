import LootCore

extension String {
    /// The text with the password replaced by `…`, if it is a URL with a password: `scheme://user:…@host`.
    var withoutPassword: String { TextRules.withoutPassword(self) }
}
