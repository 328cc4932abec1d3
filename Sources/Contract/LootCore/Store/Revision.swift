/// A state of a store. Every commit makes a later one.
public struct Revision: RawRepresentable, Hashable, Comparable, Sendable {
    /// The state's number.
    public let rawValue: UInt64

    /// The state with this number.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The state of a store that was never written to.
    public static let initial = Revision(rawValue: 0)

    /// The state that a commit onto this one makes.
    public var next: Revision { Revision(rawValue: rawValue &+ 1) }

    /// Earlier first.
    public static func < (left: Revision, right: Revision) -> Bool { left.rawValue < right.rawValue }
}

extension Revision: CustomStringConvertible {
    /// The number.
    public var description: String { String(rawValue) }
}
