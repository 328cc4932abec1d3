import LootCore
import LootPlugins

/// A section of the configuration: each selects one plugin. The raw value is its key.
enum Slot: String, CaseIterable, Sendable {
    case store
    case sections
    case frontEnd

    /// What its plugin is for.
    var kind: PluginDescriptor.Kind {
        switch self {
        case .store: .store
        case .sections: .sectioning
        case .frontEnd: .frontEnd
        }
    }

    /// The keys that every plugin of the section has.
    var ownKeys: [String] { self == .store ? ["use", "with"] : ["use"] }
}
