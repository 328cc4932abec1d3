/// The horizontal position of text within a wider area.
public enum Alignment: Sendable, Hashable {
    /// Left-aligned.
    case leading
    /// Centered. An odd column is added on the right.
    case center
    /// Right-aligned.
    case trailing
    /// At the right for text that is written from right to left, otherwise at the left.
    case natural

    /// Returns this alignment, or, if it is ``natural``, the ``leading`` or ``trailing`` alignment that suits the given
    /// text.
    package func resolved(for text: String) -> Alignment {
        guard self == .natural else { return self }
        let first = text.unicodeScalars.first { $0.properties.isAlphabetic }
        return first.map(\.isRightToLeft) == true ? .trailing : .leading
    }

    func space(around text: String, in columns: Int) -> (before: Int, after: Int) {
        let space = max(max(columns, 0) - text.columnWidth, 0)
        return switch resolved(for: text) {
        case .leading, .natural: (0, space)
        case .center: (space / 2, space - space / 2)
        case .trailing: (space, 0)
        }
    }
}

extension Unicode.Scalar {
    /// Whether the letter belongs to a script that is written from right to left.
    fileprivate var isRightToLeft: Bool {
        (0x0590...0x08FF).contains(value) || (0xFB1D...0xFDFF).contains(value)
            || (0xFE70...0xFEFF).contains(value)
    }
}
