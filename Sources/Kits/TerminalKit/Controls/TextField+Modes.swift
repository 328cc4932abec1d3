/// When a view beside the text of a field is shown.
package enum AccessoryMode: Hashable, Sendable, CaseIterable {
    /// Always.
    case always
    /// While the field is edited.
    case whileEditing
    /// While it is not.
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

/// What stands around the text of a field.
package enum BorderStyle: Hashable, Sendable, CaseIterable {
    /// A line below it, which is the ground of fields.
    case line
    /// Brackets.
    case brackets
    /// Round brackets.
    case rounded
    /// Nothing.
    case none

    var marks: (left: String, right: String)? {
        switch self {
        case .line, .none: nil
        case .brackets: ("[", "]")
        case .rounded: ("(", ")")
        }
    }
}

/// Which letters of what is typed become capitals.
package enum Capitalization: Hashable, Sendable, CaseIterable {
    /// None.
    case none
    /// The first of each word.
    case words
    /// The first of each sentence.
    case sentences
    /// All.
    case all

    /// What is typed behind a text.
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
