/// Whether the bodies that every system has are taken, also where the system has more.
package enum Portability {
    /// Whether the environment has `PORTABLE_PLATFORM=1`.
    package static let isForced = ThisProcess.environment("PORTABLE_PLATFORM") == "1"
}
