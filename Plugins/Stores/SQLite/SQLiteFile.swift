import LootCore
import Platform

/// The file of a SQLite database.
struct SQLiteFile {
    /// The path without symbolic links, because SQLite puts the log next to the target.
    let path: String

    init(path: String) { self.path = Files.target(of: path) }

    /// Creates the file and its folder unless they exist. Only the owner can read the new file, and SQLite gives its log
    /// the same permissions.
    func create() throws(LootError) {
        let folder = Files.folder(of: path)
        do throws(SystemFailure) { try Files.makeFolders(folder) } catch {
            throw LootError(
                .cannotCreate, "Can't open the store.",
                reason: "The folder \(folder) can't be created (\(error.reason)).", place: path)
        }
        if let file = try? Files.open(path, [.write, .create, .new]) { Files.close(file) }
    }

    /// Whether this process can change the file, or create it.
    var isWritable: Bool {
        guard (try? Files.status(at: path)) != nil else { return true }
        do throws(SystemFailure) {
            try Files.requireWritable(path)
            try Files.requireWritable(Files.folder(of: path))
            return true
        } catch { return false }
    }

    /// Whether there is a write-ahead log, which exists while programs use the database.
    var hasLog: Bool { (try? Files.status(at: path + "-wal")) != nil }

    /// Properties that change when a program writes to the file.
    struct Stamp: Equatable {
        let size: Int
        let node: UInt64
        let modified: Int64
    }

    /// The current stamp, or `nil` if the file doesn't exist.
    var stamp: Stamp? {
        guard let status = try? Files.status(at: path) else { return nil }
        return Stamp(size: status.size, node: status.node, modified: status.modified)
    }

    /// The address that makes SQLite assume that the file doesn't change, so that it needs no other files.
    var immutableAddress: String {
        let encoded = path.replacing("%", with: "%25").replacing("?", with: "%3f").replacing("#", with: "%23")
        return "file:\(encoded)?immutable=1"
    }
}
