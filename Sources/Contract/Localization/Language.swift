/// A language that people read: its catalog of messages, and how it writes numbers, dates and enumerations.
public struct Language: Hashable, Sendable {
    /// How the language writes numbers, dates and enumerations.
    package let conventions: Conventions
    /// The translations, the ones that count first; none for English.
    private let catalogs: [Catalog]

    /// The language's tag: `en`, `de`, `pt-BR`.
    public var tag: String { conventions.tag }

    init(_ conventions: Conventions, _ catalogs: [Catalog]) {
        self.conventions = conventions
        self.catalogs = catalogs
    }

    /// Returns the same language with another catalog, which counts before the others: a plugin's.
    public func adding(_ catalog: Catalog) -> Language { Language(conventions, [catalog] + catalogs) }

    /// What is wrong with the language's catalogs, one sentence for each problem.
    public var catalogProblems: [Message] { catalogs.flatMap(\.problems) }

    /// The translated format of a message; nil for English, and if no catalog has it.
    func translation(of message: Message) -> String? {
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

    /// Languages are equal if they have the same tag.
    public static func == (first: Language, second: Language) -> Bool { first.tag == second.tag }

    /// Hashes the tag.
    public func hash(into hasher: inout Hasher) { hasher.combine(tag) }
}

extension Language {
    /// English, the language in which messages are written.
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

    /// The tags of the languages that the program speaks.
    public static let tags = ["en", "de", "fr", "es", "it", "nl", "pt-BR", "pl", "ja"]

    /// Creates the language of a locale or language tag: `de`, `de-AT`, `de_DE.UTF-8`. Regions other than Brazil don't
    /// matter. Returns nil for a language that the program doesn't speak, and for anything malformed.
    public init?(_ locale: some StringProtocol) {
        let tag = locale.prefix { $0 != "." && $0 != "@" }
        let primary = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
        switch primary {
        // The locales of systems without a language.
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

    /// Returns the language of a process's environment: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set
    /// decides. English if it names no language that the program speaks.
    public static func ofEnvironment(_ variable: (String) -> String?) -> Language {
        for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            if let locale = variable(name), !locale.isEmpty { return Language(locale) ?? .english }
        }
        return .english
    }

    /// Returns the language that an `Accept-Language` header prefers, or nil if it names none that the program speaks.
    public static func accepted(_ header: String) -> Language? {
        var best: (language: Language, quality: Double)?
        for range in header.split(separator: ",").prefix(50) {
            let parts = range.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            guard let tag = parts.first, let language = Language(tag) else { continue }
            let quality =
                parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            // The first of equals is the preferred one.
            if quality > (best?.quality ?? 0) { best = (language, quality) }
        }
        return best?.language
    }
}
