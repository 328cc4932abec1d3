import CPlatform

/// A queue of changes to the files in a folder.
package struct FolderEvents: Sendable {
    /// A change to a file or to the folder.
    package struct Event {
        /// The file's name. Empty if the folder itself changed or events were lost.
        package var name: String
        /// Whether the folder was moved or removed, or is no longer watched. No events follow.
        package var isLast: Bool
    }

    private let queue: Int32
    private let watch: Int32

    /// Starts watching a folder. Returns `nil` if the system can't report all changes: the folder doesn't exist,
    /// other machines can write to it, the limit of watches is reached, or the system has no inotify. Poll the files
    /// in this case.
    package init?(of folder: String, waits: Bool) {
        guard !Portability.isForced, let path = Files.realPath(of: folder),
            MountTable.ofSystem()?.isOwn(path) == true
        else { return nil }
        var watch: Int32 = -1
        queue = cplatform_watch(folder, waits ? 1 : 0, &watch)
        if queue < 0 { return nil }
        self.watch = watch
    }

    /// Returns the events since the last call, or `nil` if no more will follow. If the queue was created with
    /// `waits`, waits for at least one event.
    package func next() -> [Event]? {
        let bytes: [UInt8]
        do throws(SystemFailure) { bytes = try Files.read(queue, atMost: 4096) } catch {
            return error == .wouldBlock ? [] : nil
        }
        var events: [Event] = []
        var position = 0
        // Each event begins with four 32-bit numbers: the watch, the flags, a cookie, and the length of the name.
        while position + 16 <= bytes.count {
            func number(_ offset: Int) -> UInt32 {
                (0..<4).reduce(0) { $0 | UInt32(bytes[position + offset + $1]) << (8 * UInt32($1)) }
            }
            let end = min(bytes.count, position + 16 + Int(number(12)))
            let name = bytes[(position + 16)..<end].prefix { $0 != 0 }
            events.append(
                Event(
                    name: String(decoding: name, as: UTF8.self),
                    isLast: number(4) & cplatform_watch_ended != 0))
            position = end
        }
        return events
    }

    /// Ends the watch. This adds a final event, which also wakes a waiting thread.
    package func stop() { cplatform_unwatch(queue, watch) }

    /// Closes the queue.
    package func release() { Files.close(queue) }
}
