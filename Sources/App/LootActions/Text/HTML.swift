package import LootCore

/// HTML markup. Interpolated text is escaped; only interpolated markup is inserted unchanged.
///
/// ```swift
/// let row: HTML = "<li class=\"row\">\(item.name)\(badge)</li>"
/// ```
package struct HTML: Sendable, ExpressibleByStringInterpolation {
    /// The markup.
    package private(set) var markup: String

    /// Creates markup from a literal.
    package init(stringLiteral value: String) { markup = value }

    /// Creates markup from an interpolated literal.
    package init(stringInterpolation: Interpolation) { markup = stringInterpolation.markup }

    /// Appends markup.
    package static func += (left: inout HTML, right: HTML) { left.markup += right.markup }

    /// The interpolation: it inserts markup unchanged and escapes text.
    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var markup = ""

        /// Creates an empty interpolation.
        package init(literalCapacity: Int, interpolationCount: Int) {
            markup.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        /// Appends literal markup.
        package mutating func appendLiteral(_ literal: String) { markup += literal }

        /// Appends markup.
        package mutating func appendInterpolation(_ html: HTML) { markup += html.markup }

        /// Appends markup, if there is any.
        package mutating func appendInterpolation(_ html: HTML?) { markup += html?.markup ?? "" }

        /// Appends several pieces of markup.
        package mutating func appendInterpolation(_ parts: [HTML]) {
            for part in parts { markup += part.markup }
        }

        /// Appends a number.
        package mutating func appendInterpolation(_ number: some BinaryInteger) { markup += String(number) }

        /// Appends a message in the language of the current task.
        package mutating func appendInterpolation(localized message: Message) {
            appendInterpolation(message.text)
        }

        /// Appends text, escaped for element content and quoted attribute values.
        package mutating func appendInterpolation(_ text: String) {
            if !Interpolation.needsEscapes(text.utf8.span) { return markup += text }
            for scalar in text.unicodeScalars {
                switch scalar {
                case "&": markup += "&amp;"
                case "<": markup += "&lt;"
                case ">": markup += "&gt;"
                case "\"": markup += "&quot;"
                case "'": markup += "&#39;"
                default: markup.unicodeScalars.append(scalar)
                }
            }
        }

        private static func needsEscapes(_ text: Span<UInt8>) -> Bool {
            for index in text.indices {
                switch text[index] {
                case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
                    UInt8(ascii: "'"):
                    return true
                default: break
                }
            }
            return false
        }
    }
}
