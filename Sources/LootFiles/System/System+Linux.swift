#if os(Linux)
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// Waits for the content, and for the metadata that reading it needs.
    func syncContent(of file: Int32) -> Int32 { fdatasync(file) }

    /// The path of an open file, for messages.
    func name(of file: FileDescriptor) -> String {
        linkTarget("/proc/self/fd/\(file.rawValue)") ?? "the file"
    }

    /// Asks for large pages beneath a large buffer, which is then filled much sooner.
    func adviseLargePages(_ buffer: UnsafeMutableRawBufferPointer) {
        guard let start = buffer.baseAddress, buffer.count >= 1 << 22 else { return }
        // Only whole pages within the buffer are meant; what the system makes of it changes no byte.
        let offset = -Int(bitPattern: start) & 4095
        _ = madvise(start + offset, buffer.count - offset, MADV_HUGEPAGE)
    }

    extension stat {
        /// When the content last changed, in nanoseconds since 1970.
        var modified: Int64 { Int64(st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(st_mtim.tv_nsec) }

        /// When the content or the metadata last changed, in nanoseconds since 1970.
        var changed: Int64 { Int64(st_ctim.tv_sec) &* 1_000_000_000 &+ Int64(st_ctim.tv_nsec) }
    }
#endif
