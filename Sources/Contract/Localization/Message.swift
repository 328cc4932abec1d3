/// A sentence or label for people, written in English and rendered in the reader's language.
///
/// ```swift
/// let message: Message = "Lent \(count, one: "item", other: "items") to \(name)."
/// message.text(in: .english)          // "Lent 3 items to Ann."
/// message.text(in: .german)           // "3 Gegenstände an Ann verliehen."
/// message.text                        // in the language of the current task
/// ```
///
/// A message stores its English format and its arguments separately. The format is the key in the catalogs, so write
/// a complete sentence and never build one from fragments. All types of arguments conform to ``MessageValue``:
/// strings (names and other text that isn't translated), integers, other messages, and types of other modules.
public struct Message: Hashable, Sendable {
    /// The English text, with placeholders for the arguments: `Lent {1:item|items} to {2}.`
    public let format: String

    /// The arguments. The first one has the number 1.
    public let arguments: [Argument]

    /// An argument of a message.
    public enum Argument: Hashable, Sendable {
        /// A number of things. It determines the plural form of the message.
        case count(Int)
        /// Any other value.
        case value(any MessageValue)

        /// Returns whether two arguments have the same kind and value.
        public static func == (first: Self, second: Self) -> Bool {
            switch (first, second) {
            case (.count(let first), .count(let second)): first == second
            case (.value(let first), .value(let second)): first.isEqual(to: second)
            default: false
            }
        }

        /// Hashes the value.
        public func hash(into hasher: inout Hasher) {
            switch self {
            case .count(let count): hasher.combine(count)
            case .value(let value): hasher.combine(value)
            }
        }
    }

    /// Creates a message from text that isn't translated, such as a name that a person chose.
    public init(verbatim text: String) {
        self.init(stringLiteral: text.isEmpty ? "" : "{1}", arguments: text.isEmpty ? [] : [.value(text)])
    }

    private init(stringLiteral format: String, arguments: [Argument]) {
        self.format = format
        self.arguments = arguments
    }

    /// The message in the language of the current task; see ``Language/current``.
    public var text: String { text(in: .current) }

    /// Whether the message has no text.
    public var isEmpty: Bool { format.isEmpty }
}

extension Message: ExpressibleByStringInterpolation {
    /// Creates a message without arguments.
    public init(stringLiteral text: String) {
        self.init(stringLiteral: text, arguments: [])
    }

    /// Creates a message with arguments.
    public init(stringInterpolation interpolation: StringInterpolation) {
        self.init(stringLiteral: interpolation.format, arguments: interpolation.arguments)
    }

    /// The builder of a message's format and arguments.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var format = ""
        fileprivate var arguments: [Argument] = []

        /// Creates an empty interpolation.
        public init(literalCapacity: Int, interpolationCount: Int) {
            format.reserveCapacity(literalCapacity + 4 * interpolationCount)
            arguments.reserveCapacity(interpolationCount)
        }

        /// Appends a part of the English text.
        public mutating func appendLiteral(_ literal: String) { format += literal }

        /// Inserts a value, which is formatted in the reader's language.
        public mutating func appendInterpolation(_ value: some MessageValue) {
            arguments.append(.value(value))
            format += "{\(arguments.count)}"
        }

        /// Inserts the description of a value without a special form for people, such as a revision.
        @_disfavoredOverload
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            appendInterpolation(value.description)
        }

        /// Inserts a number and its noun: `1 item`, `1,234 items`.
        ///
        /// A catalog contains a translation of the whole message for each plural form of its language. A message can
        /// have only one count; use separate messages for others.
        public mutating func appendInterpolation(_ count: Int, one: StaticString, other: StaticString) {
            arguments.append(.count(count))
            format += "{\(arguments.count):\(one)|\(other)}"
        }

        /// Inserts a list: `Attic, Cellar, and Garage`.
        public mutating func appendInterpolation(
            list values: [some MessageValue], _ conjunction: MessageList.Conjunction = .and
        ) {
            appendInterpolation(MessageList(values, conjunction))
        }
    }
}

extension Message: MessageValue {
    /// Returns the message in a language, or in English if the language's catalogs don't contain it.
    public func text(in language: Language) -> String {
        if arguments.isEmpty { return language.translation(of: self) ?? format }
        return render(language.translation(of: self) ?? format, in: language)
    }

    /// Returns the texts of the arguments in a text that a person typed in the form of this message. Case and spaces
    /// don't matter. Returns `nil` for text in another form.
    ///
    /// ```swift
    /// let form: Message = "declining \("")%"
    /// form.arguments(in: "degressiv, 20 % pro Jahr", .german)   // ["20"]
    /// ```
    package func arguments(in typed: String, _ language: Language) -> [String]? {
        var literals = [""]
        var indices: [Int] = []
        var format = (language.translation(of: self) ?? format)[...]
        while let character = format.first {
            if let placeholder = Placeholder(startOf: format), arguments.indices.contains(placeholder.index) {
                indices.append(placeholder.index)
                literals.append("")
                format = format[placeholder.end...]
            } else {
                if !character.isWhitespace { literals[literals.count - 1] += character.lowercased() }
                format.removeFirst()
            }
        }
        var rest = typed.lowercased().filter { !$0.isWhitespace }[...]
        guard rest.hasPrefix(literals[0]) else { return nil }
        rest = rest.dropFirst(literals[0].count)
        var texts = [String](repeating: "", count: arguments.count)
        for (index, literal) in zip(indices, literals.dropFirst()) {
            let range = literal.isEmpty ? rest.endIndex..<rest.endIndex : rest.firstRange(of: literal)
            guard let range else { return nil }
            texts[index] = String(rest[..<range.lowerBound])
            rest = rest[range.upperBound...]
        }
        return rest.isEmpty ? texts : nil
    }

    /// The key in catalogs: the format, with the singular noun of a count.
    var catalogKey: String {
        for case .count in arguments {
            var key = ""
            var rest = format[...]
            while let brace = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
                key += rest[..<brace]
                rest = rest[brace...]
                if let placeholder = Placeholder(startOf: rest) {
                    key += "{\(placeholder.index + 1)}" + (placeholder.noun(for: 1).map { " \($0)" } ?? "")
                    rest = rest[placeholder.end...]
                } else {
                    key += "{"
                    rest = rest.dropFirst()
                }
            }
            return key + rest
        }
        return format
    }

    /// Replaces the placeholders of a format with the arguments.
    private func render(_ format: String, in language: Language) -> String {
        var text = ""
        var rest = format[...]
        while let brace = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
            text += rest[..<brace]
            rest = rest[brace...]
            guard let placeholder = Placeholder(startOf: rest), arguments.indices.contains(placeholder.index)
            else {
                text += "{"
                rest = rest.dropFirst()
                continue
            }
            text += render(placeholder, in: language)
            rest = rest[placeholder.end...]
        }
        return text + rest
    }

    private func render(_ placeholder: Placeholder, in language: Language) -> String {
        switch arguments[placeholder.index] {
        case .value(let value): value.text(in: language)
        case .count(let count):
            // Only English formats have nouns in their placeholders.
            language.number(count) + (placeholder.noun(for: count).map { " \($0)" } ?? "")
        }
    }
}

extension String {
    /// Creates a string from a message in the language of the current task: `String(localized: "Cancel")`.
    public init(localized message: Message) { self = message.text }
}

extension DefaultStringInterpolation {
    /// Inserts the message in the language of the current task. Use a `Message` instead for a sentence that
    /// contains a message.
    @available(*, deprecated, message: "Interpolate into a Message, or use text(in:).")
    public mutating func appendInterpolation(_ message: Message) { appendLiteral(message.text) }
}
