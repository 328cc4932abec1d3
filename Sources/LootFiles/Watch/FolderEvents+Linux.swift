#if os(Linux)
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// What the system tells of the files in a folder, by inotify.
    struct FolderEvents: Sendable {
        /// Something that happened.
        struct Event {
            /// The file's name; empty where it happened to the folder, or to more than the system could remember.
            var name: String
            /// Whether the folder is no longer the one under its name, or no longer watched: nothing more will be told.
            var isLast: Bool
        }

        private let queue: Int32
        private let watch: Int32

        /// Nil where the system can't tell, or not everything: the folder is not there, other machines may write to it,
        /// or too many are watched already.
        init?(of folder: String, waits: Bool) {
            guard let path = MountTable.realPath(of: folder),
                MountTable(of: SystemFileSystem())?.isOwn(path) == true
            else { return nil }
            queue = inotify_init1(Int32(IN_CLOEXEC) | (waits ? 0 : Int32(IN_NONBLOCK)))
            let events =
                IN_MODIFY | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_CLOSE_WRITE
                | IN_ATTRIB | IN_MOVE_SELF | IN_ONLYDIR
            watch = queue < 0 ? -1 : inotify_add_watch(queue, folder, UInt32(events))
            if watch >= 0 { return }
            if queue >= 0 { close(queue) }
            return nil
        }

        /// The events since the last call; one that waits comes back when there are some, or when it was interrupted.
        /// Nil when the system tells no more.
        func next() -> [Event]? {
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, initialized in
                // The system fills the buffer and says how far.
                count = read(queue, buffer.baseAddress, buffer.count)
                initialized = max(0, count)
            }
            if count < 0 { return errno == EINTR || errno == EAGAIN ? [] : nil }
            var events: [Event] = []
            var position = 0
            // Each event is four numbers of four bytes: the watch, what happened, a cookie, the length of the name.
            while position + 16 <= bytes.count {
                func number(_ offset: Int) -> Int {
                    (0..<4).reduce(0) { $0 | Int(bytes[position + offset + $1]) << (8 * $1) }
                }
                let end = min(bytes.count, position + 16 + number(12))
                let name = bytes[(position + 16)..<end].prefix { $0 != 0 }
                events.append(
                    Event(
                        name: String(decoding: name, as: UTF8.self),
                        isLast: number(4) & Int(IN_IGNORED | IN_MOVE_SELF) != 0))
                position = end
            }
            return events
        }

        /// Ends the watch: a last event comes, also to a thread that waits.
        func stop() { inotify_rm_watch(queue, watch) }

        /// Gives back what the system keeps for it.
        func release() { close(queue) }
    }
#endif
