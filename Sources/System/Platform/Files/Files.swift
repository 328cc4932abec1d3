import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Functions for files and folders, based on system calls.
package enum Files {
    /// The options for opening a file. Descriptors are always close-on-exec.
    package struct Options: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Opens the file for reading.
        package static var read: Self { Self(rawValue: 1) }
        /// Opens the file for writing.
        package static var write: Self { Self(rawValue: 2) }
        /// Creates the file if it doesn't exist.
        package static var create: Self { Self(rawValue: 4) }
        /// Fails if the file exists. Requires `create`.
        package static var new: Self { Self(rawValue: 8) }
        /// Fails if the path is a symbolic link.
        package static var noLink: Self { Self(rawValue: 16) }
        /// Doesn't wait for the other end of a pipe, or for a device.
        package static var noWait: Self { Self(rawValue: 32) }
        /// Fails if the path isn't a folder.
        package static var folder: Self { Self(rawValue: 64) }

        fileprivate var flags: Int32 {
            var flags = O_CLOEXEC | O_NOCTTY
            flags |= contains(.write) ? contains(.read) ? O_RDWR : O_WRONLY : O_RDONLY
            if contains(.create) { flags |= O_CREAT }
            if contains(.new) { flags |= O_EXCL }
            if contains(.noLink) { flags |= O_NOFOLLOW }
            if contains(.noWait) { flags |= O_NONBLOCK }
            if contains(.folder) { flags |= O_DIRECTORY }
            return flags
        }
    }

    /// Opens a file and returns its descriptor. `permissions` apply to a new file.
    package static func open(
        _ path: String, _ options: Options, permissions: UInt32 = 0o600
    ) throws(SystemFailure) -> Int32 {
        try checked { openFile(path, options.flags, mode_t(truncatingIfNeeded: permissions)) }
    }

    /// Closes a descriptor and releases its lock.
    package static func close(_ file: Int32) { closeFile(file) }

    /// Returns the metadata of an open file.
    package static func status(of file: Int32) throws(SystemFailure) -> Status {
        var status = cplatform_status()
        try checked { cplatform_status_of(file, &status) }
        return Status(status)
    }

    /// Returns the metadata of the file at a path. Follows symbolic links.
    package static func status(at path: String) throws(SystemFailure) -> Status {
        var status = cplatform_status()
        try checked { cplatform_status(path, &status) }
        return Status(status)
    }

    /// Returns the inode number of the file at a path. Follows symbolic links.
    ///
    /// On Linux, this avoids reading the file's timestamps, if possible. After a timestamp has been read, the next
    /// write must update it, which makes the next sync slower.
    package static func node(at path: String) throws(SystemFailure) -> UInt64 {
        var node: UInt64 = 0
        try checked { cplatform_node(path, &node) }
        return node
    }

    /// Returns the path of an open file, or `nil` if the path is unknown, for use in messages.
    package static func path(of file: Int32) -> String? {
        text { cplatform_path(file, $0, $1) == 0 }
    }

    // MARK: - Bytes

    /// Reads available bytes into the buffer and returns their number, which is 0 at the end.
    package static func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer)
        throws(SystemFailure) -> Int
    {
        try checked { readFile(file, buffer.baseAddress, buffer.count) }
    }

    /// Reads and returns available bytes, at most the given number. Empty at the end.
    package static func read(_ file: Int32, atMost count: Int) throws(SystemFailure) -> [UInt8] {
        var failure: SystemFailure?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            // Safety: `read` initializes exactly the number of bytes that it returns.
            do throws(SystemFailure) {
                initialized = try read(file, into: UnsafeMutableRawBufferPointer(buffer))
            } catch { failure = error }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Returns the contents of the file at a path.
    package static func content(of path: String) throws(SystemFailure) -> [UInt8] {
        let file = try open(path, .read)
        defer { close(file) }
        var content = try read(file, atMost: max(1 << 16, (try? status(of: file))?.size ?? 0) + 1)
        while true {
            let more = content.isEmpty ? [] : try read(file, atMost: 1 << 16)
            if more.isEmpty { return content }
            content += more
        }
    }

    /// Reads from an offset until the buffer is full or the file ends.
    ///
    /// - Returns: The number of bytes read, and the error that ended the reading, if any.
    package static func fill(
        _ buffer: UnsafeMutableRawBufferPointer, from file: Int32, at offset: Int
    ) -> (count: Int, failure: SystemFailure?) {
        var count = 0
        while count < buffer.count {
            // Safety: `rest` is the unfilled part of the buffer, and `pread` writes at most `rest.count` bytes.
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            let step = pread(file, rest.baseAddress, rest.count, off_t(offset + count))
            if step == 0 { break }
            if step > 0 { count += step } else if errno != EINTR { return (count, .last) }
        }
        return (count, nil)
    }

    /// Writes all bytes. Waits if a terminal or pipe can't accept more.
    package static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(SystemFailure) {
        var written = 0
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
            do throws(SystemFailure) {
                written += try checked { writeFile(file, rest.baseAddress, rest.count) }
            } catch {
                guard error == .wouldBlock else { throw error }
                Poller.waitForRoom(on: file)
            }
        }
    }

    /// Writes all bytes. Waits if a terminal or pipe can't accept more.
    package static func write(_ bytes: [UInt8], to file: Int32) throws(SystemFailure) {
        try bytes.span.bytes.withUnsafeBytes { bytes throws(SystemFailure) in try write(bytes, to: file) }
    }

    /// Writes all bytes at an offset. On Linux, each completed part of 4 MiB starts being written to the storage
    /// device, so that a later sync takes less time.
    package static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32, at offset: Int)
        throws(SystemFailure)
    {
        let part = 1 << 22
        var written = 0
        while written < bytes.count {
            let place = offset + written
            let count = min(bytes.count - written, part - place % part)
            // Safety: `pwrite` only reads the `count` bytes of `rest`, which are within `bytes`.
            let rest = UnsafeRawBufferPointer(rebasing: bytes[written..<written + count])
            let step = try checked { pwrite(file, rest.baseAddress, count, off_t(place)) }
            if step == 0 { throw .inputOutput }
            written += step
            let end = place + step
            if end.isMultiple(of: part) { cplatform_begin_writing(file, Int64(end - part), Int64(part)) }
        }
    }

    /// Truncates a file to a size, or extends it with zeros.
    package static func truncate(_ file: Int32, to size: Int) throws(SystemFailure) {
        try checked { ftruncate(file, off_t(size)) }
    }

    /// Waits until a file's contents, and the metadata that is needed to read them, are on the storage device.
    /// Doesn't retry after an error or a signal, since a second call may succeed even though the data was lost.
    package static func syncContent(of file: Int32) throws(SystemFailure) {
        if cplatform_sync(file) != 0 { throw .last }
    }

    /// Waits until a file, or the names in a folder, are on the storage device. On macOS, the data may still be in the
    /// drive's cache. Some file systems report `invalid` for folders.
    package static func sync(_ file: Int32) throws(SystemFailure) {
        if fsync(file) != 0 { throw .last }
    }

    // MARK: - Locks

    /// Tries to lock an open file, without waiting.
    ///
    /// - Returns: Whether the descriptor now holds the lock.
    package static func lock(_ file: Int32) throws(SystemFailure) -> Bool {
        do throws(SystemFailure) { try checked { flock(file, LOCK_EX | LOCK_NB) } } catch {
            if error.number == EWOULDBLOCK { return false }
            throw error
        }
        return true
    }

    /// Releases the lock.
    package static func unlock(_ file: Int32) { flock(file, LOCK_UN) }
}

// Inside a type with methods of the same names, the unqualified names refer to the methods.
private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
private func closeFile(_ file: Int32) { close(file) }
private func readFile(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(file, bytes, count)
}
private func writeFile(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(file, bytes, count)
}
