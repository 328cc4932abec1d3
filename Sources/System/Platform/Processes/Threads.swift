import CPlatform
import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Threads of the system's.
package enum Threads {
    /// A number for the thread that asks, which no other has while that one lives.
    package static var current: UInt { cplatform_thread() }

    /// Runs `body` on a new thread.
    ///
    /// - Throws: when the system has no thread left.
    package static func start(_ body: @escaping @Sendable () -> Void) throws(SystemFailure) {
        final class Box: Sendable {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }
        // C knows no closures: the box is released by the thread that it is passed to.
        let box = Unmanaged.passRetained(Box(body))
        let failure = cplatform_start_thread(
            { context in if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() } },
            box.toOpaque())
        guard failure != 0 else { return }
        box.release()
        throw SystemFailure(number: failure)
    }

    /// Holds up the thread that calls.
    package static func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }
}

extension Threads {
    /// Runs what may wait for something outside on a thread where nothing else waits for it.
    package static func waiting<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async { continuation.resume(returning: body()) }
        }
    }
}
