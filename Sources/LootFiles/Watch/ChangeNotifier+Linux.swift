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
        private let names: Set<String>
        private let report: @Sendable () -> Void
        /// The system's queue of events and what it watches; nil when that has ended.
        private let watch: Mutex<(queue: Int32, folder: Int32)?>

        /// Nil where the system can't tell, because the folder is not there or too many are watched already.
        init?(folder: String, names: Set<String>, report: @escaping @Sendable () -> Void) {
            let queue = inotify_init1(Int32(IN_CLOEXEC))
            let events = IN_MODIFY | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_CLOSE_WRITE
            let folder = queue < 0 ? -1 : inotify_add_watch(queue, folder, UInt32(events))
            self.names = names
            self.report = report
            watch = Mutex((queue, folder))
            if folder >= 0, startThread(queue) { return }
            if queue >= 0 { close(queue) }
            return nil
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
            watch.withLock { watch in
                watch = nil
                close(queue)
            }
        }

        /// Waits for events and reports them if one of the files is concerned.
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
                if number(4) & Int(IN_IGNORED) != 0 { return false }
                let end = min(bytes.count, position + 16 + number(12))
                let name = bytes[(position + 16)..<end].prefix { $0 != 0 }
                if name.isEmpty || names.contains(String(decoding: name, as: UTF8.self)) {
                    isConcerned = true
                }
                position = end
            }
            if isConcerned { report() }
            return true
        }
    }
#endif
