#if os(Linux)
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif
    import Synchronization

    /// Hears from the system, by inotify, when files in a folder are written, renamed or removed. A thread of its own
    /// waits for that.
    final class ChangeNotifier: Sendable {
        /// A word for every change; ends when the folder is no longer the one under that name.
        let changes: AsyncStream<Void>
        private let words: AsyncStream<Void>.Continuation
        private let names: Set<String>
        /// The system's queue of events and what it watches; nil when that has ended.
        private let watch: Mutex<(queue: Int32, folder: Int32)?>

        /// Nil where the system can't tell, because the folder is not there, may be changed by other machines, or too
        /// many are watched already.
        init?(folder: String, names: Set<String>) {
            let isOwn = Self.tellsAll(of: folder)
            let queue = isOwn ? inotify_init1(Int32(IN_CLOEXEC)) : -1
            let events =
                IN_MODIFY | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_CLOSE_WRITE | IN_ATTRIB
                | IN_MOVE_SELF | IN_ONLYDIR
            let folder = queue < 0 ? -1 : inotify_add_watch(queue, folder, UInt32(events))
            self.names = names
            (changes, words) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
            watch = Mutex((queue, folder))
            if folder >= 0, startThread(queue) { return }
            if queue >= 0 { close(queue) }
            return nil
        }

        private static func tellsAll(of folder: String) -> Bool {
            guard let path = MountTable.realPath(of: folder) else { return false }
            return MountTable(of: SystemFileSystem())?.isOwn(path) ?? false
        }

        /// Ends the watch: the system then sends a last event, after which the thread ends.
        func stop() {
            watch.withLock { watch in
                if let watch { inotify_rm_watch(watch.queue, watch.folder) }
            }
        }

        private func startThread(_ queue: Int32) -> Bool {
            // The thread holds the notifier, and gives it back when it ends.
            let held = Unmanaged.passRetained(self)
            var thread = pthread_t()
            let isStarted =
                pthread_create(
                    &thread, nil,
                    { context in
                        guard let context else { return nil }
                        Unmanaged<ChangeNotifier>.fromOpaque(context).takeRetainedValue().run()
                        return nil
                    }, held.toOpaque()) == 0
            if isStarted { pthread_detach(thread) } else { held.release() }
            return isStarted
        }

        private func run() {
            guard let queue = watch.withLock({ $0?.queue }) else { return }
            while readEvents(queue) {}
            words.finish()
            watch.withLock { watch in
                watch = nil
                close(queue)
            }
        }

        /// Waits for events and gives a word if one of the files is concerned.
        ///
        /// - Returns: whether there will be more.
        private func readEvents(_ queue: Int32) -> Bool {
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, initialized in
                // the system fills the buffer and says how far
                count = read(queue, buffer.baseAddress, buffer.count)
                initialized = max(0, count)
            }
            if count < 0 { return errno == EINTR }
            var isConcerned = false
            var position = 0
            // Each event is four numbers of four bytes: the watch, what happened, a cookie, the length of the name.
            while position + 16 <= bytes.count {
                func number(_ offset: Int) -> Int {
                    (0..<4).reduce(0) { $0 | Int(bytes[position + offset + $1]) << (8 * $1) }
                }
                if number(4) & Int(IN_IGNORED | IN_MOVE_SELF) != 0 { return false }
                let end = min(bytes.count, position + 16 + number(12))
                let name = bytes[(position + 16)..<end].prefix { $0 != 0 }
                if name.isEmpty || names.contains(String(decoding: name, as: UTF8.self)) {
                    isConcerned = true
                }
                position = end
            }
            if isConcerned { words.yield() }
            return true
        }
    }
#endif
