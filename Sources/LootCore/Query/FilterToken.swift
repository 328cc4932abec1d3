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

    /// The tokens of a text. It is read by scalars: a combining mark behind a quote or a sign belongs to what
    /// follows, where a character would swallow the quote.
    static func tokens(of text: String) throws(LootError) -> [FilterToken] {
        let scalars = Array(text.unicodeScalars)
        var tokens: [FilterToken] = []
        var position = 0
        var offset = 0
        while position < scalars.count {
            let scalar = scalars[position]
            let start = position
            defer { offset += string(scalars[start..<position]).count }
            if scalar.properties.isWhitespace {
                position += 1
            } else if scalar == "\"" || scalar == "'" {
                guard let quoted = quoted(scalars, &position) else {
                    throw failure("the quote is never closed", at: offset)
                }
                tokens.append(FilterToken(kind: .quoted(quoted), offset: offset))
            } else if scalar == "(" || scalar == ")" {
                position += 1
                tokens.append(FilterToken(kind: .symbol(String(scalar)), offset: offset))
            } else if signs.contains(scalar) {
                position += 1
                if position < scalars.count, scalars[position] == "=", "<>!=".unicodeScalars.contains(scalar)
                {
                    position += 1
                }
                let sign = string(scalars[start..<position])
                tokens.append(FilterToken(kind: .symbol(sign == "==" ? "=" : sign), offset: offset))
            } else {
                while position < scalars.count, isWordPart(scalars[position]) { position += 1 }
                tokens.append(FilterToken(kind: .word(string(scalars[start..<position])), offset: offset))
            }
        }
        return tokens
    }

    private static let signs: Set<Unicode.Scalar> = ["<", ">", "=", "!", "~", "^"]

    private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.properties.isWhitespace && !signs.contains(scalar)
            && !["(", ")", "\"", "'"].contains(scalar)
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }

    /// The text between the quote at `position` and its partner, after which `position` then stands; nil if it has
    /// none.
    private static func quoted(_ scalars: [Unicode.Scalar], _ position: inout Int) -> String? {
        let quote = scalars[position]
        var text = String.UnicodeScalarView()
        position += 1
        while position < scalars.count, scalars[position] != quote {
            if scalars[position] == "\\", position + 1 < scalars.count { position += 1 }
            text.append(scalars[position])
            position += 1
        }
        guard position < scalars.count else { return nil }
        position += 1
        return String(text)
    }
}
