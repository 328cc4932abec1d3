public import LootLaws
public import Testing

extension PluginConformance {
    /// Checks all laws for the plugin. Records an issue at the caller's source location for each violated law.
    ///
    /// ```swift
    /// @Test func `the hook keeps the laws`() async {
    ///     await HookConformance("needs-place") { NeedsPlace() }.check()
    /// }
    /// ```
    public func check(sourceLocation: SourceLocation = #_sourceLocation) async {
        for law in Self.cases { await check(law, sourceLocation: sourceLocation) }
    }

    /// Checks one law for the plugin.
    public func check(_ law: PluginLaw<Self>, sourceLocation: SourceLocation = #_sourceLocation) async {
        guard let failure = await failure(of: law) else { return }
        recordViolation(
            "\(subject) breaks the law “\(law.name)”: \(failure)", sourceLocation: sourceLocation)
    }
}

extension PluginLaw: CustomTestStringConvertible, Identifiable {
    /// The law as a sentence.
    public var testDescription: String { name }
    /// The law as a sentence.
    public var id: String { name }
}
