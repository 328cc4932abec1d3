package import Localization

/// A key press with its modifiers.
public struct Key: Hashable, Sendable {
    /// A key.
    @nonexhaustive
    public enum Code: Hashable, Sendable {
        /// A key that types a character. The character includes the effect of Shift.
        case character(Character)
        /// An editing key.
        case enter, tab, escape, backspace, delete, insert
        /// A navigation key.
        case up, down, left, right, home, end, pageUp, pageDown
        /// A function key, such as F1.
        case function(Int)
    }

    /// The modifiers of a key.
    public struct Modifiers: OptionSet, Hashable, Sendable {
        /// The bits, as in terminal protocols.
        public let rawValue: UInt8
        /// Creates a set from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Shift. Not used with characters, which include its effect.
        public static let shift = Modifiers(rawValue: 1)
        /// Alt or Option.
        public static let alt = Modifiers(rawValue: 2)
        /// Control.
        public static let control = Modifiers(rawValue: 4)
        /// Super, Command or Windows. Only some terminals report it.
        public static let `super` = Modifiers(rawValue: 8)
    }

    /// The key.
    public var code: Code
    /// The modifiers.
    public var modifiers: Modifiers

    /// Creates a key press.
    public init(_ code: Code, _ modifiers: Modifiers = []) {
        self.code = code
        self.modifiers = modifiers
    }

    /// Creates the press of a key that types a character.
    public init(_ character: Character, _ modifiers: Modifiers) {
        self.init(.character(character), modifiers)
    }

    /// The character that the key types, or `nil` if it types none or modifiers are held.
    public var typed: Character? {
        guard case .character(let character) = code, modifiers.isEmpty else { return nil }
        return character
    }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
    /// Creates the press of a key that types a character.
    public init(extendedGraphemeClusterLiteral value: Character) { self.init(.character(value)) }
}

extension Key: CustomStringConvertible {
    /// The names of keys without a character, as on English keyboards. Other keyboards have other labels.
    private static let names: [(Message, Code)] = [
        ("enter", .enter), ("tab", .tab), ("esc", .escape), ("backspace", .backspace), ("del", .delete),
        ("insert", .insert), ("up", .up), ("down", .down), ("left", .left), ("right", .right),
        ("home", .home), ("end", .end), ("pgup", .pageUp), ("pgdn", .pageDown), ("space", .character(" ")),
    ]
    private static let prefixes: [(Message, Modifiers)] = [
        ("super", .super), ("ctrl", .control), ("alt", .alt), ("shift", .shift),
    ]

    /// The name of the key in configurations, such as `ctrl-r`, `shift-tab`, `J` or `f5`.
    public var description: String { label(in: .english) }

    /// Returns the label of the key on keyboards for a language, such as `strg-r` or `bild↑`.
    package func label(in language: Language = .current) -> String {
        var parts = Self.prefixes.filter { modifiers.contains($0.1) }.map { $0.0.text(in: language) }
        if let name = Self.names.first(where: { $0.1 == code }) {
            parts.append(name.0.text(in: language))
        } else {
            switch code {
            case .character(let character): parts.append(String(character))
            case .function(let number): parts.append("f\(number)")
            default: break
            }
        }
        return parts.joined(separator: "-")
    }

    /// Creates a key from its name in a configuration. Returns `nil` if the name is unknown.
    package init?(name: String) {
        var rest = name[...]
        var held: Modifiers = []
        while let hyphen = rest.firstIndex(of: "-"), rest.index(after: hyphen) < rest.endIndex,
            let prefix = Self.prefixes.first(where: { $0.0.format == rest[..<hyphen] })
        {
            rest = rest[hyphen...].dropFirst()
            held.insert(prefix.1)
        }
        if let known = Self.names.first(where: { $0.0.format == rest.lowercased() }) {
            self.init(known.1, held)
        } else if rest.count == 1, let character = rest.first {
            self.init(.character(character), held)
        } else if rest.first?.lowercased() == "f", let number = Int(rest.dropFirst()),
            (1...35).contains(number)
        {
            self.init(.function(number), held)
        } else {
            return nil
        }
    }
}
