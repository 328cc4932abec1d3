/// A switch for testing the portable implementations on systems that have better ones.
package enum Portability {
    /// Whether to use the portable implementations, requested with `PORTABLE_PLATFORM=1` in the environment.
    package static let isForced = ThisProcess.environment("PORTABLE_PLATFORM") == "1"
}
