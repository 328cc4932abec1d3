import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Lets any thread wake a waiting thread through a descriptor: an eventfd or a pipe.
package final class Waker: Sendable {
    /// The descriptor, which is readable after a wake.
    package let descriptor: Int32
    private let writeEnd: Int32

    /// Creates a waker with an eventfd or, if the system has none or `isPortable` is set, with a pipe.
    ///
    /// - Throws: ``SystemFailure`` if no descriptors are left.
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

    /// Wakes the waiting thread or, if none is waiting, the next thread that waits.
    package func wake() {
        // An eventfd expects eight bytes. The result doesn't matter: a full eventfd or pipe already contains a wake.
        var one: UInt64 = 1
        _ = write(writeEnd, &one, 8)
    }

    /// Discards all previous wakes.
    package func clear() {
        // Read up to eight wakes at a time from a pipe. An eventfd returns all of them at once.
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 8) { buffer in
            while read(descriptor, buffer.baseAddress, buffer.count) == buffer.count {}
        }
    }

    /// Waits until another thread calls ``wake()``.
    package func wait() {
        Poller.waitForBytes(on: descriptor, milliseconds: -1)
        clear()
    }
}
