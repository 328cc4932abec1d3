package import LootCore
import LootFormats
package import LootPlugins
package import Platform

/// The file that stores people, links and sessions. Only its owner can read it, and it is replaced atomically.
package struct PeopleFile: Hashable, Sendable {
    /// The path. The file may not exist.
    package let path: String

    /// Creates a reference to the file at the given path.
    package init(_ path: String) { self.path = path }

    /// Creates a reference to the configured file, or to the default file in the user's data folder.
    ///
    /// - Throws: `LootError` with code `configuration` if no file is configured and the data folder isn't known.
    package init(of host: any ProgramHost) throws(LootError) {
        if let entry = host.configuration().first(where: { $0.path == "frontEnd.people" }),
            let value = try? DocumentValue(json: Array(entry.value.utf8).span),
            case .text(let path) = value.content
        {
            self.path = path
            return
        }
        func folder(_ name: String) -> String? {
            host.environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        guard let data = folder("XDG_DATA_HOME") ?? folder("HOME").map({ "\($0)/.local/share" }) else {
            throw LootError(
                .configuration, "Can't find the file with the list of people.",
                reason: "Neither XDG_DATA_HOME nor HOME is set.",
                advice: "Set http.people to the path of a file.")
        }
        path = "\(data)/loot/people.json"
    }

    /// The status of the file, or `nil` if the file doesn't exist. It is different after each change.
    package var status: Files.Status? { try? Files.status(at: path) }

    /// Whether other users of this machine have access to the file.
    package var isOpenToOthers: Bool { status.map { $0.permissions & 0o077 != 0 } ?? false }

    /// Reads the people. Returns an empty list if the file doesn't exist.
    ///
    /// - Throws: `LootError` if the file can't be read or is invalid.
    package func read() throws(LootError) -> People {
        let bytes: [UInt8]
        do throws(SystemFailure) { bytes = try Files.content(of: path) } catch {
            if error == .notFound || error == .notFolder { return People() }
            throw failure("Can't read the list of people in \(TextRules.visible(path: path)).", error)
        }
        return try People(json: bytes, at: path)
    }

    /// Reads the people, calls `change` with them, and replaces the file if they have changed. Meanwhile, a lock keeps
    /// other processes from changing the file. Creates the file and its folder if they don't exist.
    ///
    /// - Returns: The result of `change`.
    /// - Throws: `LootError` if the file can't be read, locked or replaced, or the error of `change`. In this case, the
    ///   file is unchanged.
    package func change<Result>(
        _ change: (inout People) throws(LootError) -> Result
    ) throws(LootError) -> Result {
        let folder = Files.folder(of: path)
        func failed(_ error: SystemFailure) -> LootError {
            failure("Can't change the list of people in \(TextRules.visible(path: path)).", error)
        }
        try SystemFiles().makeFolders(folder)
        return try Files.locking(folder, failing: failed) { () throws(LootError) in
            let old = try read()
            var people = old
            let result = try change(&people)
            if people == old { return result }
            do throws(SystemFailure) {
                try NewContent.replace(path, with: people.json, permissions: 0o600)
            } catch { throw failed(error) }
            return result
        }
    }

    private func failure(_ operation: Message, _ failure: SystemFailure) -> LootError {
        LootError(
            .cannotCreate, operation, reason: "\(failure.reason).",
            advice: "Check the permissions of the file.", place: path)
    }
}
