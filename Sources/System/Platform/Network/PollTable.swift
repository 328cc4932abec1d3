import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// An implementation of ``Poller`` based on poll(2). Each wait passes a copy of the table of descriptors to the
/// system.
final class PollTable: Sendable {
    private struct State {
        /// The descriptors. The first one is the waker's.
        var polled: [pollfd]
        /// The token of each descriptor, and whether it is removed after one event.
        var marks: [(token: UInt64, isOnce: Bool)] = [(0, false)]
        /// The index of each descriptor.
        var places: [Int32: Int] = [:]
        /// The number of waiting threads, each of which has a copy of the table.
        var waiting = 0

        mutating func set(_ descriptor: Int32, _ events: Int16, _ token: UInt64, _ isOnce: Bool) {
            if let place = places[descriptor] {
                polled[place].events = events
                marks[place] = (token, isOnce)
            } else {
                places[descriptor] = polled.count
                polled.append(pollfd(fd: descriptor, events: events, revents: 0))
                marks.append((token, isOnce))
            }
        }

        mutating func remove(_ descriptor: Int32) {
            guard let place = places.removeValue(forKey: descriptor) else { return }
            // Move the last descriptor to its position.
            let (last, mark) = (polled.removeLast(), marks.removeLast())
            guard place < polled.count else { return }
            polled[place] = last
            marks[place] = mark
            places[last.fd] = place
        }
    }

    private let state: Mutex<State>
    private let waker: Waker

    init() throws(SystemFailure) {
        waker = try Waker(isPortable: true)
        state = Mutex(State(polled: [pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0)]))
    }

    func set(_ descriptor: Int32, _ interest: Poller.Interest, token: UInt64, isOnce: Bool) {
        var events: Int16 = 0
        if interest.contains(.read) { events |= Int16(POLLIN) }
        if interest.contains(.write) { events |= Int16(POLLOUT) }
        let wakes = state.withLock { state in
            state.set(descriptor, events, token, isOnce)
            return state.waiting > 0
        }
        // Waiting threads have an outdated copy.
        if wakes { waker.wake() }
    }

    func remove(_ descriptor: Int32) { state.withLock { $0.remove(descriptor) } }

    func wait(_ milliseconds: Int32, _ limit: Int, _ found: inout [Poller.Event]) {
        var polled = state.withLock { state in
            state.waiting += 1
            return state.polled
        }
        let count = poll(&polled, nfds_t(polled.count), milliseconds)
        if count > 0, polled[0].revents != 0 { waker.clear() }
        state.withLock { state in
            state.waiting -= 1
            guard count > 0 else { return }
            // The number of descriptors that are removed after one event is limited; the next call reports the rest.
            // All other descriptors are reported.
            for descriptor in polled.dropFirst() where descriptor.revents != 0 {
                // Another thread may have reported or removed it in the meantime.
                guard let place = state.places[descriptor.fd] else { continue }
                let mark = state.marks[place]
                if mark.isOnce {
                    if found.count >= limit { continue }
                    state.remove(descriptor.fd)
                }
                let flags = Int32(descriptor.revents)
                found.append(
                    Poller.Event(
                        token: mark.token, isReadable: flags & POLLIN != 0, isWritable: flags & POLLOUT != 0,
                        isBroken: flags & (POLLERR | POLLHUP | POLLNVAL) != 0))
            }
        }
    }
}
