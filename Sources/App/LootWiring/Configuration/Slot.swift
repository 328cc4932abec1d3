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

/// What there is for sections of the configuration. A dictionary has to find out at run time how its keys are hashed.
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
