import LootCore
import LootPlugins

/// A list that the configuration file names under `lists`.
struct NamedList: Sendable {
    let name: String
    /// The origin of the name.
    let origin: Origin
    /// The store, in the form of the section `store`.
    let settings: SectionSettings

    /// The key path.
    var path: String { "lists.\(name)" }

    /// Returns whether a string can be the name of a list. A name can be part of an address or a file name without
    /// being encoded.
    static func isName(_ text: String) -> Bool { text.utf8.count <= 60 && Registry.isName(text) }
}

/// The lists of the configuration, and the list in use.
struct ListTable: Sendable {
    /// A list with its settings from the configuration file.
    struct Entry: Sendable {
        let list: NamedList
        let state: SectionState
        /// The errors in the settings.
        let problems: [LootError]

        /// Reads the settings of a list without those of the environment and the command line. `defaults` is the
        /// layer of the built-in defaults.
        init(_ list: NamedList, defaults: Layer, _ checker: Checker) {
            self.list = list
            var resolver = Resolver(registry: checker.registry, folders: checker.folders)
            var layer = Layer()
            layer.sections[.store] = list.settings
            resolver.add(defaults)
            resolver.add(layer)
            let state = resolver.sections[.store] ?? SectionState()
            resolver.checker.complete(state, path: list.path)
            self.state = state
            problems = resolver.checker.problems
        }
    }

    private(set) var entries: [Entry] = []
    /// The name of the list in use and the origin of this choice, or `nil` if a store is in use that isn't one of the
    /// lists.
    private(set) var used: (name: String, origin: Origin)?

    /// Returns the list with a name.
    func entry(named name: String) -> Entry? { entries.first { $0.list.name == name } }

    /// Sets the store of the configuration file to that of the list in use. `layers` are the file, the environment and
    /// the command line. A layer that specifies a store overrides the list chosen by lower layers.
    init(choosingIn layers: inout [Layer], defaults: Layer, _ checker: inout Checker) {
        let lists = layers[0].namedLists
        entries = lists.map { Entry($0, defaults: defaults, checker) }
        guard let choice = choice(in: layers, &checker) else { return }
        guard let chosen = lists.first(where: { $0.name == choice.name }) else {
            let name = TextRules.visible(choice.name)
            checker.refuse(
                LootError(
                    .configuration, "Can't open the list “\(name)”.",
                    reason:
                        "\(choice.origin.name) specifies it, but the configuration has no list with this name.",
                    advice: lists.isEmpty
                        ? "Add lists to the configuration, under the key “lists”."
                        : Suggestions.advice(for: choice.name, among: lists.map(\.name)),
                    place: Layer.listKey))
            return
        }
        used = choice
        layers[0].sections[.store] = chosen.settings
        // Otherwise, the store of the environment would override the list that the command line specifies.
        if layers[2].list != nil {
            layers[1].sections[.store] = layers[1].sections[.store].map { SectionSettings(with: $0.with) }
        }
    }

    /// Returns the name of the list to use.
    private func choice(in layers: [Layer], _ checker: inout Checker) -> (name: String, origin: Origin)? {
        for layer in layers.reversed() {
            let store = layer.sections[.store].flatMap { $0.shortForm ?? $0.use }
            if let setting = layer.list {
                guard case .text(let name) = checker.value(setting, as: .text, path: Layer.listKey) else {
                    return nil
                }
                guard let store else { return (name, setting.origin) }
                checker.refuse(
                    LootError(
                        .configuration, "Can't open the list “\(TextRules.visible(name))”.",
                        reason: "\(store.origin.name) also specifies a store.",
                        advice: "Specify either a list or a store.", place: Layer.listKey))
                return nil
            }
            if store != nil { return nil }
        }
        return entries.first.map { ($0.list.name, $0.list.origin) }
    }

    /// The errors in the lists that aren't in use. Those of the list in use are among the errors of the store.
    var problems: [LootError] { entries.filter { $0.list.name != used?.name }.flatMap(\.problems) }
}
