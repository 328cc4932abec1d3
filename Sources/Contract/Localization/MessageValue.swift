/// A value that can be an argument of a ``Message``, such as a name, an amount or a date.
///
/// Conform a type whose text depends on the reader's language:
///
/// ```swift
/// extension Day: MessageValue {
///     public func text(in language: Language) -> String { … }
/// }
/// ```
public protocol MessageValue: Hashable, Sendable {
    /// Returns the value's text in a language.
    func text(in language: Language) -> String
}

extension MessageValue {
    func isEqual(to other: any MessageValue) -> Bool { (other as? Self) == self }
}

extension String: MessageValue {
    /// Returns the string itself, since names and input aren't translated.
    public func text(in language: Language) -> String { self }
}

extension Substring: MessageValue {
    /// Returns the text itself, since names and input aren't translated.
    public func text(in language: Language) -> String { String(self) }
}

extension Int: MessageValue {
    /// Returns the plain digits, as for a position or a port. For a number of things, use `\(count, one: "item",
    /// other: "items")`.
    public func text(in language: Language) -> String { String(self) }
}

/// A decimal number with the decimal separator of the reader's language: `14.5`, `14,5`.
package struct DecimalNumber: MessageValue {
    private let digits: String

    /// Creates a number from its digits with a decimal point.
    package init(_ digits: String) { self.digits = digits }

    /// Returns the digits with the decimal separator of a language.
    package func text(in language: Language) -> String {
        digits.replacing(".", with: String(language.conventions.decimalMark))
    }
}

/// An enumeration in a message: `Attic, Cellar, and Garage`.
public struct MessageList: MessageValue {
    /// The word before the last element.
    public enum Conjunction: Hashable, Sendable {
        /// `Attic, Cellar, and Garage`
        case and
        /// `Attic, Cellar, or Garage`
        case or
        /// `Attic, Cellar, Garage`
        case none
    }

    private let elements: [Message.Argument]
    private let conjunction: Conjunction

    /// Creates an enumeration of values.
    public init(_ values: [some MessageValue], _ conjunction: Conjunction = .and) {
        elements = values.map { .value($0) }
        self.conjunction = conjunction
    }

    /// Returns the elements with the separators and conjunction of a language.
    public func text(in language: Language) -> String {
        let texts = elements.map { element in
            switch element {
            case .count(let count): count.text(in: language)
            case .value(let value): value.text(in: language)
            }
        }
        return language.list(texts, conjunction)
    }
}
