package import LootCore
package import QRCode

/// What stands on the label of an item.
package struct ItemLabel: Hashable, Sendable {
    /// The item's name.
    package let name: String
    /// Where it is kept; empty if that is not known.
    package let place: String
    /// What is kept in it, if it is a box and that was asked for.
    let contents: [String]
    /// The first digits of its id.
    let id: String
    /// What the symbol says: the address of the item's page, or its id.
    package let content: String
    /// The symbol.
    package let symbol: QRSymbol

    /// The label of an item.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - contents: What is kept in it and is to stand on its label, as far as there is room.
    ///   - publicURL: The address of a `loot serve` that a telephone can reach; without one the symbol says the id.
    /// - Throws: ``/LootCore/LootError`` with code `usage` for an address that is none, or is too long.
    package init(_ item: Item, contents: [Item] = [], publicURL: String? = nil) throws(LootError) {
        self.contents = contents.map { TextRules.visible($0.shownName) }
        name = TextRules.visible(item.shownName)
        place = TextRules.visible(item.location ?? "")
        id = item.id.short
        content =
            try publicURL.map { (url) throws(LootError) in
                try ItemLabel.base(url) + "/i/" + item.id.short
            } ?? item.id.description
        do { symbol = try QRSymbol(content) } catch {
            throw LootError(
                .usage, "can't make a label", because: "\(error)", next: "Give a shorter address")
        }
    }

    /// An address without slashes at its end.
    private static func base(_ url: String) throws(LootError) -> String {
        let lower = url.lowercased()
        let isAddress =
            (lower.hasPrefix("http://") || lower.hasPrefix("https://"))
            && url.utf8.allSatisfy {
                $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "?")
            }
        guard isAddress else {
            throw LootError(
                .usage, "can't make labels with the address \(TextRules.visible(address: url))",
                because: "a telephone opens what begins with http:// or https:// and holds no space, # or ?",
                next: "Give the address under which the server is reached, such as https://loot.example.org")
        }
        var base = url[...]
        while base.hasSuffix("/") { base = base.dropLast() }
        return String(base)
    }
}
