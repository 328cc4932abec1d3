public import LootCore

extension ForeignValue {
    /// Appends the value as JSON, on one line. Moments and data, which JSON lacks, become tagged objects.
    public func appendJSON(to bytes: inout [UInt8]) { JSONText.append(self, to: &bytes) }
}
