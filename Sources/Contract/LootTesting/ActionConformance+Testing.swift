import LootPlugins
public import Testing

extension ActionConformance {
    /// Checks all laws for the action. Records an issue at the caller's source location for each violated law.
    ///
    /// ```swift
    /// @Test func `the action keeps the laws`() async {
    ///     await ActionConformance(.archive, on: stores).check()
    /// }
    /// ```
    public func check(sourceLocation: SourceLocation = #_sourceLocation) async {
        for law in ActionConformance.cases { await check(law, sourceLocation: sourceLocation) }
    }

    /// Checks one law for the action.
    public func check(_ law: Case, sourceLocation: SourceLocation = #_sourceLocation) async {
        guard let failure = await failure(of: law) else { return }
        recordViolation(
            "The action “\(action.id)” breaks the law “\(law.name)”: \(failure)",
            sourceLocation: sourceLocation)
    }
}

extension ActionConformance.Case: CustomTestStringConvertible, Identifiable {
    /// The law as a sentence.
    public var testDescription: String { name }
    /// The law as a sentence.
    public var id: String { name }
}
