/// A limit of a list's history. The list drops older commits.
public struct HistoryLimit: Hashable, Sendable {
    enum Kind: Hashable {
        case count(Int)
        case age(CalendarSpan)
    }

    let kind: Kind

    /// Creates a limit for the number of commits that can be undone. With 0, the list keeps no history.
    public init(count: Int) { kind = .count(max(0, count)) }

    /// Creates a limit for the age of commits, counted from the newest one.
    package init(age: CalendarSpan) { kind = .age(age) }

    /// Whether the list keeps no history at all.
    var keepsNothing: Bool { kind == .count(0) }
}

extension HistoryLimit {
    /// The notice of a store whose history drops commits for the first time.
    package static let notice: Message =
        "The history reached its limit. The oldest changes were dropped and can't be undone anymore."

    /// Returns the day of the oldest commits that the history keeps at least, or `nil` if their age isn't limited.
    package func firstDay(of newest: Moment) -> Day? {
        if case .age(let span) = kind { newest.day.adding(-span) } else { nil }
    }

    /// The number of commits that can be undone, or `nil` if it isn't limited.
    package var count: Int? { if case .count(let count) = kind { count } else { nil } }
}

extension ListSettings {
    /// The limit of the history, or `nil` if the list keeps all commits. The setting `historyLimit` is a number of
    /// commits, such as 1000, or an age, such as `2 years`.
    public var historyLimit: HistoryLimit? {
        switch self["historyLimit"] {
        case .number(let digits)?: Int(digits).map { HistoryLimit(count: $0) }
        case .text(let text)?: CalendarSpan(text).map { HistoryLimit(age: $0) }
        default: nil
        }
    }
}
