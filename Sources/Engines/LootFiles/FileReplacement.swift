package import LootCore

/// Replaces a file atomically. After a crash, the file contains either the old content or the new one.
///
/// ```swift
/// var replacement = try FileReplacement(of: "items.json", on: files, for: "Can't save the items.")
/// try replacement.write(bytes.span.bytes)
/// try replacement.commit()
/// ```
///
/// The bytes are written to a temporary file next to the target. It gets the target's permissions, is synced, and
/// then renamed to the target. Finally, the folder is synced. If a replacement is destroyed before ``commit()``, the
/// temporary file is removed. If the target is a symbolic link, the file that it points to is replaced.
package struct FileReplacement: ~Copyable {
    private let files: any FileSystem
    private let file: FileDescriptor
    private let target: String
    private let temporary: String
    private let failure: Message
    private var isRenamed = false
    private var sealed: FileIdentity?
    private var pending: [UInt8] = []
    private var size = 0
    private var digest = ContentDigest()

    /// Starts a replacement of a file, which doesn't have to exist.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - access: The permissions of the new file. If `nil`, the existing file's permissions are kept.
    ///   - temporary: The path of the temporary file. If `nil`, it is next to the file.
    ///   - files: The file system.
    ///   - failure: The sentence with which errors begin, such as `Can't save the items.`
    /// - Throws: ``/LootCore/LootError`` with code `locked` if the file is being replaced already, or another error
    ///   of the file system.
    package init(
        of path: String, access: FileAccess? = nil, writing temporary: String? = nil,
        on files: any FileSystem,
        for failure: Message
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
            throw error.lootError(failure)
        }
        self.files = files
        self.failure = failure
    }

    deinit {
        // If the temporary file can't be removed, the next replacement reuses it.
        if !isRenamed { try? files.remove(temporary) }
        files.close(file)
    }

    /// Opens and locks the temporary file. Reuses a file left behind by a crashed process, whose lock was released.
    private static func openTemporary(
        _ path: String, _ access: FileAccess?, on files: any FileSystem
    ) throws(SystemError) -> FileDescriptor {
        for _ in 0..<10 {
            let (file, status) = try files.openOwn(path)
            do throws(SystemError) {
                guard try files.lock(file) else { throw SystemError(.exists, .lock, path) }
                // Between `open` and `lock`, another writer may have renamed the file.
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
        bytes.withUnsafeBytes { pending.append(contentsOf: $0) }  // `Array` can't append a span yet.
        if pending.count >= FileReplacement.chunk { try flushPending() }
    }

    /// Returns the identity that the target will have after the commit. Call it after writing everything.
    package mutating func content() throws(LootError) -> FileIdentity {
        if let sealed { return sealed }
        try flushPending()
        do throws(SystemError) {
            let status = try files.status(of: file)
            return FileIdentity(
                size: size, digest: .init(of: digest), node: status.node, modified: status.modified)
        } catch {
            throw error.lootError(failure)
        }
    }

    /// Syncs the temporary file.
    ///
    /// - Returns: The identity that the target will have after the commit.
    @discardableResult
    package mutating func seal() throws(LootError) -> FileIdentity {
        if let sealed { return sealed }
        try flushPending()
        do { try files.sync(file) } catch { throw error.lootError(failure) }
        let identity = try content()
        sealed = identity
        return identity
    }

    /// Renames the temporary file to the target and syncs the folder.
    ///
    /// - Returns: The identity of the target.
    /// - Throws: ``/LootCore/LootError``. If only syncing the folder fails, the target has its new content, but a
    ///   power failure can bring back the old one.
    @discardableResult
    package consuming func commit() throws(LootError) -> FileIdentity {
        let identity = try rename()
        do { try files.syncFolder(FilePath.folder(of: target)) } catch { throw error.lootError(failure) }
        return identity
    }

    /// Renames the temporary file to the target. Until the target's folder is synced, a power failure can bring back
    /// the old content.
    ///
    /// - Returns: The identity of the target.
    mutating func rename() throws(LootError) -> FileIdentity {
        var identity = try seal()
        do throws(SystemError) {
            try files.rename(temporary, to: target)
            isRenamed = true
            identity.changed = (try? files.status(of: file))?.changed
            return identity
        } catch {
            throw error.lootError(failure)
        }
    }

    /// Renames the temporary file to the target if the target hasn't changed. If the file system can exchange two
    /// files, a file that another program writes at the same moment isn't overwritten.
    ///
    /// - Parameters:
    ///   - seen: The expected status of the target, or `nil` if it shouldn't exist.
    ///   - kept: The new path of the old file.
    ///   - isCopied: Whether to copy the old file to `kept` if it can't be renamed.
    /// - Returns: The identity of the target, or `nil` if another program changed it first.
    /// - Throws: ``/LootCore/LootError``. In this case, the target has its old content.
    mutating func rename(
        over seen: FileStatus?, keeping kept: String, isCopied: Bool
    ) throws(LootError) -> FileIdentity? {
        var identity = try seal()
        guard let seen else {
            do throws(SystemError) { isRenamed = try files.rename(temporary, toFree: target) } catch {
                throw error.lootError(failure)
            }
            identity.changed = (try? files.status(of: file))?.changed
            return isRenamed ? identity : nil
        }
        do throws(SystemError) { isRenamed = try files.exchange(temporary, with: target) } catch {
            throw error.lootError(failure)
        }
        if !isRenamed {
            if isCopied { try? files.copy(target, to: kept, by: "\(kept).tmp") }
            return try rename()
        }
        do throws(SystemError) {
            // The exchange only changes the status change time of the old file.
            let replaced = try? files.status(at: temporary)
            if let replaced, !replaced.isContent(of: seen) {
                isRenamed = try !files.exchange(temporary, with: target)
                return nil
            }
            try? files.rename(temporary, to: kept)
            identity.changed = (try? files.status(of: file))?.changed
            return identity
        } catch {
            throw error.lootError(failure)
        }
    }

    private mutating func flushPending() throws(LootError) {
        if pending.isEmpty { return }
        let bytes = pending
        try flush(bytes.span.bytes)
        pending.removeAll(keepingCapacity: true)
    }

    private mutating func flush(_ bytes: RawSpan) throws(LootError) {
        do { try files.write(bytes, to: file, at: flushed) } catch { throw error.lootError(failure) }
        flushed += bytes.byteCount
    }

    private var flushed = 0
    private static let chunk = 1 << 16
}
