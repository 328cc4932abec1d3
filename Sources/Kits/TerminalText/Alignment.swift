/// The horizontal position of text within a wider area.
public enum Alignment: Sendable, Hashable {
    /// Left-aligned.
    case leading
    /// Centered. An odd column is added on the right.
    case center
    /// Right-aligned.
    case trailing

    func space(around width: Int, in columns: Int) -> (before: Int, after: Int) {
        let space = max(max(columns, 0) - width, 0)
        return switch self {
        case .leading: (0, space)
        case .center: (space / 2, space - space / 2)
        case .trailing: (space, 0)
        }
    }
}
