import LootCore
import Platform

/// A temporary folder for the stores of one test run.
struct TrialFolder: Sendable {
    static let prefix = "loot-trial-"

    let path: String

    init() throws(LootError) {
        let base = ThisProcess.environment("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        path = "\(base)/\(TrialFolder.prefix)\(ItemID())"
        do throws(SystemFailure) { try Files.makeFolder(path) } catch {
            throw LootError(
                .cannotCreate, "Can't test the plugin.", reason: "\(error.reason).", place: path)
        }
    }

    /// Returns the name of the folder with a path.
    static func name(in path: String) -> String { String(path.split(separator: "/").last ?? "") }

    /// Removes the folder and its contents.
    func remove() { Self.remove(path) }

    private static func remove(_ path: String) {
        if (try? Files.status(at: path))?.kind == .folder, (try? Files.destination(ofLink: path)) == nil {
            for name in (try? Files.names(in: path)) ?? [] where name != "." && name != ".." {
                remove("\(path)/\(name)")
            }
            try? Files.removeFolder(path)
        } else {
            try? Files.remove(path)
        }
    }
}
