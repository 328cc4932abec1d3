import LootCore
import LootPlugins

/// The state of a section after the layers added so far.
struct SectionState: Sendable {
    /// A value and its origin.
    struct Value: Sendable {
        let value: SettingValue
        let origin: Origin
    }

    /// The values of a plugin's options, by name.
    typealias Values = [String: Value]

    /// An entry in a list of plugins, such as a wrapper or a catalog.
    struct Entry: Sendable {
        let plugin: PluginDescriptor
        let origin: Origin
        let values: Values
    }

    /// The selected plugin.
    enum Selection: Sendable {
        case none
        case plugin(PluginDescriptor, Origin)
        /// The selected plugin doesn't exist, so its options can't be validated.
        case unknown
    }

    var selection = Selection.none
    /// The key path of the settings if it isn't that of the section.
    var path: String?
    /// The options' values, by plugin.
    var values: [String: Values] = [:]
    var decorators: [Entry] = []
    /// The origin of the list of wrappers, or `nil` if there is none.
    var decoratorsOrigin: Origin?
}
