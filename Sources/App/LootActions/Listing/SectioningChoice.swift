import LootCore
package import LootPlugins

/// A way to part a list into sections that a person can choose.
package struct SectioningChoice: Hashable, Sendable {
    /// What `ProgramHost.sectioning(_:)` makes the sectioning of: `initial`, `field:location`.
    package let shortForm: String
    /// What a person reads: `By initial`, `By location`.
    package let title: String

    private init(_ shortForm: String, title: String) {
        self.shortForm = shortForm
        self.title = title
    }

    /// The way that a short form means, whatever its settings: `value:25,50` reads `By value`. What can't be told in
    /// words reads as it is written.
    package init(_ shortForm: String, of host: any ProgramHost) {
        let sectioning = try? host.sectioning(shortForm)
        self.init(shortForm, title: sectioning?.rule.map(SectioningChoice.title) ?? shortForm)
    }

    /// Every way that the host's plugins offer without further settings. A sectioning that goes by the values of any
    /// field is offered for each field whose values are names: location, tags, vendor.
    package static func all(of host: any ProgramHost) -> [SectioningChoice] {
        var choices: [SectioningChoice] = []
        for plugin in host.plugins where plugin.kind == .sectioning {
            guard let sectioning = try? host.sectioning(plugin.name) else { continue }
            if case .value = sectioning.rule {
                for field in Field.all where isNaming(field) {
                    let shortForm = "\(plugin.name):\(field.name)"
                    guard let rule = (try? host.sectioning(shortForm))?.rule else { continue }
                    choices.append(SectioningChoice(shortForm, title: title(of: rule)))
                }
            } else {
                choices.append(SectioningChoice(plugin.name, title: "By \(plugin.name)"))
            }
        }
        return choices
    }

    private static func title(of rule: SectionRule) -> String {
        let key = rule.field
        let field = Field.with(key: key)?.title.text.lowercased() ?? key.customName ?? key.rawValue
        return switch rule {
        case .bands, .flag, .value: "By \(field)"
        case .initial: key == "name" ? "By initial" : "By initial of \(field)"
        case .year: "By year of \(field)"
        case .month: "By month of \(field)"
        case .place(_, let depth):
            key == "location" && depth == nil
                ? "By place" : "By place: \(depth.map { "\($0) of " } ?? "")\(field)"
        }
    }

    /// Whether many items share a value of the field.
    private static func isNaming(_ field: Field) -> Bool {
        guard field.type == .text || field.type == .list, field.key != "serialNumber" else { return false }
        return field.traits.isDisjoint(with: [.required, .multiline, .photo, .files, .period, .care])
    }
}
