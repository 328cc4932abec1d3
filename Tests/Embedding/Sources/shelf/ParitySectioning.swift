import LootCore
import LootPlugins

/// A sectioning of one's own, by a rule that no declaration could tell.
struct ParitySectioning: Sectioning {
    func key(for item: Item) -> SectionKey { .number(item.valueInDollars.isMultiple(of: 20) ? 0 : 1) }

    func title(for key: SectionKey) -> String { key == .number(0) ? "Paid with twenties" : "Needs change" }
}

extension SectioningPlugin {
    static let parity = SectioningPlugin("parity", summary: "By the bills it takes.") { _ in
        ParitySectioning()
    }
}
