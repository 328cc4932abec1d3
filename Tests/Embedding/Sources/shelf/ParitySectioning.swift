import LootCore
import LootPlugins

/// A sectioning with a rule that `SectionRule` can't express.
struct ParitySectioning: Sectioning {
    func key(for item: Item) -> SectionKey { .number(item.valueInDollars.isMultiple(of: 20) ? 0 : 1) }

    func title(for key: SectionKey) -> String { key == .number(0) ? "Paid with twenties" : "Needs change" }
}

extension SectioningPlugin {
    static let parity = SectioningPlugin("parity", summary: "By whether twenties are enough.") { _ in
        ParitySectioning()
    }
}
