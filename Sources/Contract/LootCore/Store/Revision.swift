/// The version of a store's state. Each commit creates a later one.
public struct Revision: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number of the revision.
    public let rawValue: UInt64

    /// Creates a revision with a number.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The revision of a store without any commits.
    public static let initial = Revision(rawValue: 0)

    /// The revision after the next commit.
    public var next: Revision { Revision(rawValue: rawValue &+ 1) }

    /// Compares revisions chronologically.
    public static func < (left: Revision, right: Revision) -> Bool { left.rawValue < right.rawValue }
}

extension Revision: CustomStringConvertible {
    /// The number of the revision as text.
    public var description: String { String(rawValue) }
}
