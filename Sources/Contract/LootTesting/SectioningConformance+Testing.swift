public import LootLaws
public import Testing

extension SectioningConformance {
    /// Puts every law to the sectioning. A broken one is recorded as an issue at the caller's place in the source.
    ///
    /// ```swift
    /// @Test func `the sectioning keeps the laws`() {
    ///     SectioningConformance(ValueSectioning(bounds: [50])).check()
    /// }
    /// ```
    public func check(sourceLocation: SourceLocation = #_sourceLocation) {
        for (law, fault) in faults {
            Issue.record("\(sectioning) breaks the law “\(law)”: \(fault)", sourceLocation: sourceLocation)
        }
    }
}
