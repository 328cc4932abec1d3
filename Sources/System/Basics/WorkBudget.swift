import Synchronization

/// A limit on the work of one request, in steps of about three nanoseconds.
///
/// A server sets ``current`` before it runs a query for someone else. Filters spend steps while they run. When the
/// budget is exceeded, patterns stop and match nothing, so a store checks it before it uses the result of a filter:
///
/// ```swift
/// let answer = try await WorkBudget.$current.withValue(WorkBudget(steps: 5_000_000)) {
///     try await store.answer(to: query, rows: 0..<50)
/// }
/// ```
package final class WorkBudget: Sendable {
    /// The budget of the current task, or `nil` for no limit.
    @TaskLocal package static var current: WorkBudget?

    /// The cost of testing a row in steps.
    private static let rowCost = 16
    /// The steps that are added to the budget for each row, so that long lists can be filtered, too.
    private static let rowAllowance = 80

    private let limit: Atomic<Int>
    private let spent = Atomic<Int>(0)

    /// Creates a budget of steps, to which an allowance is added for each tested row.
    package init(steps: Int) { limit = Atomic(steps) }

    /// The steps spent so far.
    package var spentSteps: Int { spent.load(ordering: .relaxed) }

    /// Whether the budget is exceeded.
    package var isExceeded: Bool { spentSteps > limit.load(ordering: .relaxed) }

    /// Charges the steps of patterns.
    ///
    /// - Returns: Whether the work may continue.
    @discardableResult
    package func spend(_ steps: Int) -> Bool {
        spent.add(steps, ordering: .relaxed)
        return !isExceeded
    }

    /// Charges the cost of testing rows.
    package func spend(rows: Int) {
        spent.add(rows * WorkBudget.rowCost, ordering: .relaxed)
        limit.add(rows * (WorkBudget.rowCost + WorkBudget.rowAllowance), ordering: .relaxed)
    }
}
