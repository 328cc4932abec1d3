package import LootPlugins

extension Action {
    /// The actions of this package, in the order in which front ends list them.
    package static let builtIn: [Action] = [.favorite, .unfavorite, .lend, .takeBack]

    /// The built-in action with an id.
    package static func named(_ id: String) -> Action? { builtIn.first { $0.id == id } }
}
