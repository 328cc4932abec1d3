import LootCore
import Platform

/// Where programs are looked for: the plugins folder of the configuration, then the folders of `PATH`. Never where data
/// lies: an entry of `PATH` that is relative, such as `.`, is left out.
struct ProgramSearch: Sendable {
    /// What the names of plugins begin with.
    static let prefix = "loot-plugin-"
    /// What the names of commands begin with.
    static let commandPrefix = "loot-"

    /// The folder of the configuration; nil where the environment gives no hint.
    let configuration: String?
    private let folders: [String]

    /// The search in an environment.
    init(_ environment: [String: String], home: String?) {
        func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }
        if let path = environment["XDG_CONFIG_HOME"], isAbsolute(path) {
            configuration = "\(path)/loot"
        } else {
            configuration = home.flatMap { isAbsolute($0) ? "\($0)/.config/loot" : nil }
        }
        folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init).filter(isAbsolute)
    }

    /// The folder for plugins of the configuration.
    var pluginFolder: String? { configuration.map { "\($0)/plugins" } }

    /// The path of a plugin by its name; nil where there is none.
    func plugin(_ name: String) -> String? {
        for folder in (pluginFolder.map { [$0] } ?? []) + folders {
            let path = "\(folder)/\(Self.prefix)\(name)"
            if isProgram(path) { return path }
        }
        return nil
    }

    /// Every plugin that is found, by name; of several with one name the first.
    func plugins() -> [String: String] {
        programs(in: (pluginFolder.map { [$0] } ?? []) + folders, Self.prefix)
    }

    /// The path of a command by its name; nil where there is none.
    func command(_ name: String) -> String? {
        folders.map { "\($0)/\(Self.commandPrefix)\(name)" }.first(where: isProgram)
    }

    /// Every command that is found, by name.
    func commands() -> [String: String] {
        programs(in: folders, Self.commandPrefix).filter { !$0.key.hasPrefix("plugin-") }
    }

    private func programs(in folders: [String], _ prefix: String) -> [String: String] {
        var found: [String: String] = [:]
        for folder in folders {
            for file in (try? Files.names(in: folder)) ?? [] where file.hasPrefix(prefix) {
                let name = String(file.dropFirst(prefix.count))
                let path = "\(folder)/\(file)"
                if !name.isEmpty, found[name] == nil, isProgram(path) { found[name] = path }
            }
        }
        return found
    }

    private func isProgram(_ path: String) -> Bool {
        (try? Files.status(at: path))?.kind == .regular && Programs.isExecutable(path)
    }
}
