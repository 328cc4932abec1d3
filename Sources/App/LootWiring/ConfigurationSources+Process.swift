import LootCore
import Platform

extension ConfigurationSources {
    /// Returns the sources of the running process: its environment, folders and files, and the given command-line
    /// options.
    public static func process(
        configurationFile: String? = nil, settings: [String] = [], storeAddress: String? = nil
    ) -> ConfigurationSources {
        let (environment, unreadable) = processEnvironment()
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
        return ConfigurationSources(
            environment: environment, unreadableVariables: unreadable,
            workingDirectory: Files.workingFolder ?? "/",
            homeDirectory: home ?? ThisProcess.homeFolder ?? "/",
            userName: userName(environment),
            configurationFile: configurationFile, settings: settings, storeAddress: storeAddress,
            readFile: ConfigurationSources.contents, changeFile: ConfigurationSources.change)
    }

    /// Returns the login name, preferably from the environment, because asking the system takes longer.
    private static func userName(_ environment: [String: String]) -> String? {
        let names = [environment["LOGNAME"], environment["USER"]].compactMap { $0 }
        let name = names.first { !$0.isEmpty }
        return name ?? ThisProcess.loginName
    }

    /// Returns the contents of a file, or `nil` if it doesn't exist.
    private static func contents(of path: String) throws(LootError) -> [UInt8]? {
        do throws(SystemFailure) { return try Files.content(of: path) } catch {
            // The file also doesn't exist if a component of its path isn't a folder.
            if error == .notFound || error == .notFolder { return nil }
            let reason: Message =
                switch error {
                case .noAccess, .notPermitted: "Permission is denied."
                case .isFolder: "It is a folder."
                default: "\(error.reason)."
                }
            throw LootError(
                .configuration, "Can't read the configuration \(TextRules.visible(path: path)).",
                reason: reason, advice: "Specify a readable file with --config or LOOT_CONFIG.",
                place: path, underlying: String(describing: error))
        }
    }
}

// MARK: - Changing a file

extension ConfigurationSources {
    /// Changes a file while holding a lock on its folder. Follows symbolic links.
    private static func change(
        _ path: String, _ change: ([UInt8]?) throws(LootError) -> [UInt8]
    ) throws(LootError) {
        let path = Files.target(of: path)
        let folder = Files.folder(of: path)
        let failure: Message = "Can't change the configuration \(TextRules.visible(path: path))."
        func failed(_ error: SystemFailure) -> LootError {
            LootError(
                .configuration, failure, reason: "\(error.reason).", place: path,
                underlying: String(describing: error))
        }
        do throws(SystemFailure) { try Files.makeFolders(folder) } catch { throw failed(error) }
        try Files.locking(folder, failing: failed) { () throws(LootError) in
            let old = try contents(of: path)
            let new = try change(old)
            if new == old { return }
            if old != nil, let status = try? Files.status(at: path), status.permissions & 0o222 == 0 {
                throw LootError(
                    .configuration, failure, reason: "The file isn't writable.",
                    advice: "Change its permissions, or specify another file.", place: path)
            }
            do throws(SystemFailure) {
                try NewContent.replace(path, with: new, permissions: 0o600)
            } catch { throw failed(error) }
        }
    }
}
