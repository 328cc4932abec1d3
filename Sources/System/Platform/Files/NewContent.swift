/// A writer that replaces the contents of a file atomically. After a crash at any point, the file has either the old
/// or the new contents.
///
/// ```swift
/// var content = try NewContent(of: "config.json")
/// try content.write(bytes)
/// try content.commit()
/// ```
///
/// The bytes are written to a temporary file in the target's folder, which gets the target's permissions and owner.
/// ``commit()`` syncs it and renames it to the target. If the value is dropped before, the temporary file is removed.
/// If the target is a symbolic link, the file it points to is replaced or created.
///
/// Files of stores have further requirements, for which `LootFiles` has a separate type.
package struct NewContent: ~Copyable {
    /// The path of the file to replace, after following symbolic links.
    package let target: String
    private let file: Int32
    private let temporary: String
    private var isCommitted = false

    /// Creates a temporary file for new contents of the file at `path`, which need not exist.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - permissions: The permissions of a new file, to which the process's umask is applied.
    /// - Throws: The error that occurred when creating the temporary file.
    package init(of path: String, permissions: UInt32 = 0o666) throws(SystemFailure) {
        target = Files.target(of: path)
        var generator = SystemRandomNumberGenerator()
        temporary = "\(target).\(String(generator.next() as UInt32, radix: 16)).tmp"
        let old = try? Files.status(at: target)
        file = try Files.open(temporary, [.write, .create, .new], permissions: permissions)
        guard let old else { return }
        // Only root can change the owner. If that fails, the file already has this process's user.
        try? Files.setOwner(old.owner, group: old.group, of: temporary)
        try? Files.setPermissions(old.permissions & 0o777, of: file)
    }

    deinit {
        Files.close(file)
        if !isCommitted { try? Files.remove(temporary) }
    }

    /// Appends bytes.
    package mutating func write(_ bytes: [UInt8]) throws(SystemFailure) { try Files.write(bytes, to: file) }

    /// Replaces the target with the written contents, and waits until they are on the storage device.
    package mutating func commit() throws(SystemFailure) {
        try Files.sync(file)
        try Files.rename(temporary, to: target)
        isCommitted = true
        // Some file systems can't sync folders. The file itself has already been synced.
        guard let folder = try? Files.open(Files.folder(of: target), .read) else { return }
        defer { Files.close(folder) }
        try? Files.sync(folder)
    }

    /// Atomically replaces the contents of the file at `path`.
    package static func replace(
        _ path: String, with bytes: [UInt8], permissions: UInt32 = 0o666
    ) throws(SystemFailure) {
        var content = try NewContent(of: path, permissions: permissions)
        try content.write(bytes)
        try content.commit()
    }
}
