/// The folders that paths of a configuration are relative to, and how a path becomes absolute.
struct Folders: Sendable {
    /// Where the program runs.
    let working: String
    /// What `~` stands for.
    let home: String?
    /// Where data belongs that is not placed elsewhere; nil when the environment gives no hint.
    let data: String?
    /// Where that belongs which can be done without; nil when the environment gives no hint.
    let state: String?
    /// Where the configuration file is looked for; nil when the environment gives no hint.
    let configuration: String?

    init(_ sources: ConfigurationSources) {
        let home = sources.homeDirectory.flatMap { Folders.isAbsolute($0) ? $0 : nil }
        self.home = home
        working = sources.workingDirectory
        func folder(_ variable: String, orHome path: String) -> String? {
            // The base directory specification: a relative path in these variables counts as none.
            if let path = sources.environment[variable], Folders.isAbsolute(path) {
                return Folders.join(path, "loot")
            }
            return home.map { Folders.join($0, path) }
        }
        data = folder("XDG_DATA_HOME", orHome: ".local/share/loot")
        state = folder("XDG_STATE_HOME", orHome: ".local/state/loot")
        configuration = folder("XDG_CONFIG_HOME", orHome: ".config/loot")
    }

    /// What keeps a path from becoming absolute.
    struct Obstacle: Error {
        let why: String
    }

    /// The absolute path that `path`, said where relative paths are relative to `folder`, means.
    func resolve(_ path: String, in folder: String?) throws(Obstacle) -> String {
        if Folders.isAbsolute(path) { return Folders.join(path, "") }
        if path == "~" || path.hasPrefix("~/") {
            guard let home else { throw Obstacle(why: "begins with “~”, but there is no home directory") }
            return Folders.join(home, String(path.dropFirst(2)))
        }
        guard let folder else {
            throw Obstacle(
                why: "is relative to the data directory, but neither XDG_DATA_HOME nor HOME is set")
        }
        return Folders.join(folder, path)
    }

    /// By its first byte, whatever combining mark follows it.
    private static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

    /// Both paths in one, without `.` and doubled slashes. `..` stays: what it means depends on links.
    private static func join(_ folder: String, _ path: String) -> String {
        let parts = (folder + "/" + path).utf8.split(separator: UInt8(ascii: "/")).map {
            String(Substring($0))
        }
        return (isAbsolute(folder) || folder.isEmpty ? "/" : "")
            + parts.filter { $0 != "." }.joined(separator: "/")
    }
}
