import LootCore
import TerminalKit
import TerminalText

/// The style of one part of the screen in a configuration, such as `cursor=white on blue` or `mark=bold #ffaf00`.
struct ThemeColor: Hashable {
    /// The parts with a configurable style.
    enum Part: String, CaseIterable {
        case text, secondary, accent, destructive, positive, cursor, selection, mark, header, border, bar
        case placeholder
    }

    private let part: Part
    private let style: Style

    /// Parses a part, an equals sign, and words: attributes, a text color, and a background color after `on`.
    ///
    /// - Throws: `LootError` with code `configuration`.
    init(_ text: String) throws(LootError) {
        let sides = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard sides.count == 2 else {
            throw ThemeColor.refusal(
                text, "It doesn't have the form PART=LOOK.",
                advice: "Use, for example, “cursor=white on blue”.")
        }
        guard let part = Part(rawValue: sides[0]) else {
            throw ThemeColor.refusal(
                text, "“\(TextRules.visible(sides[0]))” isn't a part of the screen.",
                advice: Suggestions.advice(for: sides[0], among: Part.allCases.map(\.rawValue)))
        }
        self.part = part
        style = try ThemeColor.style(sides[1], in: text)
    }

    private static func style(_ words: String, in text: String) throws(LootError) -> Style {
        var style = Style.plain
        var isBehind = false
        for word in words.lowercased().split(separator: " ").map(String.init) {
            if word == "on" {
                isBehind = true
            } else if let attribute = attributes[word] {
                style.attributes.insert(attribute)
            } else if let color = color(word) {
                if isBehind { style.background = color } else { style.foreground = color }
            } else {
                throw refusal(
                    text, "“\(TextRules.visible(word))” isn't a color.",
                    advice: """
                        Use a name such as red or bright-blue, a number up to 255, #ffaf00, bold, underline or \
                        inverse.
                        """)
            }
        }
        return style
    }

    private static let attributes: [String: Style.Attributes] = [
        "bold": .bold, "dim": .dim, "italic": .italic, "underline": .underline, "inverse": .inverse,
    ]

    private static let names = [
        "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
    ]

    private static func color(_ word: String) -> Color? {
        if word == "default" { return .standard }
        let isBright = word.hasPrefix("bright-")
        if let index = names.firstIndex(of: isBright ? String(word.dropFirst(7)) : word) {
            return ANSIColor(rawValue: UInt8(index + (isBright ? 8 : 0))).map { .ansi($0) }
        }
        if let index = UInt8(word) { return .palette(index) }
        guard word.hasPrefix("#"), word.utf8.count == 7, let bits = UInt32(word.dropFirst(), radix: 16) else {
            return nil
        }
        return .rgb(
            UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8),
            UInt8(truncatingIfNeeded: bits))
    }

    private static func refusal(_ text: String, _ reason: Message, advice: Message) -> LootError {
        LootError(
            .configuration, "Can't read the color “\(TextRules.visible(text))”.", reason: reason,
            advice: advice,
            place: "frontEnd.colors")
    }

    /// Replaces the style of the part in a theme.
    func apply(to theme: inout Theme) {
        switch part {
        case .text: theme.text = style
        case .secondary: theme.secondary = style
        case .accent: theme.accent = style
        case .destructive: theme.destructive = style
        case .positive: theme.positive = style
        case .cursor: theme.cursor = style
        case .selection: theme.selection = style
        case .mark: theme.mark = style
        case .header: theme.header = style
        case .border: theme.border = style
        case .bar: theme.bar = style
        case .placeholder: theme.placeholder = style
        }
    }
}

extension TUIConfiguration {
    /// Returns a theme with the configured colors.
    func colored(_ theme: Theme) -> Theme {
        var theme = theme
        for color in colors { (try? ThemeColor(color))?.apply(to: &theme) }
        return theme
    }
}
