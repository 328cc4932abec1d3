import Synchronization

/// The work that the filters of one request may cause, in steps of about three nanoseconds.
///
/// Whoever runs a query for someone else sets ``current``. Filters spend it while they run; once it is exceeded,
/// patterns stop and find nothing. So every store checks it before it uses what a filter has selected:
///
/// ```swift
/// let answer = try await WorkBudget.$current.withValue(WorkBudget(steps: 5_000_000)) {
///     try await store.answer(to: query, rows: 0..<50)
/// }
/// ```
package final class WorkBudget: Sendable {
    /// The budget of the current task; without one, filters may take as long as they like.
    @TaskLocal package static var current: WorkBudget?

    /// The steps that it costs to test a row.
    private static let rowCost = 16
    /// The steps that patterns may take for each row, so that a long list may be filtered, too.
    private static let rowAllowance = 80

    private let limit: Atomic<Int>
    private let spent = Atomic<Int>(0)

    /// A budget of so many steps, and more for each row that is tested.
    package init(steps: Int) { limit = Atomic(steps) }

    /// The steps that were spent so far.
    package var spentSteps: Int { spent.load(ordering: .relaxed) }

    /// Whether more was asked for than there was.
    package var isExceeded: Bool { spentSteps > limit.load(ordering: .relaxed) }

    /// Spends steps of patterns.
    ///
    /// - Returns: Whether the work may go on.
    @discardableResult
    package func spend(_ steps: Int) -> Bool {
        spent.add(steps, ordering: .relaxed)
        return !isExceeded
    }

    /// Spends what it costs to test rows.
    package func spend(rows: Int) {
        spent.add(rows * WorkBudget.rowCost, ordering: .relaxed)
        limit.add(rows * (WorkBudget.rowCost + WorkBudget.rowAllowance), ordering: .relaxed)
    }

    /// Throws `too-costly` if the budget is exceeded: what filters have selected is incomplete then.
    package func check() throws(LootError) {
        guard isExceeded else { return }
        throw LootError(
            .tooCostly, "can't run the filter", because: "it takes more work than one request may cause",
            next: "Use simpler patterns with smaller repetition counts, or search for words")
    }
}

extension LootError.Code {
    /// A query takes more work than its ``WorkBudget`` allows.
    package static let tooCostly = Self(rawValue: "too-costly")
}
