/// Markup in which everything that is put in as text is escaped: only markup goes in as it is.
///
/// ```swift
/// let row: HTML = "<li class=\"row\">\(item.name)\(badge)</li>"
/// ```
package struct HTML: Sendable, ExpressibleByStringInterpolation {
    /// The markup so far.
    package private(set) var markup: String

    /// Markup as it stands in the source.
    package init(stringLiteral value: String) { markup = value }

    /// Markup with pieces put in.
    package init(stringInterpolation: Interpolation) { markup = stringInterpolation.markup }

    /// Appends markup.
    package static func += (left: inout HTML, right: HTML) { left.markup += right.markup }

    /// Puts pieces in: markup as it is, text escaped.
    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var markup = ""

        /// Nothing yet.
        package init(literalCapacity: Int, interpolationCount: Int) {
            markup.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        /// Appends markup of the source.
        package mutating func appendLiteral(_ literal: String) { markup += literal }

        /// Appends markup.
        package mutating func appendInterpolation(_ html: HTML) { markup += html.markup }

        /// Appends markup, if there is any.
        package mutating func appendInterpolation(_ html: HTML?) { markup += html?.markup ?? "" }

        /// Appends pieces of markup, one behind the other.
        package mutating func appendInterpolation(_ parts: [HTML]) {
            for part in parts { markup += part.markup }
        }

        /// Appends a number.
        package mutating func appendInterpolation(_ number: some BinaryInteger) { markup += String(number) }

        /// Appends text, escaped for content and for values in quotes.
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
