package import LootCore
import LootFormats
package import LootPlugins
package import Platform

/// The file in which people and links are kept: for its owner alone, and changed whole.
package struct PeopleFile: Hashable, Sendable {
    /// Where it is; it need not be there.
    package let path: String

    /// The file at a path.
    package init(_ path: String) { self.path = path }

    /// The file that the configuration names, else the one where the lists are.
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
                .configuration, "can't find the file of people",
                because: "neither XDG_DATA_HOME nor HOME is set", next: "Set frontEnd.people to a file")
        }
        path = "\(data)/loot/people.json"
    }

    /// What the system knows of the file, which differs after each change; nil where there is none.
    package var status: Files.Status? { try? Files.status(at: path) }

    /// Whether others on this machine may read it.
    package var isOpenToOthers: Bool { status.map { $0.permissions & 0o077 != 0 } ?? false }

    /// The people; none where there is no file.
    package func read() throws(LootError) -> People {
        let bytes: [UInt8]
        do throws(SystemFailure) { bytes = try Files.content(of: path) } catch {
            if error == .notFound || error == .notFolder { return People() }
            throw failure("read", error)
        }
        return try People(json: bytes, at: path)
    }

    /// Changes the people; the file begins with the first.
    package func change<Result>(
        _ change: (inout People) throws(LootError) -> Result
    ) throws(LootError) -> Result {
        let folder = Files.folder(of: path)
        try SystemFiles().makeFolders(folder)
        return try Files.locking(folder, failing: { failure("change", $0) }) { () throws(LootError) in
            var people = try read()
            let result = try change(&people)
            do throws(SystemFailure) {
                try NewContent.replace(path, with: people.json, permissions: 0o600)
            } catch { throw failure("change", error) }
            return result
        }
    }

    private func failure(_ verb: String, _ failure: SystemFailure) -> LootError {
        LootError(
            .cannotCreate, "can't \(verb) the people in \(TextRules.visible(path: path))",
            because: failure.reason.lowercased(), next: "Check the file's permissions", place: path)
    }
}
