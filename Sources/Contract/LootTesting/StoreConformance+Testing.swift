@_exported public import LootLaws
public import Testing

extension StoreConformance {
    /// Checks the store against all laws, and with 200 random steps. Records an issue at the caller's source
    /// location for each violated law, with the store's name, the law and the failure, and prints why laws
    /// were skipped.
    ///
    /// ```swift
    /// @Test func `the store keeps the laws`() async {
    ///     await StoreConformance("array", [.writable]) { _ in ArrayStore() }.check()
    /// }
    /// ```
    @discardableResult
    public func check(sourceLocation: SourceLocation = #_sourceLocation) async -> LawSummary {
        var summary = LawSummary()
        for law in StoreConformance.cases { summary.add(await check(law, sourceLocation: sourceLocation)) }
        summary.printSkipped(of: "The store “\(name)”")
        await checkRandomly(seed: 1, sourceLocation: sourceLocation)
        return summary
    }

    /// Checks one law for the store.
    @discardableResult
    public func check(_ law: Case, sourceLocation: SourceLocation = #_sourceLocation) async -> LawResult {
        let result = await result(of: law)
        if let failure = result.failure {
            recordViolation(
                "The store “\(name)” breaks the law “\(law.name)”: \(failure)",
                sourceLocation: sourceLocation)
        }
        return result
    }

    /// Performs the same random steps on the store and on ``/LootCore/ItemList``, and compares all results.
    ///
    /// Records a failure at the caller's source location, with the seed and the shortest sequence of steps found that
    /// still fails. Skips read-only stores, for which the laws include random queries.
    public func checkRandomly(
        seed: UInt64, steps count: Int = 200, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        guard let failure = await randomFailure(seed: seed, steps: count) else { return }
        recordViolation("The store “\(name)” is wrong: \(failure)", sourceLocation: sourceLocation)
    }
}

extension StoreConformance: CustomTestStringConvertible, Identifiable {
    /// The store's name.
    public var testDescription: String { name }
    /// The store's name.
    public var id: String { name }
}

extension StoreConformance.Case: CustomTestStringConvertible, Identifiable {
    /// The law as a sentence.
    public var testDescription: String { name }
    /// The law as a sentence.
    public var id: String { name }
}

extension LawSummary {
    /// Prints the summary if laws were skipped.
    func printSkipped(of subject: String) { if !skipped.isEmpty { print("\(subject):\n\(self)") } }
}
