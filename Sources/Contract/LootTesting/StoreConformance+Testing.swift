@_exported public import LootLaws
public import Testing

extension StoreConformance {
    /// Puts every law that concerns the store to it, and a few hundred random steps. A broken law is recorded as an issue at
    /// the caller's place in the source, and names the store, the law and what was found.
    ///
    /// ```swift
    /// @Test func `the store keeps the laws`() async {
    ///     await StoreConformance("array", [.writable]) { _ in ArrayStore() }.check()
    /// }
    /// ```
    public func check(sourceLocation: SourceLocation = #_sourceLocation) async {
        for law in cases { await check(law, sourceLocation: sourceLocation) }
        await checkRandomly(seed: 1, sourceLocation: sourceLocation)
    }

    /// Puts one law to the store; one that does not concern it always holds.
    public func check(_ law: Case, sourceLocation: SourceLocation = #_sourceLocation) async {
        guard let failure = await failure(of: law) else { return }
        Issue.record(
            "The store “\(name)” breaks the law “\(law.name)”: \(failure)", sourceLocation: sourceLocation)
    }

    /// Takes the store and ``/LootCore/ItemList`` through the same random steps and compares everything they say.
    ///
    /// A failure is recorded at the caller's place in the source, with the seed, and with the fewest steps found
    /// that still fail. A store that takes no changes is left alone; the laws ask it random queries.
    public func checkRandomly(
        seed: UInt64, steps count: Int = 200, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        guard let failure = await randomFailure(seed: seed, steps: count) else { return }
        Issue.record("The store “\(name)” is wrong: \(failure)", sourceLocation: sourceLocation)
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
