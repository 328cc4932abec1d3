/// A new content for a file, in place of the old one: after a crash at any point the file has one or the other.
///
/// ```swift
/// var content = try NewContent(of: "config.json")
/// try content.write(bytes)
/// try content.commit()
/// ```
///
/// The bytes go into a file beside the target, which takes over the target's permissions and owner, is synced, and only
/// then gets the target's name. What is dropped before ``commit()`` leaves nothing behind. A target that is a symbolic
/// link stays one: what it points to is replaced, or made.
///
/// A store's own file needs more than that and has a type of its own in `LootFiles`.
package struct NewContent: ~Copyable {
    /// The file that gets the content, symbolic links followed.
    package let target: String
    private let file: Int32
    private let temporary: String
    private var isCommitted = false

    /// Begins a new content for the file at `path`, which need not be there yet.
    ///
    /// - Parameters:
    ///   - path: where the file is.
    ///   - permissions: those of a file that is not there yet; the process's mask takes some away.
    /// - Throws: what kept the file beside it from being made.
    package init(of path: String, permissions: UInt32 = 0o666) throws(SystemFailure) {
        target = Files.target(of: path)
        var generator = SystemRandomNumberGenerator()
        temporary = "\(target).\(String(generator.next() as UInt32, radix: 16)).tmp"
        let old = try? Files.status(at: target)
        file = try Files.open(temporary, [.write, .create, .new], permissions: permissions)
        guard let old else { return }
        // Only root may give a file to another; what is one's own is so already.
        try? Files.setOwner(old.owner, group: old.group, of: temporary)
        try? Files.setPermissions(old.permissions & 0o777, of: file)
    }

    deinit {
        Files.close(file)
        if !isCommitted { try? Files.remove(temporary) }
    }

    /// Appends bytes.
    package mutating func write(_ bytes: [UInt8]) throws(SystemFailure) { try Files.write(bytes, to: file) }

    /// Gives what was written the target's name, and waits until that is on the medium.
    package mutating func commit() throws(SystemFailure) {
        try Files.sync(file)
        try Files.rename(temporary, to: target)
        isCommitted = true
        // Some file systems have nothing to sync for a folder and say so; the file itself is on the medium.
        guard let folder = try? Files.open(Files.folder(of: target), .read) else { return }
        defer { Files.close(folder) }
        try? Files.sync(folder)
    }

    /// Puts bytes in the place of the file at `path`, in one step.
    package static func replace(
        _ path: String, with bytes: [UInt8], permissions: UInt32 = 0o666
    ) throws(SystemFailure) {
        var content = try NewContent(of: path, permissions: permissions)
        try content.write(bytes)
        try content.commit()
    }
}
