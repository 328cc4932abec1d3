import Synchronization

/// A limit on the work that the filters of a request can cause, in steps of about three nanoseconds.
///
/// Code that runs queries on behalf of others sets ``current``. Filters charge their work to it. Once it is exceeded,
/// patterns stop and don't match. So all stores check it before they use the results of a filter:
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

    /// Throws `too-costly` if the budget is exceeded. The results of filters are incomplete then.
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
