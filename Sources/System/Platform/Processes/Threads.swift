import CPlatform
import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Functions for system threads.
package enum Threads {
    /// The ID of the current thread, which is unique among running threads.
    package static var current: UInt { cplatform_thread() }

    /// Runs `body` on a new thread.
    ///
    /// - Throws: ``SystemFailure`` if the system can't create another thread.
    package static func start(_ body: @escaping @Sendable () -> Void) throws(SystemFailure) {
        final class Box: Sendable {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }
        // C functions can't capture state, so pass the closure in a box. The new thread releases it.
        let box = Unmanaged.passRetained(Box(body))
        let failure = cplatform_start_thread(
            { context in if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() } },
            box.toOpaque())
        guard failure != 0 else { return }
        box.release()
        throw SystemFailure(number: failure)
    }

    /// Blocks the current thread for the given time.
    package static func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }
}

extension Threads {
    /// Runs a blocking function on a Dispatch thread, so that it doesn't block the cooperative thread pool.
    package static func waiting<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async { continuation.resume(returning: body()) }
        }
    }
}
