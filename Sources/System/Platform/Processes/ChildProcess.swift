import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A running child program with pipes to its standard streams. A watcher process ends the program and all processes
/// it has started, even if this process is killed.
package struct ChildProcess: Sendable {
    /// The pipe to its standard input.
    package let input: Int32
    /// The pipe from its standard output.
    package let output: Int32
    /// The pipe from its standard error.
    package let errors: Int32
    private let watcher: Int32
    private let life: Int32

    /// Starts the program at a path.
    ///
    /// - Parameters:
    ///   - path: The path of the program.
    ///   - words: The arguments, without the program's name.
    ///   - environment: The environment, as lines of the form `NAME=value`.
    ///   - folder: The working directory, or `nil` for that of this process.
    ///
    /// - Throws: ``SystemFailure`` if the program can't be started.
    package init(
        _ path: String, _ words: [String] = [], environment: [String], folder: String? = nil
    ) throws(SystemFailure) {
        var child = cplatform_child()
        let failure = withLines([path] + words) { words in
            withLines(environment) { environment in
                if let folder { return cplatform_start(path, words, environment, folder, &child) }
                return cplatform_start(path, words, environment, nil, &child)
            }
        }
        if failure != 0 { throw SystemFailure(number: failure) }
        (input, output, errors) = (child.input, child.output, child.errors)
        (watcher, life) = (child.watcher, child.life)
    }

    /// Lets the watcher end the program: it sends SIGTERM after two seconds, and SIGKILL two seconds later.
    /// Close the program's input first, so that it can exit on its own. Call this only once. The watcher
    /// continues even if this process ends.
    package func end() { Files.close(life) }

    /// Lets the watcher kill the program and all processes it has started. Can't be called after ``end()``.
    package func kill() { try? Files.write([1], to: life) }

    /// Returns the program's exit status, or 128 plus the number of the signal that ended it. Returns `nil` if the
    /// program is still running and `waits` is `false`.
    package func status(waits: Bool) -> Int32? {
        var status: Int32 = 0
        guard cplatform_wait(watcher, waits ? 1 : 0, &status) == 0, status != -1 else { return nil }
        return status >> 8 & 0xFF
    }
}

extension Programs {
    /// Replaces this process with the program at a path (exec). The first word is the program's name.
    ///
    /// - Returns: The error. On success, the method doesn't return.
    package static func become(_ path: String, _ words: [String], environment: [String]) -> SystemFailure {
        let failure = withLines(words) { words in
            withLines(environment) { cplatform_become(path, words, $0) }
        }
        return SystemFailure(number: failure)
    }

    /// Returns whether this process can execute a file.
    package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }
}

/// Calls `body` with the lines as a null-terminated array of C strings, as system calls expect.
private func withLines<Result>(
    _ lines: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Result
) -> Result {
    let texts: [UnsafeMutablePointer<CChar>?] = lines.map { strdup($0) } + [nil]
    defer { for text in texts { free(text) } }
    return texts.withUnsafeBufferPointer { body($0.baseAddress) }
}
