/// A language of the user interface, with its translations and its formats of numbers, dates and enumerations.
public struct Language: Hashable, Sendable {
    /// The formats of numbers, dates and enumerations.
    package let conventions: Conventions
    /// The catalogs in order of precedence. Empty for English.
    private let catalogs: [Catalog]

    /// The language's tag: `en`, `de`, `pt-BR`.
    public var tag: String { conventions.tag }

    /// The language's own name: `Deutsch`.
    package var name: String { conventions.name }

    init(_ conventions: Conventions, _ catalogs: [Catalog]) {
        self.conventions = conventions
        self.catalogs = catalogs
    }

    /// Returns the language with an additional catalog, such as a plugin's, which takes precedence over the others.
    public func adding(_ catalog: Catalog) -> Language { Language(conventions, [catalog] + catalogs) }

    /// The errors in the language's catalogs, one sentence each.
    public var catalogProblems: [Message] { catalogs.flatMap(\.problems) }

    /// Returns the translated format of a message, or `nil` for English or if no catalog contains the message.
    func translation(of message: Message) -> String? {
        if conventions === Conventions.pseudo { return PseudoLanguage.format(message.format) }
        if catalogs.isEmpty { return nil }
        let key = message.catalogKey
        for catalog in catalogs {
            guard let forms = catalog[key] else { continue }
            for case .count(let count) in message.arguments {
                return forms[min(conventions.plurals.form(for: count), forms.count - 1)]
            }
            return forms[0]
        }
        return nil
    }

    /// Returns whether two languages have the same tag.
    public static func == (first: Language, second: Language) -> Bool { first.tag == second.tag }

    /// Hashes the tag.
    public func hash(into hasher: inout Hasher) { hasher.combine(tag) }
}

extension Language {
    /// English, the source language of messages.
    public static let english = Language(.english, [])
    /// German.
    public static let german = Language(.german, [.builtIn("de")])
    /// French.
    public static let french = Language(.french, [.builtIn("fr")])
    /// Spanish.
    public static let spanish = Language(.spanish, [.builtIn("es")])
    /// Italian.
    public static let italian = Language(.italian, [.builtIn("it")])
    /// Dutch.
    public static let dutch = Language(.dutch, [.builtIn("nl")])
    /// Brazilian Portuguese.
    public static let portuguese = Language(.portuguese, [.builtIn("pt-BR")])
    /// Polish.
    public static let polish = Language(.polish, [.builtIn("pl")])
    /// Japanese.
    public static let japanese = Language(.japanese, [.builtIn("ja")])

    /// English with accents and doubled vowels: `Save` becomes `Šåávéé`. It shows text that isn't translated and
    /// layouts that don't have space for longer translations. The locale `en-XA` selects it.
    package static let pseudo = Language(.pseudo, [])

    /// The tags of the supported languages.
    public static let tags = ["en", "de", "fr", "es", "it", "nl", "pt-BR", "pl", "ja"]

    /// Creates the language of a locale or language tag: `de`, `de-AT`, `de_DE.UTF-8`. The region is ignored, so `pt`
    /// is always Brazilian Portuguese. Returns `nil` if the language isn't supported or the tag is malformed.
    public init?(_ locale: some StringProtocol) {
        let tag = locale.prefix { $0 != "." && $0 != "@" }
        let primary = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
        switch primary {
        case "en" where tag.dropFirst(3).uppercased() == "XA": self = .pseudo
        // `C` and `POSIX` are the locales of systems without a configured language.
        case "en", "c", "posix": self = .english
        case "de": self = .german
        case "fr": self = .french
        case "es": self = .spanish
        case "it": self = .italian
        case "nl": self = .dutch
        case "pt": self = .portuguese
        case "pl": self = .polish
        case "ja": self = .japanese
        default: return nil
        }
    }

    /// Returns the language of an environment. It is determined by the first of `LC_ALL`, `LC_MESSAGES` and
    /// `LANG` that is set. Returns English if that variable names an unsupported language or if none is set.
    public static func ofEnvironment(_ variable: (String) -> String?) -> Language {
        for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            if let locale = variable(name), !locale.isEmpty { return Language(locale) ?? .english }
        }
        return .english
    }

    /// Returns the supported language that an `Accept-Language` header prefers, or `nil` if it names none.
    public static func accepted(_ header: String) -> Language? {
        var best: (language: Language, quality: Double)?
        for range in header.split(separator: ",").prefix(50) {
            let parts = range.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            guard let tag = parts.first, let language = Language(tag) else { continue }
            let quality =
                parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            // Among equal qualities, the first language is preferred.
            if quality > (best?.quality ?? 0) { best = (language, quality) }
        }
        return best?.language
    }
}
