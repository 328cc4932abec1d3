package import LootCore

extension ForeignValue {
    /// The value as a complete XML property list.
    package var propertyList: [UInt8] {
        var bytes: [UInt8] = []
        XMLText.appendHead(to: &bytes)
        XMLText.append(self, 0, to: &bytes)
        bytes += "</plist>\n".utf8
        return bytes
    }
}
