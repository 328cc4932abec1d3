import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Wakes a thread that waits, from any other, by way of a descriptor: an eventfd, or a pipe.
package final class Waker: Sendable {
    /// Can be read when a wake has come.
    package let descriptor: Int32
    private let writeEnd: Int32

    /// Of the kind that the system has, or the one that every system has.
    ///
    /// - Throws: when no descriptors are left.
    package init(isPortable: Bool = Portability.isForced) throws(SystemFailure) {
        let counter = isPortable ? -1 : cplatform_counter()
        if counter >= 0 {
            (descriptor, writeEnd) = (counter, counter)
            return
        }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .last }
        (descriptor, writeEnd) = (ends[0], ends[1])
        for end in ends { _ = cplatform_set_quiet(end) }
    }

    deinit {
        Files.close(descriptor)
        if writeEnd != descriptor { Files.close(writeEnd) }
    }

    /// Wakes the thread that waits now, or the next that does.
    package func wake() {
        // A counter takes eight bytes at a time. One that is full, and a pipe that is full, has a wake in it.
        var one: UInt64 = 1
        _ = write(writeEnd, &one, 8)
    }

    /// Forgets all wakes so far.
    package func clear() {
        // Eight wakes at a time: a counter has all of them in one.
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 8) { buffer in
            while read(descriptor, buffer.baseAddress, buffer.count) == buffer.count {}
        }
    }

    /// Waits for a wake.
    package func wait() {
        Poller.waitForBytes(on: descriptor, milliseconds: -1)
        clear()
    }
}
