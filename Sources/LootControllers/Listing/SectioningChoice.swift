public import LootCore

/// A way to part a list into sections that a person can choose.
public struct SectioningChoice: Hashable, Sendable {
    /// What `Host.sectioning(_:)` makes the sectioning of: `initial`, `field:location`.
    public let shortForm: String
    /// What a person reads: `By initial`, `By location`.
    public let title: String

    /// Every way that the host's plugins offer without further settings. A sectioning that goes by any field is
    /// offered for each field whose values are names: location, tags, vendor.
    public static func all(of host: any Host) -> [SectioningChoice] {
        var choices: [SectioningChoice] = []
        for plugin in host.plugins where plugin.kind == .sectioning {
            do {
                if try host.sectioning(plugin.name) != nil {
                    choices.append(SectioningChoice(shortForm: plugin.name, title: "By \(plugin.name)"))
                }
            } catch {
                // It needs a setting; perhaps a field is all it needs.
                choices += Field.all.filter(isNaming).compactMap { byField($0, plugin, host) }
            }
        }
        return choices
    }

    private static func byField(
        _ field: Field, _ plugin: PluginDescriptor, _ host: any Host
    ) -> SectioningChoice? {
        let shortForm = "\(plugin.name):\(field.name)"
        guard (try? host.sectioning(shortForm)) != nil else { return nil }
        return SectioningChoice(shortForm: shortForm, title: "By \(field.title.lowercased())")
    }

    /// Whether many items share a value of the field.
    private static func isNaming(_ field: Field) -> Bool {
        guard field.type == .text || field.type == .list, field.key != "serialNumber" else { return false }
        return field.traits.isDisjoint(with: [.required, .multiline, .photo])
    }
}
