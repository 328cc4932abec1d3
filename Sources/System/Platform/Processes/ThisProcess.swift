import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Properties of the current process.
package enum ThisProcess {
    /// The process ID.
    package static var number: Int32 { getpid() }

    /// The program's version: the Git tag and commit from which it was built, or `development`.
    package static let version = String(cString: cplatform_version())

    /// The path of the program, or `nil` if the system doesn't provide it.
    package static var path: String? {
        if let path = try? Files.destination(ofLink: "/proc/self/exe") { return path }
        guard let first = CommandLine.arguments.first, first.contains("/") else { return nil }
        return Files.realPath(of: first)
    }

    /// Standard input.
    package static var input: Int32 { STDIN_FILENO }
    /// Standard output.
    package static var output: Int32 { STDOUT_FILENO }
    /// Standard error.
    package static var errors: Int32 { STDERR_FILENO }

    /// The command-line arguments, beginning with the program's name, as the original bytes. Swift's `CommandLine`
    /// replaces invalid UTF-8 with U+FFFD, which changes the arguments.
    package static var arguments: [[UInt8]] {
        var count: Int32 = 0
        var words = cplatform_words(&count)
        if words == nil { (words, count) = (CommandLine.unsafeArgv, CommandLine.argc) }
        return UnsafeBufferPointer(start: words, count: Int(count)).compactMap { word in
            word.map { [UInt8](UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
        }
    }

    /// Calls `body` with each line of the environment, `NAME=value`. Doesn't copy the lines, since that would take
    /// too long for a process that runs for only a millisecond.
    package static func eachEnvironmentLine(_ body: (UnsafeRawBufferPointer) -> Void) {
        guard var next = cplatform_environment() else { return }
        // The system's array of C strings is null-terminated.
        while let line = next.pointee {
            body(UnsafeRawBufferPointer(start: line, count: strlen(line)))
            next += 1
        }
    }

    /// Returns the value of an environment variable, or `nil` if it isn't set or isn't valid UTF-8.
    package static func environment(_ name: String) -> String? {
        getenv(name).flatMap { String(validatingCString: $0) }
    }

    /// The login name of the user who runs the process.
    package static var loginName: String? {
        guard let entry = getpwuid(getuid()), let name = entry.pointee.pw_name else { return nil }
        return String(cString: name)
    }

    /// The home directory of the user who runs the process.
    package static var homeFolder: String? {
        guard let entry = getpwuid(getuid()), let folder = entry.pointee.pw_dir else { return nil }
        return String(cString: folder)
    }

    /// Returns the offset of local time from UTC at a point in time, in seconds. `TZ` or else the system determines
    /// the time zone.
    package static func secondsFromUTC(at secondsSinceEpoch: Int64) -> Int {
        Int(cplatform_seconds_from_utc(secondsSinceEpoch))
    }

    /// Opens `/dev/null` for each standard stream that was closed when the process began, and returns their
    /// descriptors (0, 1 or 2). Otherwise, files that are opened later would take their place.
    package static func openMissingStreams() -> [Int32] {
        let missing = (STDIN_FILENO...STDERR_FILENO).filter { fcntl($0, F_GETFD) < 0 }
        // `open` returns the lowest free descriptor, which is the missing one.
        for _ in missing { _ = open("/dev/null", O_RDWR) }
        return missing
    }

    /// Flushes the buffer of `print`.
    package static func flushOutput() { fflush(nil) }

    /// Ends the process.
    package static func exit(_ status: Int32) -> Never { endProcess(status) }
}

// Inside a type with a method of the same name, the unqualified name refers to the method.
private func endProcess(_ status: Int32) -> Never { exit(status) }
