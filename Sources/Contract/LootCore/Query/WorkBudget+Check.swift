package import Basics

extension WorkBudget {
    /// Throws `too-costly` if the budget is exceeded, because the results of filters are then incomplete.
    package func check() throws(LootError) {
        guard isExceeded else { return }
        throw LootError(
            .tooCostly, "Can't run the filter.", reason: "It is too expensive for a single request.",
            advice: "Use simpler patterns with smaller repetition counts, or search for words.")
    }
}

extension LootError.Code {
    /// A query takes more work than its `WorkBudget` allows.
    package static let tooCostly = Self(rawValue: "too-costly")
}
