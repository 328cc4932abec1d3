public import LootLaws
public import Testing

extension SectioningConformance {
    /// Checks all laws for the sectioning. Records an issue at the caller's source location for each violated law.
    ///
    /// ```swift
    /// @Test func `the sectioning keeps the laws`() {
    ///     SectioningConformance(ValueSectioning(bounds: [50])).check()
    /// }
    /// ```
    public func check(sourceLocation: SourceLocation = #_sourceLocation) {
        for (law, fault) in faults {
            recordViolation("\(sectioning) breaks the law “\(law)”: \(fault)", sourceLocation: sourceLocation)
        }
    }
}
