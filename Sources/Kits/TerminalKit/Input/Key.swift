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
    private static let names: [(String, Code)] = [
        ("enter", .enter), ("tab", .tab), ("esc", .escape), ("backspace", .backspace), ("del", .delete),
        ("insert", .insert), ("up", .up), ("down", .down), ("left", .left), ("right", .right),
        ("home", .home), ("end", .end), ("pgup", .pageUp), ("pgdn", .pageDown), ("space", .character(" ")),
    ]
    private static let prefixes: [(String, Modifiers)] = [
        ("super-", .super), ("ctrl-", .control), ("alt-", .alt), ("shift-", .shift),
    ]

    /// The name of the key, such as `ctrl-r`, `shift-tab`, `J` or `f5`.
    public var description: String {
        let held = Self.prefixes.reduce("") { $0 + (modifiers.contains($1.1) ? $1.0 : "") }
        if let name = Self.names.first(where: { $0.1 == code }) { return held + name.0 }
        return switch code {
        case .character(let character): held + String(character)
        case .function(let number): held + "f\(number)"
        default: held
        }
    }

    /// Creates a key from its name in a configuration. Returns `nil` if the name is unknown.
    package init?(name: String) {
        var rest = name[...]
        var held: Modifiers = []
        while let prefix = Self.prefixes.first(where: { rest.hasPrefix($0.0) && rest.count > $0.0.count }) {
            rest = rest.dropFirst(prefix.0.count)
            held.insert(prefix.1)
        }
        if let known = Self.names.first(where: { $0.0 == rest.lowercased() }) {
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
