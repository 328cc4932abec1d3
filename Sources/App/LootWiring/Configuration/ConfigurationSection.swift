import LootCore
import LootPlugins

/// A section of the configuration that selects one plugin. The raw value is its key.
enum ConfigurationSection: String, CaseIterable, Sendable {
    case store
    case sections
    case frontEnd

    /// The kind of the section's plugin.
    var kind: PluginDescriptor.Kind {
        switch self {
        case .store: .store
        case .sections: .sectioning
        case .frontEnd: .frontEnd
        }
    }

    /// The keys of the section in addition to the plugin's options.
    var ownKeys: [String] { self == .store ? ["use", "with"] : ["use"] }
}

/// Values for sections of the configuration. Unlike in a dictionary, access doesn't require hashing.
struct BySection<Value: Sendable>: Sendable {
    private var store, sections, frontEnd: Value?

    subscript(section: ConfigurationSection) -> Value? {
        get {
            switch section {
            case .store: store
            case .sections: sections
            case .frontEnd: frontEnd
            }
        }
        set {
            switch section {
            case .store: store = newValue
            case .sections: sections = newValue
            case .frontEnd: frontEnd = newValue
            }
        }
    }

    subscript(section: ConfigurationSection, default value: @autoclosure () -> Value) -> Value {
        get { self[section] ?? value() }
        set { self[section] = newValue }
    }
}
