import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The process that this code runs in.
package enum ThisProcess {
    /// The number that the system knows it by.
    package static var number: Int32 { getpid() }

    /// The version of its program: the git tag and the commit that it was built from, or `development`.
    package static let version = String(cString: cplatform_version())

    /// Where its program is; nil where the system does not tell.
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

    /// The words it was called with, the program's name first, as the bytes that the system hands over: Swift's own list
    /// puts U+FFFD in the place of what is no UTF-8, and so another text in the place of a word.
    package static var arguments: [[UInt8]] {
        var count: Int32 = 0
        var words = cplatform_words(&count)
        if words == nil { (words, count) = (CommandLine.unsafeArgv, CommandLine.argc) }
        return UnsafeBufferPointer(start: words, count: Int(count)).compactMap { word in
            word.map { [UInt8](UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
        }
    }

    /// Hands over the lines of the environment, each `NAME=value`, from where the system keeps them: a process that ends
    /// after a millisecond has no time for more.
    package static func eachEnvironmentLine(_ body: (UnsafeRawBufferPointer) -> Void) {
        guard var next = cplatform_environment() else { return }
        // The system's list of C strings ends with nil.
        while let line = next.pointee {
            body(UnsafeRawBufferPointer(start: line, count: strlen(line)))
            next += 1
        }
    }

    /// A variable of the environment; nil if it is not set, or not in UTF-8.
    package static func environment(_ name: String) -> String? {
        getenv(name).flatMap { String(validatingCString: $0) }
    }

    /// The name under which the system knows the person who runs the process.
    package static var loginName: String? {
        guard let entry = getpwuid(getuid()), let name = entry.pointee.pw_name else { return nil }
        return String(cString: name)
    }

    /// The folder that the system has for the person who runs the process.
    package static var homeFolder: String? {
        guard let entry = getpwuid(getuid()), let folder = entry.pointee.pw_dir else { return nil }
        return String(cString: folder)
    }

    /// How far the local time is ahead of UTC at a moment, in seconds: by `TZ`, else as the system is set.
    package static func secondsFromUTC(at secondsSinceEpoch: Int64) -> Int {
        Int(cplatform_seconds_from_utc(secondsSinceEpoch))
    }

    /// The streams that were closed when the process began: 0, 1, 2. From now on they are of no file that is opened
    /// later, but swallow what is written and have nothing to read.
    package static func openMissingStreams() -> [Int32] {
        let missing = (STDIN_FILENO...STDERR_FILENO).filter { fcntl($0, F_GETFD) < 0 }
        // The lowest number that is free is the one that the file gets.
        for _ in missing { _ = open("/dev/null", O_RDWR) }
        return missing
    }

    /// Writes what `print` has collected.
    package static func flushOutput() { fflush(nil) }

    /// Ends the process.
    package static func exit(_ status: Int32) -> Never { endProcess(status) }
}

// Within a type that has a method of this name the bare one means the method.
private func endProcess(_ status: Int32) -> Never { exit(status) }
