/// A key that was pressed, with what was held beside it.
public struct Key: Hashable, Sendable {
    /// Which key.
    @nonexhaustive
    public enum Code: Hashable, Sendable {
        /// A key that types something; shift is already in it.
        case character(Character)
        /// Keys of editing.
        case enter, tab, escape, backspace, delete, insert
        /// Keys of moving.
        case up, down, left, right, home, end, pageUp, pageDown
        /// F1 and so on.
        case function(Int)
    }

    /// What is held.
    public struct Modifiers: OptionSet, Hashable, Sendable {
        /// The bits, as terminals send them.
        public let rawValue: UInt8
        /// Makes a set from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Shift; never with a character, which has it in itself.
        public static let shift = Modifiers(rawValue: 1)
        /// Alt, or Option.
        public static let alt = Modifiers(rawValue: 2)
        /// Control.
        public static let control = Modifiers(rawValue: 4)
        /// Super, Command or Windows; only some terminals tell.
        public static let `super` = Modifiers(rawValue: 8)
    }

    /// Which key.
    public var code: Code
    /// What is held beside it.
    public var modifiers: Modifiers

    /// A key press.
    public init(_ code: Code, _ modifiers: Modifiers = []) {
        self.code = code
        self.modifiers = modifiers
    }

    /// The press of a key that types a character.
    public init(_ character: Character, _ modifiers: Modifiers) {
        self.init(.character(character), modifiers)
    }

    /// What this key types: a character with nothing held; nil for all others.
    public var typed: Character? {
        guard case .character(let character) = code, modifiers.isEmpty else { return nil }
        return character
    }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
    /// The key that types a character.
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

    /// The key's name, as in `ctrl-r`, `shift-tab`, `J`, `f5`.
    public var description: String {
        let held = Self.prefixes.reduce("") { $0 + (modifiers.contains($1.1) ? $1.0 : "") }
        if let name = Self.names.first(where: { $0.1 == code }) { return held + name.0 }
        return switch code {
        case .character(let character): held + String(character)
        case .function(let number): held + "f\(number)"
        default: held
        }
    }

    /// The key of a name, as configurations write it; nil for a name that no key has.
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
