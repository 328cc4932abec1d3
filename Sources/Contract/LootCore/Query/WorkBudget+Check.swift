package import Basics

extension WorkBudget {
    /// Throws `too-costly` if the budget is exceeded, because the results of filters are then incomplete.
    package func check() throws(LootError) {
        guard isExceeded else { return }
        throw LootError(
            .tooCostly, "can't run the filter", because: "it takes more work than one request may cause",
            next: "Use simpler patterns with smaller repetition counts, or search for words")
    }
}

extension LootError.Code {
    /// A query takes more work than its `WorkBudget` allows.
    package static let tooCostly = Self(rawValue: "too-costly")
}
