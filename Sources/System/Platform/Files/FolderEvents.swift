import CPlatform

/// What the system tells of the files in a folder.
package struct FolderEvents: Sendable {
    /// Something that happened.
    package struct Event {
        /// The file's name; empty where it happened to the folder, or to more than the system could remember.
        package var name: String
        /// Whether the folder is no longer the one under its name, or no longer watched: nothing more will be told.
        package var isLast: Bool
    }

    private let queue: Int32
    private let watch: Int32

    /// Nil where the system can't tell, or not everything: the folder is not there, other machines may write to it, too
    /// many are watched already, or the system tells nothing at all. Then the files are to be looked at.
    package init?(of folder: String, waits: Bool) {
        guard !Portability.isForced, let path = Files.realPath(of: folder),
            MountTable.ofSystem()?.isOwn(path) == true
        else { return nil }
        var watch: Int32 = -1
        queue = cplatform_watch(folder, waits ? 1 : 0, &watch)
        if queue < 0 { return nil }
        self.watch = watch
    }

    /// The events since the last call; one that waits comes back when there are some. Nil when the system tells no more.
    package func next() -> [Event]? {
        let bytes: [UInt8]
        do throws(SystemFailure) { bytes = try Files.read(queue, atMost: 4096) } catch {
            return error == .wouldBlock ? [] : nil
        }
        var events: [Event] = []
        var position = 0
        // Each event is four numbers of four bytes: the watch, what happened, a cookie, the length of the name.
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

    /// Ends the watch: a last event comes, also to a thread that waits.
    package func stop() { cplatform_unwatch(queue, watch) }

    /// Gives back what the system keeps for it.
    package func release() { Files.close(queue) }
}
