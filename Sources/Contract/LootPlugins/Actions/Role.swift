package import Localization

/// The permissions of a person in a list. Each role includes those before it.
public enum Role: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Can see nothing.
    case none
    /// Can see everything.
    case read
    /// Can also lend and return items, and take part in stocktakes.
    case lend
    /// Can also change items, views and files.
    case write
    /// Can also change the settings of the list, and manage its people and links.
    case manage

    /// The name of the role in forms.
    package var title: Message {
        switch self {
        case .none: "No access"
        case .read: "Can view"
        case .lend: "Can view, lend and take stock"
        case .write: "Can change items"
        case .manage: "Can manage the list"
        }
    }

    private var rank: Int { Role.allCases.firstIndex(of: self) ?? 0 }

    /// Returns whether the first role has fewer permissions.
    public static func < (one: Role, other: Role) -> Bool { one.rank < other.rank }
}
