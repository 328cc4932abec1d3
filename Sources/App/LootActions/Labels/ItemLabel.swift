package import LootCore
package import QRCode

/// The content of an item's label.
package struct ItemLabel: Hashable, Sendable {
    /// The item's name.
    package let name: String
    /// The item's place, or an empty string.
    package let place: String
    /// The names of the items in it, if it is a box.
    let contents: [String]
    /// The asset number, or the short form of the ID.
    let id: String
    /// The text of the QR code: the URL of the item's page, or its ID.
    package let content: String
    /// The QR code.
    package let symbol: QRSymbol

    /// Creates the label of an item.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - contents: Items in the box to list on the label, as far as they fit.
    ///   - publicURL: The address of a `loot serve` that a phone can reach. Without it, the QR code contains the ID.
    /// - Throws: ``/LootCore/LootError`` with code `usage` if the address is invalid or too long.
    package init(_ item: Item, contents: [Item] = [], publicURL: String? = nil) throws(LootError) {
        self.contents = contents.map { TextRules.visible($0.shownName) }
        name = TextRules.visible(item.shownName)
        place = TextRules.visible(item.location ?? "")
        id = TextRules.visible(item.number ?? item.id.short)
        content =
            try publicURL.map { (url) throws(LootError) in
                try ItemLabel.base(url) + "/i/" + item.id.short
            } ?? item.id.description
        do { symbol = try QRSymbol(content) } catch {
            throw LootError(
                .usage, "Can't create a label.",
                reason: """
                    The address has \(error.bytes) bytes, but a QR code can have at most \(error.maximumBytes) bytes.
                    """,
                advice: "Use a shorter address.")
        }
    }

    /// Returns a validated address without trailing slashes.
    private static func base(_ url: String) throws(LootError) -> String {
        let lower = url.lowercased()
        let isAddress =
            (lower.hasPrefix("http://") || lower.hasPrefix("https://"))
            && url.utf8.allSatisfy {
                $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "?")
            }
        guard isAddress else {
            throw LootError(
                .usage, "Can't create labels with the address \(TextRules.visible(address: url)).",
                reason: "It must begin with http:// or https:// and can't contain spaces, # or ?.",
                advice: "Use the address of the server, such as https://loot.example.org.")
        }
        var base = url[...]
        while base.hasSuffix("/") { base = base.dropLast() }
        return String(base)
    }
}
