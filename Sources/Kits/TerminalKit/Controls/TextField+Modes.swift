/// When an accessory of a text field is visible.
public enum AccessoryMode: Hashable, Sendable, CaseIterable {
    /// Always.
    case always
    /// During editing.
    case whileEditing
    /// Except during editing.
    case unlessEditing
    /// Never.
    case never

    func isShown(whileEditing isEditing: Bool) -> Bool {
        switch self {
        case .always: true
        case .whileEditing: isEditing
        case .unlessEditing: !isEditing
        case .never: false
        }
    }
}

/// The border of a text field.
public enum BorderStyle: Hashable, Sendable, CaseIterable {
    /// The theme's background for fields.
    case line
    /// Square brackets.
    case brackets
    /// Parentheses.
    case rounded
    /// No border.
    case none

    var marks: (left: String, right: String)? {
        switch self {
        case .line, .none: nil
        case .brackets: ("[", "]")
        case .rounded: ("(", ")")
        }
    }
}

/// The letters of typed text that become capitals.
public enum Capitalization: Hashable, Sendable, CaseIterable {
    /// None.
    case none
    /// The first letter of each word.
    case words
    /// The first letter of each sentence.
    case sentences
    /// All letters.
    case all

    /// Returns typed text, with a capital if one is needed after `text`. Text of several characters, such as pasted
    /// text, isn't changed.
    func applied(to typed: String, behind text: Substring) -> String {
        guard let first = typed.first, typed.count == 1 else { return typed }
        let isMeant: Bool
        switch self {
        case .none: isMeant = false
        case .all: isMeant = true
        case .words: isMeant = text.last.map { $0 == " " || $0 == "-" } ?? true
        case .sentences:
            let before = text.reversed().drop { $0 == " " }
            isMeant = before.first.map { ".!?".contains($0) && text.last == " " } ?? true
        }
        return isMeant ? first.uppercased() : typed
    }
}
