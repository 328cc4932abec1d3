/// Markup in which everything that is put in as text is escaped: only markup goes in as it is.
///
/// ```swift
/// let row: HTML = "<li class=\"row\">\(item.name)\(badge)</li>"
/// ```
struct HTML: Sendable, ExpressibleByStringInterpolation {
    private(set) var markup: String

    init(stringLiteral value: String) { markup = value }

    init(stringInterpolation: Interpolation) { markup = stringInterpolation.markup }

    static func += (left: inout HTML, right: HTML) { left.markup += right.markup }

    struct Interpolation: StringInterpolationProtocol {
        fileprivate var markup = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            markup.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        mutating func appendLiteral(_ literal: String) { markup += literal }

        mutating func appendInterpolation(_ html: HTML) { markup += html.markup }

        mutating func appendInterpolation(_ html: HTML?) { markup += html?.markup ?? "" }

        mutating func appendInterpolation(_ parts: [HTML]) { for part in parts { markup += part.markup } }

        mutating func appendInterpolation(_ number: some BinaryInteger) { markup += String(number) }

        mutating func appendInterpolation(_ text: String) {
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
    }
}
