#if canImport(Darwin)
    import Darwin

    /// Waits until the drive itself has the content; a plain `fsync` stops at the drive's own memory here.
    func syncContent(of file: Int32) -> Int32 {
        fcntl(file, F_FULLFSYNC) == 0 ? 0 : fsync(file)
    }

    /// The path of an open file, for messages.
    func name(of file: FileDescriptor) -> String {
        var found = false
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(MAXPATHLEN)) { buffer, count in
            // the system fills the buffer with a path that a zero ends
            found = fcntl(file.rawValue, F_GETPATH, buffer.baseAddress) == 0
            count = found ? buffer.firstIndex(of: 0) ?? 0 : 0
        }
        return found ? String(decoding: bytes, as: UTF8.self) : "the file"
    }

    /// Nothing: this system finds the pages that suit a buffer by itself.
    func adviseLargePages(_ buffer: UnsafeMutableRawBufferPointer) {}

    extension stat {
        /// When the content last changed, in nanoseconds since 1970.
        var modified: Int64 { Int64(st_mtimespec.tv_sec) &* 1_000_000_000 &+ Int64(st_mtimespec.tv_nsec) }

        /// When the content or the metadata last changed, in nanoseconds since 1970.
        var changed: Int64 { Int64(st_ctimespec.tv_sec) &* 1_000_000_000 &+ Int64(st_ctimespec.tv_nsec) }
    }
#endif
