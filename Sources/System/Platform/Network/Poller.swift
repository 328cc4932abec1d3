import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Waits for events on many descriptors, using epoll or else poll(2).
///
/// Several threads can wait at the same time. Any thread can add, change and remove descriptors in the meantime;
/// threads that are already waiting take them into account.
package final class Poller: Sendable {
    /// The system interface that a poller uses.
    package enum Method: Sendable, CaseIterable {
        case epoll
        case poll

        /// Epoll, unless ``Portability/isForced`` is set.
        package static var preferred: Method { Portability.isForced ? .poll : .epoll }
    }

    /// The events to wait for.
    package struct Interest: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static var read: Interest { Interest(rawValue: 1) }
        package static var write: Interest { Interest(rawValue: 2) }
    }

    /// The state of a ready descriptor.
    package struct Event {
        /// The token with which the descriptor was added.
        package var token: UInt64
        package var isReadable: Bool
        package var isWritable: Bool
        /// Whether the peer has reset the connection or another permanent error has occurred. Reported regardless of
        /// the interest.
        package var isBroken: Bool
    }

    private enum Body {
        case epoll(Int32)
        case table(PollTable)
    }

    private let body: Body

    /// Creates a poller without descriptors.
    ///
    /// - Throws: ``SystemFailure`` if no descriptors are left.
    package init(_ method: Method = .preferred) throws(SystemFailure) {
        let epoll = method == .epoll ? cplatform_epoll() : -1
        if epoll >= 0 {
            body = .epoll(epoll)
        } else if method == .epoll, SystemFailure.last != .missing {
            throw .last
        } else {
            body = .table(try PollTable())
        }
    }

    deinit { if case .epoll(let epoll) = body { Files.close(epoll) } }

    /// The method in use.
    package var method: Method { if case .epoll = body { .epoll } else { .poll } }

    /// Adds a descriptor.
    ///
    /// - Returns: Whether the system supports the descriptor.
    package func add(_ descriptor: Int32, _ interest: Interest, token: UInt64) -> Bool {
        add(descriptor, interest, token, isOnce: false)
    }

    /// Changes the interest and token of a descriptor.
    package func change(_ descriptor: Int32, _ interest: Interest, token: UInt64) {
        switch body {
        case .epoll(let epoll):
            _ = cplatform_epoll_change(epoll, descriptor, interest.reads, interest.writes, token)
        case .table(let table): table.set(descriptor, interest, token: token, isOnce: false)
        }
    }

    /// Adds a descriptor for a single event, which is reported immediately if it has already occurred. Can be called
    /// again for the same descriptor, which still reports only one event.
    ///
    /// - Returns: Whether the system supports the descriptor.
    package func addOnce(_ descriptor: Int32, _ interest: Interest, token: UInt64) -> Bool {
        add(descriptor, interest, token, isOnce: true)
    }

    private func add(_ descriptor: Int32, _ interest: Interest, _ token: UInt64, isOnce: Bool) -> Bool {
        switch body {
        case .epoll(let epoll):
            let add = isOnce ? cplatform_epoll_once : cplatform_epoll_add
            return add(epoll, descriptor, interest.reads, interest.writes, token) == 0
        case .table(let table):
            table.set(descriptor, interest, token: token, isOnce: isOnce)
            return true
        }
    }

    /// Removes a descriptor.
    package func remove(_ descriptor: Int32) {
        switch body {
        case .epoll(let epoll): cplatform_epoll_remove(epoll, descriptor)
        case .table(let table): table.remove(descriptor)
        }
    }

    /// Removes a descriptor and closes it.
    package func close(_ descriptor: Int32) {
        // An epoll instance removes closed descriptors itself.
        if case .table(let table) = body { table.remove(descriptor) }
        Files.close(descriptor)
    }

    /// Waits for events for the given time in milliseconds, or indefinitely if it is -1. May return earlier without
    /// events.
    package func wait(milliseconds: Int32, atMost limit: Int = 256, into found: inout [Event]) {
        found.removeAll(keepingCapacity: true)
        switch body {
        case .table(let table): table.wait(milliseconds, limit, &found)
        case .epoll(let epoll):
            // The C function fills the buffer and returns the number of events.
            withUnsafeTemporaryAllocation(of: cplatform_event.self, capacity: limit) { events in
                let count = cplatform_epoll_wait(
                    epoll, events.baseAddress, Int32(clamping: limit), milliseconds)
                for event in events.prefix(max(0, Int(count))) {
                    found.append(
                        Event(
                            token: event.token, isReadable: event.is_readable != 0,
                            isWritable: event.is_writable != 0, isBroken: event.is_broken != 0))
                }
            }
        }
    }

    // MARK: - One descriptor

    /// Waits until a descriptor is readable, for the given time in milliseconds or indefinitely if it is -1.
    ///
    /// - Returns: Whether there are bytes to read or the end was reached.
    @discardableResult
    package static func waitForBytes(on descriptor: Int32, milliseconds: Int32) -> Bool {
        var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waited, 1, milliseconds) > 0
    }

    /// Waits until a descriptor is writable.
    package static func waitForRoom(on descriptor: Int32) {
        var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waited, 1, -1)
    }
}

extension Poller.Interest {
    fileprivate var reads: Int32 { contains(.read) ? 1 : 0 }
    fileprivate var writes: Int32 { contains(.write) ? 1 : 0 }
}
