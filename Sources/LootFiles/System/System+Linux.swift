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

    extension stat {
        /// When the content last changed, in nanoseconds since 1970.
        var nanoseconds: Int64 { Int64(st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(st_mtim.tv_nsec) }
    }
#endif
