#if os(Linux)
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// Asks the system, by inotify, whether files in a folder were touched since it was asked last. That is one call,
    /// whatever there is to look at; it is for whoever asks often.
    final class ChangeProbe: Sendable {
        private let queue: Int32

        /// Nil where the system can't tell, or not of all changes: other machines may write to the folder.
        init?(folder: String) {
            guard !ChangeProbe.isShared(folder) else { return nil }
            queue = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
            guard queue >= 0 else { return nil }
            let events =
                IN_MODIFY | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_MOVE_SELF
            if inotify_add_watch(queue, folder, UInt32(events)) < 0 { return nil }
        }

        deinit { close(queue) }

        /// Whether something happened, or may have.
        func hasEvents() -> Bool {
            var found = false
            while true {
                let count = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
                    read(queue, buffer.baseAddress, buffer.count)
                }
                // What happened is not looked at: that is what the files themselves are for.
                if count > 0 {
                    found = true
                } else if errno == EAGAIN {
                    return found
                } else if errno != EINTR {
                    return true
                }
            }
        }

        /// Whether the folder is on a file system where others may write without this machine's knowledge, or on one
        /// that is not known.
        private static func isShared(_ folder: String) -> Bool {
            var status = stat()
            guard stat(folder, &status) == 0, let mounts = contents(of: "/proc/self/mountinfo") else {
                return true
            }
            // 36 35 98:0 / /mnt rw,noatime shared:1 - ext4 /dev/root rw
            let number = UInt64(status.st_dev)
            let major = number >> 8 & 0xFFF | number >> 32 & ~0xFFF
            let minor = number & 0xFF | number >> 12 & 0xFFFF_FF00
            let device = "\(major):\(minor)"
            let kinds = mounts.split(separator: "\n").compactMap { line -> Substring? in
                let words = line.split(separator: " ")
                guard words.count > 2, words[2] == device, let dash = words.firstIndex(of: "-") else {
                    return nil
                }
                return words.dropFirst(dash + 1).first
            }
            let local: Set<Substring> = [
                "ext2", "ext3", "ext4", "xfs", "btrfs", "f2fs", "zfs", "tmpfs", "overlay",
            ]
            return kinds.isEmpty || !kinds.allSatisfy(local.contains)
        }

        /// The text of a file whose size nobody knows.
        private static func contents(of path: String) -> String? {
            let file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return nil }
            defer { close(file) }
            var text: [UInt8] = []
            while true {
                let piece = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, initialized in
                    // The system fills the buffer and says how far.
                    initialized = max(0, read(file, buffer.baseAddress, buffer.count))
                }
                if piece.isEmpty { return String(decoding: text, as: UTF8.self) }
                text += piece
            }
        }
    }
#endif
