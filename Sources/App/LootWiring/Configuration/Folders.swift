import LootCore

/// The folders that relative paths in a configuration refer to, and the conversion to absolute paths.
struct Folders: Sendable {
    /// The working directory.
    let working: String
    /// The home directory, to which `~` refers.
    let home: String?
    /// The default folder for data, or `nil` if the environment doesn't determine it.
    let data: String?
    /// The folder for state that isn't essential, or `nil` if the environment doesn't determine it.
    let state: String?
    /// The folder of the configuration file, or `nil` if the environment doesn't determine it.
    let configuration: String?

    init(_ sources: ConfigurationSources) {
        let home = sources.homeDirectory.flatMap { Folders.isAbsolute($0) ? $0 : nil }
        self.home = home
        working = sources.workingDirectory
        func folder(_ variable: String, orHome path: String) -> String? {
            // According to the XDG Base Directory Specification, relative paths in these variables are ignored.
            if let path = sources.environment[variable], Folders.isAbsolute(path) {
                return Folders.join(path, "loot")
            }
            return home.map { Folders.join($0, path) }
        }
        data = folder("XDG_DATA_HOME", orHome: ".local/share/loot")
        state = folder("XDG_STATE_HOME", orHome: ".local/state/loot")
        configuration = folder("XDG_CONFIG_HOME", orHome: ".config/loot")
    }

    /// The reason why a path can't be made absolute.
    struct PathError: Error {
        let reason: Message
    }

    /// Returns the absolute form of a path that may be relative to `folder`.
    func resolve(_ path: String, in folder: String?) throws(PathError) -> String {
        if Folders.isAbsolute(path) { return Folders.join(path, "") }
        if path == "~" || path.hasPrefix("~/") {
            guard let home else {
                throw PathError(
                    reason:
                        "“\(TextRules.visible(path))” begins with “~”, but the home directory isn't known.")
            }
            return Folders.join(home, String(path.dropFirst(2)))
        }
        guard let folder else {
            throw PathError(
                reason: """
                    “\(TextRules.visible(path))” is relative to the data directory, but neither XDG_DATA_HOME nor HOME \
                    is set.
                    """)
        }
        return Folders.join(folder, path)
    }

    /// Compares bytes, since a combining mark could follow the slash.
    private static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

    /// Joins two paths and removes `.` and duplicate slashes. Keeps `..`, whose meaning depends on symbolic links.
    private static func join(_ folder: String, _ path: String) -> String {
        let parts = (folder + "/" + path).utf8.split(separator: UInt8(ascii: "/")).map {
            String(Substring($0))
        }
        return (isAbsolute(folder) || folder.isEmpty ? "/" : "")
            + parts.filter { $0 != "." }.joined(separator: "/")
    }
}
