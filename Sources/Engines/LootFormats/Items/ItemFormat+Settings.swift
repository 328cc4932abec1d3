package import LootCore

extension ItemFormat {
    /// Reads the settings of a list from a file. A file without settings, or one that can't be read, has none.
    package func settings(in bytes: Span<UInt8>) -> ListSettings {
        guard self == .json || self == .propertyList, bytes.contains("settings") else {
            return ListSettings()
        }
        return (try? decoder().read(bytes) { _ in })?.settings ?? ListSettings()
    }
}

extension Span<UInt8> {
    fileprivate func contains(_ word: StaticString) -> Bool {
        for offset in indices where starts(with: word, at: offset) { return true }
        return false
    }
}
