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
            readFile: ConfigurationSources.contents, changeFile: ConfigurationSources.change)
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

// MARK: - Changing a file

extension ConfigurationSources {
    /// The file that a path stands for: what it points to, if it is a link, even where nothing is there yet.
    private static func target(of path: String) -> String {
        if let path = Files.realPath(of: path) { return path }
        var path = path
        // Links that lead in a circle come to no end.
        for _ in 0..<40 {
            guard let destination = try? Files.destination(ofLink: path) else { break }
            path = destination.hasPrefix("/") ? destination : "\(Folders.parent(of: path))/\(destination)"
        }
        return path
    }

    /// Changes a file on disk: what it points to, if it is a link. Its folder is locked meanwhile.
    private static func change(
        _ path: String, _ change: ([UInt8]?) throws(LootError) -> [UInt8]
    ) throws(LootError) {
        let path = target(of: path)
        let folder = Folders.parent(of: path)
        func failure(_ error: any Error) -> LootError {
            let why = (error as? SystemFailure)?.reason ?? "the system refuses"
            return LootError(
                .configuration, "can't change the configuration \(TextRules.visible(path: path))",
                because: why,
                place: path, underlying: String(describing: error))
        }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch { throw failure(error) }
        try Files.locking(folder, failing: failure) { () throws(LootError) in
            try replace(path, failing: failure, change)
        }
    }

    private static func replace(
        _ path: String, failing failure: (SystemFailure) -> LootError,
        _ change: ([UInt8]?) throws(LootError) -> [UInt8]
    ) throws(LootError) {
        let old = try contents(of: path)
        let new = try change(old)
        if new == old { return }
        if old != nil, let status = try? Files.status(at: path), status.permissions & 0o222 == 0 {
            throw LootError(
                .configuration, "can't change the configuration \(TextRules.visible(path: path))",
                because: "the file may not be written", next: "Change its permissions, or name another file",
                place: path)
        }
        do throws(SystemFailure) { try Files.replace(path, with: new) } catch { throw failure(error) }
    }
}
