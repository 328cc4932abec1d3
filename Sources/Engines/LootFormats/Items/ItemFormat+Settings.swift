package import LootCore

extension ItemFormat {
    /// Reads the settings of a list from a file. A file without settings, or one that can't be read, has none.
    ///
    /// In files written by this program, the settings precede the items, so the items don't have to be read.
    package func settings(in bytes: Span<UInt8>) -> ListSettings {
        guard self == .json || self == .propertyList, bytes.firstRange(of: "settings") != nil else {
            return ListSettings()
        }
        return settingsInHeader(of: bytes) ?? (try? decoder().read(bytes) { _ in })?.settings
            ?? ListSettings()
    }

    /// Reads the part of a file before the items, or returns `nil` if the settings aren't there.
    private func settingsInHeader(of bytes: Span<UInt8>) -> ListSettings? {
        let (start, end): (StaticString, String) =
            self == .json ? ("\"items\":[", "]}") : ("<key>items</key>", "<array/></dict></plist>")
        guard let items = bytes.firstRange(of: start) else { return nil }
        var header: [UInt8] = []
        header.append(bytes.extracting(0..<items.upperBound))
        header += end.utf8
        let settings = (try? decoder().read(header.span) { _ in })?.settings
        return settings.flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension Span<UInt8> {
    fileprivate func firstRange(of word: StaticString) -> Range<Int>? {
        for offset in indices where starts(with: word, at: offset) {
            return offset..<offset + word.utf8CodeUnitCount
        }
        return nil
    }
}
