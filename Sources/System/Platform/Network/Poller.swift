import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Waits for many descriptors at once: by epoll, or by poll(2) where there is no epoll.
///
/// One thread or several may wait. Any thread may add, change and remove descriptors meanwhile; what is added is waited for
/// at once by one of those that wait.
package final class Poller: Sendable {
    /// How a poller waits.
    package enum Method: Sendable, CaseIterable {
        case epoll
        case poll

        /// The best that there is; see ``Portability``.
        package static var preferred: Method { Portability.isForced ? .poll : .epoll }
    }

    /// What is waited for.
    package struct Interest: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static var read: Interest { Interest(rawValue: 1) }
        package static var write: Interest { Interest(rawValue: 2) }
    }

    /// What has happened to a descriptor.
    package struct Event {
        /// What it was added with.
        package var token: UInt64
        package var isReadable: Bool
        package var isWritable: Bool
        /// The peer has reset the connection, or something else went wrong for good. Told whatever is waited for.
        package var isBroken: Bool
    }

    private enum Body {
        case epoll(Int32)
        case table(PollTable)
    }

    private let body: Body

    /// A poller that waits for nothing yet.
    ///
    /// - Throws: when no descriptors are left.
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

    /// How it waits.
    package var method: Method { if case .epoll = body { .epoll } else { .poll } }

    /// Begins to wait for a descriptor.
    ///
    /// - Returns: whether the system can.
    package func add(_ descriptor: Int32, _ interest: Interest, token: UInt64) -> Bool {
        add(descriptor, interest, token, isOnce: false)
    }

    /// Waits for something else of a descriptor that was added.
    package func change(_ descriptor: Int32, _ interest: Interest, token: UInt64) {
        switch body {
        case .epoll(let epoll):
            _ = cplatform_epoll_change(epoll, descriptor, interest.reads, interest.writes, token)
        case .table(let table): table.set(descriptor, interest, token: token, isOnce: false)
        }
    }

    /// Tells of a descriptor once, the next time that there is something to tell, be it already there. It may have been
    /// added like this before, and is told of once even so.
    ///
    /// - Returns: whether the system can.
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

    /// Waits for a descriptor no longer.
    package func remove(_ descriptor: Int32) {
        switch body {
        case .epoll(let epoll): cplatform_epoll_remove(epoll, descriptor)
        case .table(let table): table.remove(descriptor)
        }
    }

    /// Waits for a descriptor no longer, and closes it.
    package func close(_ descriptor: Int32) {
        // An epoll forgets by itself what is closed.
        if case .table(let table) = body { table.remove(descriptor) }
        Files.close(descriptor)
    }

    /// Waits until something happens, or for the time in milliseconds (-1: forever). It may come back sooner, with
    /// nothing.
    package func wait(milliseconds: Int32, atMost limit: Int = 256, into found: inout [Event]) {
        found.removeAll(keepingCapacity: true)
        switch body {
        case .table(let table): table.wait(milliseconds, limit, &found)
        case .epoll(let epoll):
            // C fills the events, and says how many.
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

    /// Waits until one descriptor has bytes to read, or for the time in milliseconds (-1: forever).
    ///
    /// - Returns: whether there are some, or will be none any more.
    @discardableResult
    package static func waitForBytes(on descriptor: Int32, milliseconds: Int32) -> Bool {
        var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waited, 1, milliseconds) > 0
    }

    /// Waits until one descriptor takes bytes.
    package static func waitForRoom(on descriptor: Int32) {
        var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waited, 1, -1)
    }
}

extension Poller.Interest {
    fileprivate var reads: Int32 { contains(.read) ? 1 : 0 }
    fileprivate var writes: Int32 { contains(.write) ? 1 : 0 }
}
