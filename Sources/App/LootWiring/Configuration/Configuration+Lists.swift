import LootCore
import LootPlugins

extension Configuration {
    /// Returns the product catalogs in the order of their precedence.
    func catalogs() throws(LootError) -> [any ProductCatalog] {
        try made(.catalogs) { (name, settings) throws(LootError) in
            try registry.catalog(name).make(settings)
        }
    }

    /// Returns the hooks of the store in calling order: the permanent ones, then the listed ones.
    func hooks() throws(LootError) -> [any CommitHook] {
        let listed = Set((resolver.lists[.hooks] ?? []).map(\.plugin.name))
        var all: [any CommitHook] = []
        for plugin in registry.permanentHooks where !listed.contains(plugin.descriptor.name) {
            all.append(try plugin.make(PluginSettings()))
        }
        return all
            + (try made(.hooks) { (name, settings) throws(LootError) in try registry.hook(name).make(settings)
            })
    }

    /// Returns all importers, beginning with those listed in the configuration.
    func importers() -> [FileImporter] {
        configured(.importers, registry.importers).map { FileImporter($0, $1) }
    }

    /// Returns all exporters, beginning with those listed in the configuration.
    func exporters() -> [FileExporter] {
        configured(.exporters, registry.exporters).map { FileExporter($0, $1) }
    }

    /// Returns all actions with their settings, in registration order.
    func actions() -> [Action] {
        if resolver.lists[.actions] == nil, registry.actions.allSatisfy(\.options.isEmpty) {
            return registry.actions
        }
        let configured = configured(.actions, registry.actions)
        return registry.actions.map { action in
            var action = action
            action.settings = configured.first { $0.0.id == action.id }?.1 ?? PluginSettings()
            return action
        }
    }

    /// Creates an object with each plugin of a list. Errors include the origin of the plugin's entry.
    private func made<Made>(
        _ list: PluginList, _ make: (String, PluginSettings) throws(LootError) -> Made
    ) throws(LootError) -> [Made] {
        var all: [Made] = []
        for (index, entry) in (resolver.lists[list] ?? []).enumerated() {
            let path = "\(list.rawValue)[\(index)]"
            do throws(LootError) {
                all.append(try make(entry.plugin.name, settings(of: entry, path: path)))
            } catch {
                throw LootError(
                    .configuration, entry.origin.failure(at: path), reason: error.explanation,
                    advice: error.advice, remedy: error.remedy, place: path)
            }
        }
        return all
    }

    /// Returns the plugins of a kind with their settings: the listed ones in order, followed by the others.
    private func configured<P: Plugin>(_ list: PluginList, _ plugins: [P]) -> [(P, PluginSettings)] {
        let entries = (resolver.lists[list] ?? []).enumerated().map { index, entry in
            (entry.plugin.name, settings(of: entry, path: "\(list.rawValue)[\(index)]"))
        }
        let listed = entries.compactMap { name, settings in
            plugins.first { $0.descriptor.name == name }.map { ($0, settings) }
        }
        let names = Set(entries.map(\.0))
        return listed
            + plugins.filter { !names.contains($0.descriptor.name) }.map { plugin in
                (
                    plugin,
                    settings(of: .init(plugin: plugin.descriptor, origin: builtIn, values: [:]), path: "")
                )
            }
    }

    private func settings(of entry: SectionState.Entry, path: String) -> PluginSettings {
        var checker = Checker(registry: registry, folders: resolver.checker.folders)
        let values = checker.complete(
            entry.values, of: entry.plugin, path: path, selectedAt: entry.origin)
        return PluginSettings(values.mapValues(\.value))
    }
}
