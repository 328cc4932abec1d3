import LootCore
import Platform

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ConfigurationSources {
    /// The sources of the running process: its environment, folders and files, with what the command line says.
    public static func process(
        configurationFile: String? = nil, settings: [String] = [], storeAddress: String? = nil
    ) -> ConfigurationSources {
        let (environment, unreadable) = processEnvironment()
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
        return ConfigurationSources(
            environment: environment, unreadableVariables: unreadable,
            workingDirectory: FileManager.default.currentDirectoryPath,
            homeDirectory: home ?? FileManager.default.homeDirectoryForCurrentUser.path,
            userName: userName(environment),
            configurationFile: configurationFile, settings: settings, storeAddress: storeAddress,
            readFile: ConfigurationSources.contents)
    }

    /// The login name, from the environment where it stands: to ask the system takes longer.
    private static func userName(_ environment: [String: String]) -> String? {
        let names = [environment["LOGNAME"], environment["USER"]].compactMap { $0 }
        let name = names.first { !$0.isEmpty }
        return name ?? ThisProcess.loginName
    }

    /// The bytes of a file on disk, nil if there is none.
    private static func contents(of path: String) throws(LootError) -> [UInt8]? {
        do { return try [UInt8](Data(contentsOf: URL(fileURLWithPath: path))) } catch {
            let code = (error as? CocoaError)?.code
            if code == .fileReadNoSuchFile || code == .fileNoSuchFile { return nil }
            let reason: String
            if code == .fileReadNoPermission {
                reason = "permission is denied"
            } else {
                var isFolder = false
                // Also where a part of the path is no folder, there is no such file.
                guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
                reason = isFolder ? "it is a folder" : "the system refuses"
            }
            throw LootError(
                .configuration, "can't read the configuration \(TextRules.visible(path: path))",
                because: reason,
                next: "Name a file that can be read, with --config or LOOT_CONFIG", place: path,
                underlying: String(describing: error))
        }
    }
}
