import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Files and folders, by the system's own calls.
package enum Files {
    /// How a file is opened; it survives no exec.
    package struct Options: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// For reading.
        package static var read: Self { Self(rawValue: 1) }
        /// For writing.
        package static var write: Self { Self(rawValue: 2) }
        /// It is made if it is not there.
        package static var create: Self { Self(rawValue: 4) }
        /// It must not be there yet.
        package static var new: Self { Self(rawValue: 8) }
        /// A symbolic link is refused.
        package static var noLink: Self { Self(rawValue: 16) }
        /// A pipe without another end, or a device that is not ready, is not waited for.
        package static var noWait: Self { Self(rawValue: 32) }
        /// What is no folder is refused.
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

    /// Opens a file.
    package static func open(
        _ path: String, _ options: Options, permissions: UInt32 = 0o600
    ) throws(SystemFailure) -> Int32 {
        try checked { openFile(path, options.flags, mode_t(truncatingIfNeeded: permissions)) }
    }

    /// Gives a descriptor back, and with it any lock it holds.
    package static func close(_ file: Int32) { closeFile(file) }

    /// What the system knows of an open file.
    package static func status(of file: Int32) throws(SystemFailure) -> Status {
        var status = cplatform_status()
        try checked { cplatform_status_of(file, &status) }
        return Status(status)
    }

    /// What the system knows of the file at a path, symbolic links followed.
    package static func status(at path: String) throws(SystemFailure) -> Status {
        var status = cplatform_status()
        try checked { cplatform_status(path, &status) }
        return Status(status)
    }

    /// Which file is at a path, symbolic links followed: as ``status(at:)`` tells, without a look at its times. Once those
    /// were looked at, the next write gives the file new ones, which go to the medium with it.
    package static func node(at path: String) throws(SystemFailure) -> UInt64 {
        var node: UInt64 = 0
        try checked { cplatform_node(path, &node) }
        return node
    }

    /// The path of an open file, for messages; nil where the system does not tell.
    package static func path(of file: Int32) -> String? {
        text { cplatform_path(file, $0, $1) == 0 }
    }

    // MARK: - Bytes

    /// Reads what there is, as much as the buffer holds; 0 at the end.
    package static func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer)
        throws(SystemFailure) -> Int
    {
        try checked { readFile(file, buffer.baseAddress, buffer.count) }
    }

    /// What there is to read, but no more than this; empty at the end.
    package static func read(_ file: Int32, atMost count: Int) throws(SystemFailure) -> [UInt8] {
        var failure: SystemFailure?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            // the system fills the buffer and says how far
            do throws(SystemFailure) {
                initialized = try read(file, into: UnsafeMutableRawBufferPointer(buffer))
            } catch { failure = error }
        }
        if let failure { throw failure }
        return bytes
    }

    /// All that there is to read under a name.
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

    /// Reads from a place on until the buffer is full or the file ends.
    ///
    /// - Returns: how many bytes there are now, and why there are no more if that is not the file's end.
    package static func fill(
        _ buffer: UnsafeMutableRawBufferPointer, from file: Int32, at offset: Int
    ) -> (count: Int, failure: SystemFailure?) {
        var count = 0
        while count < buffer.count {
            // the system fills the buffer and says how far, and every step stays within what is left of it
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            let step = pread(file, rest.baseAddress, rest.count, off_t(offset + count))
            if step == 0 { break }
            if step > 0 { count += step } else if errno != EINTR { return (count, .last) }
        }
        return (count, nil)
    }

    /// Writes all the bytes; a terminal or a pipe that takes none now is waited for.
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

    /// Writes all the bytes; a terminal or a pipe that takes none now is waited for.
    package static func write(_ bytes: [UInt8], to file: Int32) throws(SystemFailure) {
        try bytes.span.bytes.withUnsafeBytes { bytes throws(SystemFailure) in try write(bytes, to: file) }
    }

    /// Writes all the bytes from a place in the file on. Of a long file the medium gets one part while the next is
    /// made, so that a sync at its end has little to wait for.
    package static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32, at offset: Int)
        throws(SystemFailure)
    {
        let part = 1 << 22
        var written = 0
        while written < bytes.count {
            let place = offset + written
            let count = min(bytes.count - written, part - place % part)
            // the system reads the buffer; every step stays within what is left of it
            let rest = UnsafeRawBufferPointer(rebasing: bytes[written..<written + count])
            let step = try checked { pwrite(file, rest.baseAddress, count, off_t(place)) }
            if step == 0 { throw .inputOutput }
            written += step
            let end = place + step
            if end.isMultiple(of: part) { cplatform_begin_writing(file, Int64(end - part), Int64(part)) }
        }
    }

    /// Cuts a file off, or lets it grow with zeros.
    package static func truncate(_ file: Int32, to size: Int) throws(SystemFailure) {
        try checked { ftruncate(file, off_t(size)) }
    }

    /// Waits until the content of a file, and as much of its metadata as reading it needs, is on the medium itself.
    /// Never tried again, not even when a signal came in between: a second call may succeed without the data.
    package static func syncContent(of file: Int32) throws(SystemFailure) {
        if cplatform_sync(file) != 0 { throw .last }
    }

    /// Waits until a file or the names in a folder are on the medium. Some file systems have nothing to sync for a
    /// folder and call it invalid.
    package static func sync(_ file: Int32) throws(SystemFailure) {
        if fsync(file) != 0 { throw .last }
    }

    // MARK: - Locks

    /// Takes the lock on an open file, without waiting.
    ///
    /// - Returns: whether this descriptor holds the lock now.
    package static func lock(_ file: Int32) throws(SystemFailure) -> Bool {
        do throws(SystemFailure) { try checked { flock(file, LOCK_EX | LOCK_NB) } } catch {
            if error.number == EWOULDBLOCK { return false }
            throw error
        }
        return true
    }

    /// Gives the lock back.
    package static func unlock(_ file: Int32) { flock(file, LOCK_UN) }
}

// Within a type that has methods of these names the bare ones mean the methods.
private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
private func closeFile(_ file: Int32) { close(file) }
private func readFile(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(file, bytes, count)
}
private func writeFile(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(file, bytes, count)
}
