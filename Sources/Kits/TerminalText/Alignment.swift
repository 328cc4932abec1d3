/// Where text stands in more columns than it needs.
public enum Alignment: Sendable, Hashable {
    /// At the left.
    case leading
    /// In the middle; an odd column goes to the right.
    case center
    /// At the right.
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
