package import LootCore

/// Puts a new content in the place of a file's old one: after a crash at any point there is one or the other.
///
/// ```swift
/// var replacement = try FileReplacement(of: "items.json", on: files, for: "can't save the items")
/// try replacement.write(bytes.span.bytes)
/// try replacement.commit()
/// ```
///
/// The bytes go into a temporary file beside the target, which takes over the target's rights, is synced, and
/// only then gets the target's name; at last the folder is synced. A replacement that is dropped before
/// ``commit()`` leaves nothing behind. A target that is a symbolic link stays one: the file it points to is replaced.
package struct FileReplacement: ~Copyable {
    private let files: any FileSystem
    private let file: FileDescriptor
    private let target: String
    private let temporary: String
    private let purpose: String
    private var isRenamed = false
    private var sealed: FileIdentity?
    private var pending: [UInt8] = []
    private var size = 0
    private var digest = ContentDigest()

    /// Begins a replacement of the file at `path`, which need not be there yet.
    ///
    /// - Parameters:
    ///   - path: where it is.
    ///   - access: the rights that the new content gets; those of the file itself if nil.
    ///   - temporary: where the new content is while it is written; beside the file if nil.
    ///   - files: the file system.
    ///   - purpose: what fails when it fails: `can't save the items`.
    /// - Throws: ``/LootCore/LootError``; `locked` when another replacement of the same file is under way.
    package init(
        of path: String, access: FileAccess? = nil, writing temporary: String? = nil,
        on files: any FileSystem,
        for purpose: String
    ) throws(LootError) {
        do throws(SystemError) {
            let target = try files.resolve(path)
            let temporary = temporary ?? FilePath.sidecar(of: target, ending: "tmp")
            let status = try files.status(at: target)
            if let status, status.kind != .regular {
                throw SystemError(status.kind == .folder ? .isFolder : .notRegular, .open, target)
            }
            let access = if let access { access } else { try files.access(of: target) }
            file = try FileReplacement.openTemporary(temporary, access, on: files)
            self.target = target
            self.temporary = temporary
        } catch {
            throw error.lootError(purpose)
        }
        self.files = files
        self.purpose = purpose
    }

    deinit {
        // What a failed removal leaves lying about, the next replacement takes over.
        if !isRenamed { try? files.remove(temporary) }
        files.close(file)
    }

    /// A file under the temporary name that is ours alone. One that a crashed process left is taken over: its lock
    /// went with the process.
    private static func openTemporary(
        _ path: String, _ access: FileAccess?, on files: any FileSystem
    ) throws(SystemError) -> FileDescriptor {
        for _ in 0..<10 {
            let (file, status) = try files.openOwn(path)
            do throws(SystemError) {
                guard try files.lock(file) else { throw SystemError(.exists, .lock, path) }
                // Between opening and locking it may have become another writer's new file.
                if try files.status(at: path)?.node == status.node {
                    if try files.status(of: file).size > 0 { try files.truncate(file, to: 0) }
                    if let access { try files.setAccess(access, of: path) }
                    return file
                }
            } catch {
                files.close(file)
                throw error
            }
            files.close(file)
        }
        throw SystemError(.exists, .lock, path)
    }

    /// Appends bytes.
    package mutating func write(_ bytes: RawSpan) throws(LootError) {
        digest.update(bytes)
        size += bytes.byteCount
        if bytes.byteCount >= FileReplacement.chunk {
            try flushPending()
            return try flush(bytes)
        }
        bytes.withUnsafeBytes { pending.append(contentsOf: $0) }  // an array takes no span yet
        if pending.count >= FileReplacement.chunk { try flushPending() }
    }

    /// What the target will hold once the replacement is committed, when everything is written.
    package mutating func content() throws(LootError) -> FileIdentity {
        if let sealed { return sealed }
        try flushPending()
        do throws(SystemError) {
            let status = try files.status(of: file)
            return FileIdentity(
                size: size, digest: .init(of: digest), node: status.node, modified: status.modified)
        } catch {
            throw error.lootError(purpose)
        }
    }

    /// Puts everything written on the medium, still under the temporary name.
    ///
    /// - Returns: what the target will hold once the replacement is committed.
    @discardableResult
    package mutating func seal() throws(LootError) -> FileIdentity {
        if let sealed { return sealed }
        try flushPending()
        do { try files.sync(file) } catch { throw error.lootError(purpose) }
        let identity = try content()
        sealed = identity
        return identity
    }

    /// Gives the new content the target's name, and waits until that is on the medium.
    ///
    /// - Returns: what the target now holds.
    /// - Throws: ``/LootCore/LootError``. When the call that failed is the last one, the target has its new content, but may
    ///   have the old one again after a power cut.
    @discardableResult
    package consuming func commit() throws(LootError) -> FileIdentity {
        let identity = try rename()
        do { try files.syncFolder(FilePath.folder(of: target)) } catch { throw error.lootError(purpose) }
        return identity
    }

    /// Gives the new content the target's name; a power cut may still bring the old content back until the target's
    /// folder is synced.
    ///
    /// - Returns: what the target now holds.
    mutating func rename() throws(LootError) -> FileIdentity {
        var identity = try seal()
        do throws(SystemError) {
            try files.rename(temporary, to: target)
            isRenamed = true
            identity.changed = (try? files.status(of: file))?.changed
            return identity
        } catch {
            throw error.lootError(purpose)
        }
    }

    /// Gives the new content the target's name as ``rename()`` does, if the target is still as it was seen. What
    /// another program puts there at the very same moment stays.
    ///
    /// - Parameters:
    ///   - seen: how the target was seen; nil where it is not there yet.
    ///   - kept: the name that the old file gets.
    ///   - isCopied: whether it is copied under that name where it can't be renamed.
    /// - Returns: what the target now holds; nil when another program was first.
    /// - Throws: ``/LootCore/LootError``. The target has its old content then.
    mutating func rename(
        over seen: FileStatus?, keeping kept: String, isCopied: Bool
    ) throws(LootError) -> FileIdentity? {
        var identity = try seal()
        guard let seen else {
            do throws(SystemError) { isRenamed = try files.rename(temporary, toFree: target) } catch {
                throw error.lootError(purpose)
            }
            identity.changed = (try? files.status(of: file))?.changed
            return isRenamed ? identity : nil
        }
        do throws(SystemError) { isRenamed = try files.exchange(temporary, with: target) } catch {
            throw error.lootError(purpose)
        }
        if !isRenamed {
            if isCopied { try? files.copy(target, to: kept, by: "\(kept).tmp") }
            return try rename()
        }
        do throws(SystemError) {
            // The exchange itself changes when the status changed, and nothing else.
            let replaced = try? files.status(at: temporary)
            if let replaced, !replaced.isContent(of: seen) {
                isRenamed = try !files.exchange(temporary, with: target)
                return nil
            }
            try? files.rename(temporary, to: kept)
            identity.changed = (try? files.status(of: file))?.changed
            return identity
        } catch {
            throw error.lootError(purpose)
        }
    }

    private mutating func flushPending() throws(LootError) {
        if pending.isEmpty { return }
        let bytes = pending
        try flush(bytes.span.bytes)
        pending.removeAll(keepingCapacity: true)
    }

    private mutating func flush(_ bytes: RawSpan) throws(LootError) {
        do { try files.write(bytes, to: file, at: flushed) } catch { throw error.lootError(purpose) }
        flushed += bytes.byteCount
    }

    private var flushed = 0
    private static let chunk = 1 << 16
}
