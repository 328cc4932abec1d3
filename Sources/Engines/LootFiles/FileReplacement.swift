package import LootCore

/// Replaces a file atomically. Even after a crash, the file contains either all of the old content or all of the new.
///
/// ```swift
/// var replacement = try FileReplacement(of: "items.json", on: files, for: "Can't save the items.")
/// try replacement.write(bytes.span.bytes)
/// try replacement.commit()
/// ```
///
/// The bytes are written to a temporary file with the permissions of the target, the file to be replaced. Committing
/// syncs the temporary file, renames it to the target, and syncs the folder. A replacement that ends without renaming
/// the temporary file removes it. If the path leads to a symbolic link, the file that it points to is replaced.
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

    /// Begins to replace the file at `path`. The file doesn't have to exist.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - access: The permissions of the new file. If `nil`, the existing file's permissions are kept, and only the
    ///     owner can access a file that doesn't exist yet.
    ///   - temporary: The path of the temporary file, on the same file system. If `nil`, it is a hidden file in the
    ///     same folder.
    ///   - files: The file system.
    ///   - failure: The first sentence of all errors, such as `Can't save the items.`
    /// - Throws: ``/LootCore/LootError``, with code `locked` if another replacement uses the temporary file. Also
    ///   throws if the path leads to something other than a regular file, or if a system call fails.
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
        // Ignore errors, because the next replacement reuses a temporary file that couldn't be removed.
        if !isRenamed { try? files.remove(temporary) }
        files.close(file)
    }

    /// Opens the temporary file, or creates it, and then locks and empties it.
    ///
    /// A file that remains from a crashed process isn't locked, because the system releases the locks of a process when
    /// it ends.
    ///
    /// - Throws: ``SystemError`` with code `exists` if the file is locked, or the error of a system call that failed.
    private static func openTemporary(
        _ path: String, _ access: FileAccess?, on files: any FileSystem
    ) throws(SystemError) -> FileDescriptor {
        for _ in 0..<10 {
            let (file, status) = try files.openOwn(path)
            do throws(SystemError) {
                guard try files.lock(file) else { throw SystemError(.exists, .lock, path) }
                // Before this process locked the file, another writer may have renamed it to its target. In this case,
                // the path doesn't lead to the locked file anymore, so try again.
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

    /// Appends bytes to the new content. Call this before ``content()`` and ``seal()``.
    ///
    /// - Throws: ``/LootCore/LootError`` if the temporary file can't be written.
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

    /// Returns the identity of the target after the commit. Its `changed` is `nil`, because renaming the file still
    /// changes that time. Call this after writing all bytes.
    ///
    /// - Throws: ``/LootCore/LootError`` if the temporary file can't be written, or its status can't be read.
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

    /// Syncs the temporary file, so that its content is durable before it replaces the target. Call this after writing
    /// all bytes.
    ///
    /// - Returns: The identity of the target after the commit. Its `changed` is `nil`, because renaming the file still
    ///   changes that time.
    /// - Throws: ``/LootCore/LootError`` if the temporary file can't be written or synced, or its status can't be read.
    @discardableResult
    package mutating func seal() throws(LootError) -> FileIdentity {
        if let sealed { return sealed }
        try flushPending()
        do { try files.sync(file) } catch { throw error.lootError(failure) }
        let identity = try content()
        sealed = identity
        return identity
    }

    /// Syncs the temporary file, renames it to the target, and syncs the folder.
    ///
    /// - Returns: The new identity of the target. Its `changed` is `nil` if the status can't be read after renaming.
    /// - Throws: ``/LootCore/LootError``. If syncing the folder fails, the target has its new content, but a power
    ///   failure can bring back the old content. After any other error, the target is unchanged.
    @discardableResult
    package consuming func commit() throws(LootError) -> FileIdentity {
        let identity = try rename()
        do { try files.syncFolder(FilePath.folder(of: target)) } catch { throw error.lootError(failure) }
        return identity
    }

    /// Syncs the temporary file and renames it to the target. Until the caller syncs the target's folder, a power
    /// failure can bring back the old content.
    ///
    /// - Returns: The new identity of the target. Its `changed` is `nil` if the status can't be read after renaming.
    /// - Throws: ``/LootCore/LootError``. In this case, the target is unchanged.
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

    /// Syncs the temporary file and renames it to the target, unless another program has changed the target.
    ///
    /// To check an existing target, this method exchanges it with the temporary file. If the old file has changed since
    /// `seen`, the exchange is undone, so that the other program's content isn't lost. On a file system that can't
    /// exchange files, an existing target is replaced without this check. Until the caller syncs the target's folder, a
    /// power failure can bring back the old content.
    ///
    /// - Parameters:
    ///   - seen: The expected status of the target, or `nil` if the target is expected not to exist.
    ///   - kept: The path at which the old file is kept. Errors while keeping it are ignored.
    ///   - isCopied: Whether to copy the old file to `kept` if the file system can't exchange files. If `false`, the
    ///     old file isn't kept in this case.
    /// - Returns: The new identity of the target, or `nil` if another program has changed or created the target. The
    ///   `changed` of the identity is `nil` if the status can't be read after renaming.
    /// - Throws: ``/LootCore/LootError``. In this case, the target is unchanged, unless undoing the exchange fails.
    ///   Then, the target has the new content, and the temporary file has the other program's content until the next
    ///   replacement.
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
            // The exchange itself changes `changed` of the old file, so `isContent(of:)` doesn't compare it. If the
            // status can't be read, the exchange isn't undone.
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
