#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// An error of a system call.
package struct SystemFailure: Error, Hashable, Sendable {
    /// The error number (`errno`).
    package let number: Int32

    /// Creates a failure with an error number.
    package init(number: Int32) { self.number = number }

    /// The error of the last failed call on this thread.
    package static var last: SystemFailure { SystemFailure(number: errno) }

    /// The system's description of the error.
    package var reason: String {
        guard let words = strerror(number) else { return "error \(number)" }
        return String(cString: words)
    }
}

extension SystemFailure {
    package static var notFound: Self { Self(number: ENOENT) }
    package static var exists: Self { Self(number: EEXIST) }
    package static var notEmpty: Self { Self(number: ENOTEMPTY) }
    package static var noAccess: Self { Self(number: EACCES) }
    package static var notPermitted: Self { Self(number: EPERM) }
    package static var readOnly: Self { Self(number: EROFS) }
    package static var noSpace: Self { Self(number: ENOSPC) }
    package static var overQuota: Self { Self(number: EDQUOT) }
    package static var tooLarge: Self { Self(number: EFBIG) }
    package static var inputOutput: Self { Self(number: EIO) }
    package static var busy: Self { Self(number: EBUSY) }
    package static var isBeingWritten: Self { Self(number: ETXTBSY) }
    package static var isNotExecutable: Self { Self(number: ENOEXEC) }
    package static var otherMedium: Self { Self(number: EXDEV) }
    package static var isFolder: Self { Self(number: EISDIR) }
    package static var notFolder: Self { Self(number: ENOTDIR) }
    package static var noSuchDevice: Self { Self(number: ENODEV) }
    package static var noReaderOrDevice: Self { Self(number: ENXIO) }
    package static var notSeekable: Self { Self(number: ESPIPE) }
    package static var tooManyLinks: Self { Self(number: ELOOP) }
    package static var nameTooLong: Self { Self(number: ENAMETOOLONG) }
    package static var processTooManyOpen: Self { Self(number: EMFILE) }
    package static var systemTooManyOpen: Self { Self(number: ENFILE) }
    package static var invalid: Self { Self(number: EINVAL) }
    package static var missing: Self { Self(number: ENOSYS) }
    package static var unsupported: Self { Self(number: ENOTSUP) }
    package static var notOpen: Self { Self(number: EBADF) }
    package static var brokenPipe: Self { Self(number: EPIPE) }
    package static var addressInUse: Self { Self(number: EADDRINUSE) }
    package static var addressElsewhere: Self { Self(number: EADDRNOTAVAIL) }
    package static var noNetwork: Self { Self(number: ENETUNREACH) }
    static var interrupted: Self { Self(number: EINTR) }
    static var wouldBlock: Self { Self(number: EAGAIN) }
    static var noBuffers: Self { Self(number: ENOBUFS) }
    static var noMemory: Self { Self(number: ENOMEM) }
}

/// Performs a call that returns -1 on failure. Repeats it if a signal interrupted it.
@discardableResult
func checked<Result: SignedInteger>(_ body: () -> Result) throws(SystemFailure) -> Result {
    while true {
        let result = body()
        if result != -1 { return result }
        if errno != EINTR { throw .last }
    }
}
