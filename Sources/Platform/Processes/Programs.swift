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
}
