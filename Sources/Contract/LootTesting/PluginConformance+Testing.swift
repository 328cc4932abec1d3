public import LootLaws
public import Testing

extension PluginConformance {
    /// Checks all laws for the plugin. Records an issue at the caller's source location for each violated law, and
    /// prints the reasons for skipped ones.
    ///
    /// ```swift
    /// @Test func `the hook keeps the laws`() async {
    ///     await HookConformance("needs-place") { NeedsPlace() }.check()
    /// }
    /// ```
    @discardableResult
    public func check(sourceLocation: SourceLocation = #_sourceLocation) async -> LawSummary {
        var summary = LawSummary()
        for law in Self.cases { summary.add(await check(law, sourceLocation: sourceLocation)) }
        summary.printSkipped(of: subject)
        return summary
    }

    /// Checks one law for the plugin.
    @discardableResult
    public func check(
        _ law: PluginLaw<Self>, sourceLocation: SourceLocation = #_sourceLocation
    ) async -> LawResult {
        let result = await result(of: law)
        if let failure = result.failure {
            recordViolation(
                "\(subject) breaks the law “\(law.name)”: \(failure)", sourceLocation: sourceLocation)
        }
        return result
    }
}

extension PluginLaw: CustomTestStringConvertible, Identifiable {
    /// The law as a sentence.
    public var testDescription: String { name }
    /// The law as a sentence.
    public var id: String { name }
}
