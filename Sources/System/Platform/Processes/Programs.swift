import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Other programs.
package enum Programs {
    /// Runs a program, with the environment and the streams of this process, and waits for its end. It is named by its
    /// path, or by a name that is looked up in `PATH`; the first word is its own name.
    ///
    /// What comes back is the status as `waitpid` tells it: 0 if all went well.
    package static func run(
        _ program: String, _ words: [String], searchesPath: Bool = false
    ) throws(SystemFailure) -> Int32 {
        // What the system takes is a list of C strings that ends with nil.
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var status: Int32 = 0
        let failure = cplatform_run(program, &arguments, searchesPath ? 1 : 0, &status)
        if failure != 0 { throw SystemFailure(number: failure) }
        return status
    }

    /// A program that reads what this process writes.
    package struct Reader: Sendable {
        /// Where to write what it reads. Who is done closes it.
        package let input: Int32
        fileprivate let number: Int32

        /// Waits for its end.
        package func wait() {
            var status: Int32 = 0
            _ = cplatform_wait(number, 1, &status)
        }
    }

    /// Starts a program that is named by its path, and reads what this process writes; all else is as ``run`` has it.
    package static func startReading(_ program: String, _ words: [String]) throws(SystemFailure) -> Reader {
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var (number, input): (Int32, Int32) = (0, 0)
        let failure = cplatform_start_reading(program, &arguments, &number, &input)
        if failure != 0 { throw SystemFailure(number: failure) }
        return Reader(input: input, number: number)
    }
}
