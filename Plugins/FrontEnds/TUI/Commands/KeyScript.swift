import LootCore
import TerminalKit

/// Keys as text: characters stand for themselves, other keys are names in angle brackets, and `<lt>` is `<`.
///
///     jj<enter>   /lamp<enter>   <ctrl-r>
enum KeyScript {
    /// Returns the keys of a script.
    ///
    /// - Throws: `LootError` with code `usage` for an unknown key name.
    static func keys(_ script: String) throws(LootError) -> [Key] {
        var keys: [Key] = []
        var rest = script[...]
        while let character = rest.first {
            rest = rest.dropFirst()
            guard character == "<" else {
                keys.append(character.isNewline ? Key(.enter) : Key(.character(character)))
                continue
            }
            let name = rest.prefix { $0 != ">" }
            guard name.count < rest.count, let key = name == "lt" ? "<" : Key(name: String(name)) else {
                throw LootError(
                    .usage, "Can't read the key “<\(TextRules.visible(String(name.prefix(20))))”.",
                    reason: "No key has this name.",
                    advice: "Use <enter>, <esc>, <tab>, <up>, <ctrl-r>, or <lt> for the character itself.")
            }
            keys.append(key)
            rest = rest.dropFirst(name.count + 1)
        }
        return keys
    }
}
