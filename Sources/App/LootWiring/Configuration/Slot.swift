import LootCore
import LootPlugins

/// A section of the configuration that selects one plugin. The raw value is its key.
enum Slot: String, CaseIterable, Sendable {
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
struct BySlot<Value: Sendable>: Sendable {
    private var store, sections, frontEnd: Value?

    subscript(slot: Slot) -> Value? {
        get {
            switch slot {
            case .store: store
            case .sections: sections
            case .frontEnd: frontEnd
            }
        }
        set {
            switch slot {
            case .store: store = newValue
            case .sections: sections = newValue
            case .frontEnd: frontEnd = newValue
            }
        }
    }

    subscript(slot: Slot, default value: @autoclosure () -> Value) -> Value {
        get { self[slot] ?? value() }
        set { self[slot] = newValue }
    }
}
