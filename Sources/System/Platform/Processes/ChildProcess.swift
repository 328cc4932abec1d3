import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A program that runs beside this process, with pipes to its streams. A watcher ends it and all that it has started, also
/// when this process is killed.
package struct ChildProcess: Sendable {
    /// Where its standard input is written.
    package let input: Int32
    /// Where its standard output is read.
    package let output: Int32
    /// Where its standard error is read.
    package let errors: Int32
    private let watcher: Int32
    private let life: Int32

    /// Starts the program at a path, with these words behind its name, in a folder; without one, where this process runs.
    /// The environment is lines of the form `NAME=value`.
    ///
    /// - Throws: when it can't be started, also for what is no program.
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

    /// Has the watcher end the program: two seconds after the end of its input it gets SIGTERM, two more later SIGKILL. To
    /// be called once; the watcher goes on when this process ends meanwhile.
    package func end() { Files.close(life) }

    /// Has the watcher end the program and what it has started at once. Before ``end()``.
    package func kill() { try? Files.write([1], to: life) }

    /// The status with which the program ended, 128 and more for a signal; nil while it runs and is not waited for.
    package func status(waits: Bool) -> Int32? {
        var status: Int32 = 0
        guard cplatform_wait(watcher, waits ? 1 : 0, &status) == 0, status != -1 else { return nil }
        return status >> 8 & 0xFF
    }
}

extension Programs {
    /// Gives this process the place of the program at a path; the first word is that one's name.
    ///
    /// - Returns: why that failed.
    package static func become(_ path: String, _ words: [String], environment: [String]) -> SystemFailure {
        let failure = withLines(words) { words in
            withLines(environment) { cplatform_become(path, words, $0) }
        }
        return SystemFailure(number: failure)
    }

    /// Whether a file may be run.
    package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }
}

/// Hands over lines as the system takes them: a list of C strings that ends with nil.
private func withLines<Result>(
    _ lines: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Result
) -> Result {
    let texts: [UnsafeMutablePointer<CChar>?] = lines.map { strdup($0) } + [nil]
    defer { for text in texts { free(text) } }
    return texts.withUnsafeBufferPointer { body($0.baseAddress) }
}
