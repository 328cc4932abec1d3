import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Functions that run other programs.
package enum Programs {
    /// Runs a program with this process's environment and standard streams, and waits until it ends. The program is
    /// given by its path or, if `searchesPath` is set, by a name to look up in `PATH`. The first word is the
    /// program's name.
    ///
    /// Returns the status as reported by `waitpid`, which is 0 on success.
    package static func run(
        _ program: String, _ words: [String], searchesPath: Bool = false
    ) throws(SystemFailure) -> Int32 {
        // The system expects a null-terminated array of C strings.
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var status: Int32 = 0
        let failure = cplatform_run(program, &arguments, searchesPath ? 1 : 0, &status)
        if failure != 0 { throw SystemFailure(number: failure) }
        return status
    }

    /// A running program that reads from a pipe of this process.
    package struct Reader: Sendable {
        /// The pipe to its standard input. The caller must close it.
        package let input: Int32
        fileprivate let number: Int32

        /// Waits until the program ends.
        ///
        /// - Returns: The status as reported by `waitpid`, which is 0 on success.
        @discardableResult
        package func wait() -> Int32 {
            var status: Int32 = 0
            _ = cplatform_wait(number, 1, &status)
            return status
        }

        /// Waits until the program ends. If that takes longer than `limit`, kills the program and the ones that it has
        /// started. The program must have its own group.
        ///
        /// - Returns: The status as reported by `waitpid`, or `nil` if the program was killed.
        package func wait(atMost limit: Duration) -> Int32? {
            let deadline = ContinuousClock.now + limit
            var status: Int32 = -1
            while cplatform_wait(number, 0, &status) == 0, status == -1 {
                if .now >= deadline {
                    kill(-number, SIGKILL)
                    wait()
                    return nil
                }
                usleep(10_000)
            }
            return status
        }
    }

    /// Starts the program at a path with a pipe to its standard input. The environment and the other streams are
    /// those of this process. If `hasOwnGroup` is set, keys such as Ctrl-C don't end the program.
    package static func startReading(
        _ program: String, _ words: [String], hasOwnGroup: Bool = false
    ) throws(SystemFailure) -> Reader {
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var (number, input): (Int32, Int32) = (0, 0)
        let failure = cplatform_start_reading(program, &arguments, hasOwnGroup ? 1 : 0, &number, &input)
        if failure != 0 { throw SystemFailure(number: failure) }
        return Reader(input: input, number: number)
    }
}
