import LootCore
package import LootPlugins

/// A way to group a list that a person can choose.
package struct SectioningChoice: Hashable, Sendable {
    /// The argument for `ProgramHost.sectioning(_:)`, for example `initial` or `field:location`.
    package let shortForm: String
    /// The title, for example `By initial` or `By location`.
    package let title: String

    private init(_ shortForm: String, title: String) {
        self.shortForm = shortForm
        self.title = title
    }

    /// Creates the choice for a short form. The title ignores settings: `value:25,50` becomes `By value`. Without a
    /// known rule, the short form is the title.
    package init(_ shortForm: String, of host: any ProgramHost) {
        let sectioning = try? host.sectioning(shortForm)
        self.init(shortForm, title: sectioning?.rule.map(SectioningChoice.title) ?? shortForm)
    }

    /// Returns all choices of the host's plugins that need no settings. A sectioning by the values of any field
    /// yields a choice for each suitable field, such as location, tags and vendor.
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
                choices.append(
                    SectioningChoice(plugin.name, title: sectioning.rule.map { title(of: $0) } ?? plugin.name)
                )
            }
        }
        return choices
    }

    private static func title(of rule: SectionRule) -> String {
        let key = rule.field
        let field = FieldNoun(key)
        return switch rule {
        case .bands, .flag, .value: String(localized: "By \(field)")
        case .initial:
            key == "name" ? String(localized: "By initial") : String(localized: "By initial of \(field)")
        case .year: String(localized: "By year of \(field)")
        case .month: String(localized: "By month of \(field)")
        case .place(_, let depth):
            key == "location" && depth == nil
                ? String(localized: "By place")
                : depth.map { String(localized: "By place: \($0) of \(field)") }
                    ?? String(localized: "By place: \(field)")
        }
    }

    /// Returns whether many items are likely to share a value of the field. Locations have their own sectioning, by
    /// place.
    private static func isNaming(_ field: Field) -> Bool {
        guard field.type == .text || field.type == .list,
            !["serialNumber", "location"].contains(field.key)
        else { return false }
        return field.traits.isDisjoint(with: [
            .required, .multiline, .photo, .files, .period, .depreciation, .log,
        ])
    }
}
