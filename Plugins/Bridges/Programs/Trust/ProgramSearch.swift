import LootCore
import Platform

/// The search path for programs: the plugin folder in the configuration folder, then the folders in `PATH`. Relative
/// entries such as `.` are ignored, because programs in data folders must not be found.
struct ProgramSearch: Sendable {
    /// The prefix of plugin file names.
    static let prefix = "loot-plugin-"
    /// The prefix of command file names.
    static let commandPrefix = "loot-"

    /// The configuration folder, or `nil` if neither `XDG_CONFIG_HOME` nor a home folder is set.
    let configuration: String?
    private let folders: [String]

    /// Creates the search path from the given environment variables and the home folder.
    init(_ environment: [String: String], home: String?) {
        func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }
        if let path = environment["XDG_CONFIG_HOME"], isAbsolute(path) {
            configuration = "\(path)/loot"
        } else {
            configuration = home.flatMap { isAbsolute($0) ? "\($0)/.config/loot" : nil }
        }
        folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init).filter(isAbsolute)
    }

    /// The plugin folder in the configuration folder.
    var pluginFolder: String? { configuration.map { "\($0)/plugins" } }

    /// Returns the path of the plugin with the given name, or `nil` if there is no such program in the search path.
    func plugin(_ name: String) -> String? {
        for folder in (pluginFolder.map { [$0] } ?? []) + folders {
            let path = "\(folder)/\(Self.prefix)\(name)"
            if isProgram(path) { return path }
        }
        return nil
    }

    /// Returns the paths of all plugins by name. If several plugins have the same name, the result contains the first
    /// one in the search path.
    func plugins() -> [String: String] {
        programs(in: (pluginFolder.map { [$0] } ?? []) + folders, Self.prefix)
    }

    /// Returns the path of the command with the given name, or `nil` if there is no such program in `PATH`.
    func command(_ name: String) -> String? {
        folders.map { "\($0)/\(Self.commandPrefix)\(name)" }.first(where: isProgram)
    }

    /// Returns the paths of all commands in `PATH` by name.
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
