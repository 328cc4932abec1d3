import LootCore
import LootFormats
import LootPlugins

/// A sectioning that a program declares as a rule. The program is asked once, and databases can apply the rule
/// themselves.
struct DeclaredSectioning: Sectioning {
    let rule: SectionRule?
    let direction: SortDirection
    private let titles: [String: String]

    /// Asks a program for its rule.
    init(
        _ program: TrustedProgram, _ offer: Offer, _ settings: PluginSettings, _ bridge: BridgeContext
    ) throws(LootError) {
        let session = Session(program, bridge)
        let connection = try session.connection()
        defer { Task.detached { await session.close() } }
        let params = ForeignValue.object([
            .init("sectioning", .text(offer.descriptor.name)), .init("settings", settings.json),
        ])
        let document = try connection.answer(to: "rule", params.bytes).document()
        guard let rule = document?["rule"]?.text.flatMap({ SectionRule($0) }) else {
            throw connection.breach("Its response to “rule” doesn't contain a known rule.")
        }
        self.rule = rule
        direction = offer.isDescending ? .descending : .ascending
        var titles: [String: String] = [:]
        for entry in document?["titles"]?.entries ?? [] {
            titles[entry.key] = entry.value.text.map { TextRules.shown($0) }
        }
        self.titles = titles
    }

    func title(for key: SectionKey) -> String {
        let name =
            switch key {
            case .number(let number): String(number)
            case .amount(let amount): amount.description
            case .text(let text): text
            case .place(let place): place.description
            case .missing: ""
            }
        if let title = titles[name] { return title }
        return name.isEmpty ? String(localized: "Other") : TextRules.shown(name)
    }
}
