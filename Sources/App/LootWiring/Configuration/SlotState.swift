import LootCore
import LootPlugins

/// What all layers so far say about one section.
struct SlotState: Sendable {
    /// A value and who said it.
    struct Value: Sendable {
        let value: SettingValue
        let origin: Origin
    }

    /// A plugin's options by name.
    typealias Values = [String: Value]

    /// An entry of a list of plugins: a wrapper of the store, a catalog.
    struct Entry: Sendable {
        let plugin: PluginDescriptor
        let origin: Origin
        let values: Values
    }

    /// Which plugin is selected.
    enum Selection: Sendable {
        case none
        case plugin(PluginDescriptor, Origin)
        /// One is selected that does not exist: whose keys they are is not known.
        case unknown
    }

    var selection = Selection.none
    /// By the plugin that they belong to.
    var values: [String: Values] = [:]
    var decorators: [Entry] = []
    /// Where the wrappers are stated; nil while they are not.
    var decoratorsOrigin: Origin?
}
