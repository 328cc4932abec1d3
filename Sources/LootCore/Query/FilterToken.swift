/// A piece of a filter's text.
struct FilterToken {
    enum Kind: Equatable {
        case word(String)
        case quoted(String)
        case symbol(String)
    }

    let kind: Kind
    /// Characters before it.
    let offset: Int

    var text: String {
        switch kind {
        case .word(let text), .quoted(let text), .symbol(let text): text
        }
    }

    static func failure(_ why: String, at offset: Int) -> LootError {
        LootError(
            .malformed, "can't read the filter at character \(offset + 1)", because: why,
            next: "A filter looks like: value >= 50 and location = \"Attic\"")
    }

    static func tokens(of text: String) throws(LootError) -> [FilterToken] {
        let characters = Array(text)
        var tokens: [FilterToken] = []
        var position = 0
        while position < characters.count {
            let character = characters[position]
            if character.isWhitespace {
                position += 1
            } else if character == "\"" || character == "'" {
                tokens.append(try quoted(characters, &position))
            } else if "()".contains(character) {
                tokens.append(FilterToken(kind: .symbol(String(character)), offset: position))
                position += 1
            } else if signs.contains(character) {
                let start = position
                position += 1
                if position < characters.count, characters[position] == "=", "<>!=".contains(character) {
                    position += 1
                }
                let sign = String(characters[start..<position])
                tokens.append(FilterToken(kind: .symbol(sign == "==" ? "=" : sign), offset: start))
            } else {
                let start = position
                while position < characters.count, isWordPart(characters[position]) { position += 1 }
                tokens.append(FilterToken(kind: .word(String(characters[start..<position])), offset: start))
            }
        }
        return tokens
    }

    private static let signs: Set<Character> = ["<", ">", "=", "!", "~", "^"]

    private static func isWordPart(_ character: Character) -> Bool {
        !character.isWhitespace && !signs.contains(character) && !"()\"'".contains(character)
    }

    private static func quoted(_ characters: [Character], _ position: inout Int) throws(LootError)
        -> FilterToken
    {
        let start = position
        let quote = characters[start]
        var text = ""
        position += 1
        while position < characters.count, characters[position] != quote {
            if characters[position] == "\\", position + 1 < characters.count { position += 1 }
            text.append(characters[position])
            position += 1
        }
        guard position < characters.count else { throw failure("the quote is never closed", at: start) }
        position += 1
        return FilterToken(kind: .quoted(text), offset: start)
    }
}
