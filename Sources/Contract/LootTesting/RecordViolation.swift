package import Testing

/// Records an issue in the current test. Outside of a test of Swift Testing, where an issue would be lost, the process is
/// ended.
package func recordViolation(_ message: String, sourceLocation: SourceLocation) {
    guard Test.current != nil else {
        fatalError("\(message)\ncheck() works only in tests of Swift Testing. Use result(of:) elsewhere.")
    }
    Issue.record("\(message)", sourceLocation: sourceLocation)
}
